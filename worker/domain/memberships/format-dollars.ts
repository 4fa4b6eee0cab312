/** `22.00`, `-3.50`: for files. */
export function formatDollars(cents: number): string {
  return (cents / 100).toFixed(2);
}
