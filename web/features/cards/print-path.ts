/** Path of the PDF for one card or one order, or for all ordered cards if both are omitted. */
export function printPath(filter: { card?: string; order?: number } = {}): string {
  const path = '/api/cache-cards/print.pdf';
  if (filter.card !== undefined) return `${path}?card=${encodeURIComponent(filter.card)}`;
  return filter.order === undefined ? path : `${path}?order=${filter.order}`;
}
