/** Compares two strings in constant time: the duration does not depend on where they differ. */
export function constantTimeEqual(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let differences = 0;
  for (let index = 0; index < one.length; index += 1) differences |= one.charCodeAt(index) ^ other.charCodeAt(index);
  return differences === 0;
}
