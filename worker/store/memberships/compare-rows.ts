/** Compares the properties of two rows. */
export function isSame(one: object | null | undefined, other: object | null): boolean {
  if (!one || !other) return one === other;
  const values = new Map(Object.entries(one));
  const entries = Object.entries(other);
  return entries.length === values.size && entries.every(([name, value]) => values.get(name) === value);
}
