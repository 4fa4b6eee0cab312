/** Without `card` or `order`: all ordered cards. */
export function printPath(which: { card?: string; order?: number } = {}): string {
  const path = '/api/cache-cards/print.pdf';
  if (which.card !== undefined) return `${path}?card=${encodeURIComponent(which.card)}`;
  return which.order === undefined ? path : `${path}?order=${which.order}`;
}
