/** What of a password goes into its hash: all of its UTF-8 bytes, in whichever of the two ways its letters were typed. */

/**
 * As @phi-ag/argon2 must be given it. It writes a text as UTF-8 and then hashes as many bytes as the text has UTF-16 units: of
 * `éé` two bytes of four, so that any password beginning with `é` would do. A NUL for each byte more makes that many units; the NULs
 * themselves are beyond what is hashed.
 */
export function hashedPassword(password: string): string {
  // One password typed on two keyboards: composed and decomposed letters count as the same.
  const composed = password.normalize('NFC');
  const bytes = new TextEncoder().encode(composed).length;
  return composed + '\0'.repeat(bytes - composed.length);
}
