/** Key rotation: values signed with the previous key are accepted until it is removed. docs/operations.md: A key. */

/** Tries the keys in order; undefined if none accepts it. */
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
