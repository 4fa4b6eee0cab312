/** Lists as CSV (RFC 4180), written as they are read, so that a hundred thousand rows need no more memory than one page. */

export interface CsvColumn<Row> {
  header: string;
  /** Null is an empty cell. */
  value: (row: Row) => string | number | null;
}

/** Spreadsheets run a text that begins so as a formula (OWASP: CSV injection); an apostrophe keeps it text. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

/** One cell. Numbers stay numbers, negative ones too. */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = formulaStart.test(value) ? `'${value}` : value;
  // Where decimals have commas, spreadsheets part cells at semicolons.
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function csvLine(cells: (string | number | null)[]): string {
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
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
