/** CSV (RFC 4180), streamed page by page so that large exports need little memory. */
import type { Context } from 'hono';
import { formatDollars } from '#worker/domain/memberships/format-dollars.ts';
import type { AdminEnv } from '#worker/middleware/admin.ts';

/** A cell value. Null is an empty cell. Cents are written as dollars, for example `22.00`, so that spreadsheets treat them as numbers. */
export type CsvValue = string | number | { cents: number } | null;

export interface CsvColumn<Row> {
  header: string;
  value: (row: Row) => CsvValue;
}

/**
 * Spreadsheets treat text that starts with these characters as a formula (OWASP: CSV injection); an apostrophe prevents it. Those that use
 * decimal commas also split a quoted cell at semicolons, tabs and line breaks.
 */
const formulaStart = /(^|[;\t\r\n])([^\S\t\r\n]|")*(?=[=+\-@＝＋－＠])/g;

export function csvCell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'object') return formatDollars(value.cents);
  const safeValue = value.replace(formulaStart, "$&'");
  return /[",;\t\r\n]/.test(safeValue) ? `"${safeValue.replaceAll('"', '""')}"` : safeValue;
}

function csvLine(cells: CsvValue[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Audits the export, then streams it. `filters` must contain no text that anyone chose, because erasing a member would not remove it. */
export async function exportCsv<Row>(
  c: Context<AdminEnv>,
  fileName: string,
  columns: CsvColumn<Row>[],
  pages: AsyncGenerator<Row[], void>,
  filters: Record<string, unknown> = {},
): Promise<Response> {
  await c.var.store.admin.audit.noteExport(fileName, filters, c.var.actor, c.var.now);
  return streamCsv(fileName, columns, pages);
}

/** Streams a CSV file. It starts with a BOM so that spreadsheets recognize UTF-8. */
export function streamCsv<Row>(fileName: string, columns: CsvColumn<Row>[], pages: AsyncGenerator<Row[], void>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(`\uFEFF${csvLine(columns.map(({ header }) => header))}`));
    },
    async pull(controller) {
      const { done, value } = await pages.next();
      if (done) return controller.close();
      controller.enqueue(encoder.encode(value.map((row) => csvLine(columns.map((column) => column.value(row)))).join('')));
    },
    async cancel() {
      await pages.return();
    },
  });
  return new Response(body, { headers: createDownloadHeaders(fileName) });
}

/** Returns a CSV file without a header row or BOM. */
export function createDownload(fileName: string, lines: CsvValue[][]): Response {
  return new Response(lines.map(csvLine).join(''), { headers: createDownloadHeaders(fileName) });
}

function createDownloadHeaders(fileName: string): Record<string, string> {
  return {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${fileName}"`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
}
