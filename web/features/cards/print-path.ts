import type { PaperChoice } from '#schema/printing/print.ts';

interface PrintSelection {
  card?: string;
  order?: number;
  /** Paper for a sheet of ten cards; omitted for a print shop's PDF, which has one card per page. */
  paper?: PaperChoice;
}

/** Path of the PDF for one card or one order, or for all ordered cards if both are omitted. */
export function printPath(selection: PrintSelection): string {
  const query = Object.entries(selection).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `/api/cache-cards/print.pdf?${query.join('&')}`;
}
