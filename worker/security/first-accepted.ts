/** Key rotation: values signed with the previous key are accepted until that key is removed. See "A key" in docs/operations.md. */

/** Tries the keys in order and returns the first accepted result; undefined if no key is accepted. */
export async function firstAccepted<Read>(
  keys: readonly CryptoKey[],
  read: (key: CryptoKey) => Promise<Read | undefined>,
): Promise<Read | undefined> {
  for (const key of keys) {
    const value = await read(key);
    if (value !== undefined) return value;
  }
  return undefined;
}
