/** Lists by pages: the store is asked for one row more than is shown, which says whether another page follows. */
import type { PageQuery } from '#schema/page-query.ts';
import type { OlderRows } from '#worker/store/sql.ts';

/** The rows to ask the store for. */
export function rowsFor({ limit, cursor }: PageQuery): OlderRows {
  return { limit: limit + 1, before: cursor ?? null };
}

/** Of the rows that the store found: those that are shown, and where the page after begins. */
export function pageOf<Row extends { id: number }>(found: Row[], { limit }: PageQuery): { page: Row[]; nextCursor: string | null } {
  const page = found.slice(0, limit);
  return { page, nextCursor: found.length > limit ? String(page.at(-1)?.id) : null };
}
