/** Returns true if two rows have the same properties with identical values. */
export function isSame(one: object | null | undefined, other: object | null): boolean {
  if (!one || !other) return one === other;
  const values = new Map(Object.entries(one));
  const entries = Object.entries(other);
  return entries.length === values.size && entries.every(([name, value]) => values.get(name) === value);
}
