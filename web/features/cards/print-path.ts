/** Where the print-ready PDF of own cards is. */

/** One card, the cards of one order, or with neither all ordered cards. */
export function printPath(which: { card?: string; order?: number } = {}): string {
  const path = '/api/cache-cards/print.pdf';
  if (which.card !== undefined) return `${path}?card=${encodeURIComponent(which.card)}`;
  return which.order === undefined ? path : `${path}?order=${which.order}`;
}
