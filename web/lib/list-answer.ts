/** Reading lists whose headers tell how many there are and where the next page begins. */
import type { GenericSchema } from 'valibot';
import { totalHeader, totalIsMinimumHeader } from '#schema/admin/list.ts';
import { requestAnswer } from '#web/lib/api.ts';

export interface ListAnswer<Row> {
  /** The address that it answers. */
  address: string;
  rows: Row[];
  /** Of all matches; undefined where the list does not say. */
  total: { count: number; isMinimum: boolean } | undefined;
  /** Cursor of the next page; null on the last one. */
  next: string | null;
}

/** GET of a page of a list; throws ApiError or NetworkError. */
export async function readListAnswer<Row>(address: string, schema: GenericSchema<unknown, Row[]>): Promise<ListAnswer<Row>> {
  const [rows, { headers }] = await requestAnswer('GET', address, undefined, schema);
  const count = Number(headers.get(totalHeader) ?? Number.NaN);
  const total = Number.isFinite(count) ? { count, isMinimum: headers.get(totalIsMinimumHeader) === 'true' } : undefined;
  return { address, rows, total, next: nextCursor(headers.get('Link')) };
}

function nextCursor(link: string | null): string | null {
  const address = /<([^>]*)>;\s*rel="next"/.exec(link ?? '')?.[1];
  return address === undefined ? null : new URL(address, 'http://site.invalid').searchParams.get('cursor');
}
