/**
 * Works around a bug in @phi-ag/argon2: it hashes only as many UTF-8 bytes as the text has UTF-16 units, so it would hash only two of the
 * four bytes of `éé`, and any password starting with `é` would match. Appending one NUL per extra byte raises the count; the NULs
 * themselves are not hashed.
 */
export function padForArgon2(password: string): string {
  // Normalize the password because keyboards may produce the same letter in composed or decomposed form.
  const normalizedPassword = password.normalize('NFC');
  const bytes = new TextEncoder().encode(normalizedPassword).length;
  return normalizedPassword + '\0'.repeat(bytes - normalizedPassword.length);
}
