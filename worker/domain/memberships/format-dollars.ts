/** Formats cents for files, such as `22.00` or `-3.50`. */
export function formatDollars(cents: number): string {
  return (cents / 100).toFixed(2);
}
