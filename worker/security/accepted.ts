/** Keys that are being changed: what the one before has signed is accepted until it is taken away. docs/operations.md: A key. */

/** What is read under the first key that accepts it; undefined where none does. */
export async function firstAccepted<Read>(
  keys: readonly CryptoKey[],
  read: (key: CryptoKey) => Promise<Read | undefined>,
): Promise<Read | undefined> {
  for (const key of keys) {
    const found = await read(key);
    if (found !== undefined) return found;
  }
  return undefined;
}
