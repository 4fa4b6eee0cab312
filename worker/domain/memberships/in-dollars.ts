/** `22.00`, `-3.50`, for use in files. */
export function inDollars(cents: number): string {
  return (cents / 100).toFixed(2);
}
