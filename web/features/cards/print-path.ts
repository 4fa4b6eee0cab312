/** Without `card` or `order`: all ordered cards. */
export function printPath(filter: { card?: string; order?: number } = {}): string {
  const path = '/api/cache-cards/print.pdf';
  if (filter.card !== undefined) return `${path}?card=${encodeURIComponent(filter.card)}`;
  return filter.order === undefined ? path : `${path}?order=${filter.order}`;
}
