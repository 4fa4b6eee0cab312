/** Merges a member's events from several tables. Product rules: Administrators. */
import type { Seconds } from '#worker/domain/time.ts';

/** Place in one source, which lists its rows in descending order. */
export interface TimelinePlace {
  at: Seconds;
  id: number;
}

/** The last row that was shown of each source; a source without a place starts at its newest row. */
export type TimelineCursor<Source extends string> = Partial<Record<Source, TimelinePlace>>;

interface MergedPage<Source extends string, Row> {
  rows: { source: Source; row: Row }[];
  next: TimelineCursor<Source> | null;
}

/**
 * Takes the newest rows of all sources. Each source must have loaded one row more than the limit, so that a source that ends here has
 * certainly no more rows.
 */
export function mergeTimeline<Source extends string, Row extends TimelinePlace>(
  sources: readonly (readonly [Source, readonly Row[]])[],
  cursor: TimelineCursor<Source>,
  limit: number,
): MergedPage<Source, Row> {
  const heads = sources.map(([source, rows]) => ({ source, rows, taken: 0 }));
  const page: MergedPage<Source, Row>['rows'] = [];
  const next = { ...cursor };
  for (;;) {
    const open = heads.flatMap((head) => {
      const row = head.rows[head.taken];
      return row ? [{ head, row }] : [];
    });
    if (open.length === 0) return { rows: page, next: null };
    if (page.length === limit) return { rows: page, next };
    const { head, row } = open.reduce((newest, candidate) => (candidate.row.at > newest.row.at ? candidate : newest));
    page.push({ source: head.source, row });
    next[head.source] = { at: row.at, id: row.id };
    head.taken += 1;
  }
}

export function writeCursor<Source extends string>(cursor: TimelineCursor<Source>): string {
  return Object.entries<TimelinePlace | undefined>(cursor)
    .flatMap(([source, place]) => (place ? `${source}-${place.at}-${place.id}` : []))
    .join('.');
}

/** Reads a cursor in the format of `writeCursor`. Ignores unknown sources. */
export function readCursor<Source extends string>(text: string, sources: readonly Source[]): TimelineCursor<Source> {
  const places = new Map(
    text.split('.').map((part) => {
      const [source = '', at, id] = part.split('-');
      return [source, { at: Number(at), id: Number(id) }];
    }),
  );
  return Object.fromEntries(
    sources.flatMap((source) => (places.has(source) ? [[source, places.get(source)]] : [])),
  ) as TimelineCursor<Source>;
}
