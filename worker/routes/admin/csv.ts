/** Lists as CSV (RFC 4180), written as they are read, so that a hundred thousand rows need no more memory than one page. */
import { inDollars } from '#worker/domain/memberships/in-dollars.ts';

/** Null is an empty cell; cents are written as dollars, `22.00`, and stay a number for spreadsheets. */
export type CsvValue = string | number | { cents: number } | null;

export interface CsvColumn<Row> {
  header: string;
  value: (row: Row) => CsvValue;
}

/** Spreadsheets run a text that begins so as a formula (OWASP: CSV injection); an apostrophe keeps it text. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

/** One cell. Numbers stay numbers, negative ones too. */
export function csvCell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'object') return inDollars(value.cents);
  const harmless = formulaStart.test(value) ? `'${value}` : value;
  // Where decimals have commas, spreadsheets part cells at semicolons.
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function csvLine(cells: CsvValue[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** The answer that downloads `pages` as a file. The mark at its beginning tells spreadsheets that it is UTF-8. */
export function csvOf<Row>(fileName: string, columns: CsvColumn<Row>[], pages: AsyncGenerator<Row[], void>): Response {
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
  return new Response(body, { headers: headersOf(fileName) });
}

/** The answer that downloads these lines alone: no header, no mark at the beginning. */
export function downloadOf(fileName: string, lines: CsvValue[][]): Response {
  return new Response(lines.map(csvLine).join(''), { headers: headersOf(fileName) });
}

function headersOf(fileName: string): Record<string, string> {
  return {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${fileName}"`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
}
