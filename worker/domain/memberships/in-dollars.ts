/** Cents as files write dollars: `22.00`, `-3.50`. */
export function inDollars(cents: number): string {
  return (cents / 100).toFixed(2);
}
