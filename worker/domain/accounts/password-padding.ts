/**
 * Works around a bug of @phi-ag/argon2: it hashes only as many UTF-8 bytes as the text has UTF-16 units, so two of the four bytes of `éé`, and
 * any password starting with `é` would match. Appending a NUL per extra byte raises the count; the NULs themselves are not hashed.
 */
export function padForArgon2(password: string): string {
  // Composed and decomposed letters count as the same: keyboards differ.
  const normalizedPassword = password.normalize('NFC');
  const bytes = new TextEncoder().encode(normalizedPassword).length;
  return normalizedPassword + '\0'.repeat(bytes - normalizedPassword.length);
}
