import type { GenericSchema } from 'valibot';
import { scannedRowsHeader, totalHeader, totalIsMinimumHeader } from '#schema/admin/list.ts';
import { maxListPageRows } from '#schema/rules.ts';
import { requestJson, type SendOptions } from '#web/lib/api/client.ts';
import type { ListPage } from '#web/ui/data-table/data-table.ts';

export async function readListPage<Row>(
  address: string,
  schema: GenericSchema<unknown, Row[]>,
  options?: SendOptions,
): Promise<ListPage<Row>> {
  const [rows, { headers }] = await requestJson('GET', address, undefined, schema, options);
  const count = Number(headers.get(totalHeader) ?? Number.NaN);
  const total = Number.isFinite(count) ? { count, isMinimum: headers.get(totalIsMinimumHeader) === 'true' } : undefined;
  const scannedRows = Number(headers.get(scannedRowsHeader) ?? 0) || null;
  return { address, rows, total, next: nextCursor(headers.get('Link')), scannedRows };
}

/** Reads the first `maxRows` rows of a list, page by page. Calls `onProgress` with the number of rows read so far. */
export async function readMatches<Row>(
  address: string,
  schema: GenericSchema<unknown, Row[]>,
  maxRows: number,
  onProgress: (count: number) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  const [path = '', query] = address.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('limit', String(Math.min(maxRows, maxListPageRows)));
  for (;;) {
    const page = await readListPage(`${path}?${parameters}`, schema);
    rows.push(...page.rows);
    onProgress(rows.length);
    if (page.next === null || rows.length >= maxRows) return rows.slice(0, maxRows);
    parameters.set('cursor', page.next);
  }
}

function nextCursor(link: string | null): string | null {
  const address = /<([^>]*)>;\s*rel="next"/.exec(link ?? '')?.[1];
  return address === undefined ? null : new URL(address, 'http://site.invalid').searchParams.get('cursor');
}
