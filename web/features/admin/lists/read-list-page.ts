import type { GenericSchema } from 'valibot';
import { scannedRowsHeader, totalHeader, totalIsMinimumHeader } from '#schema/admin/list.ts';
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

function nextCursor(link: string | null): string | null {
  const address = /<([^>]*)>;\s*rel="next"/.exec(link ?? '')?.[1];
  return address === undefined ? null : new URL(address, 'http://site.invalid').searchParams.get('cursor');
}
