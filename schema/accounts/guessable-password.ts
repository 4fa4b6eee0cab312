/**
 * Rejects passwords that attackers try first. `npm run passwords` generates the list of common passwords. Product rules: Accounts and
 * sessions.
 */
import commonPasswords from '#schema/accounts/common-passwords.json' with { type: 'json' };

export interface PasswordOwner {
  email?: string | null | undefined;
  names?: readonly (string | null | undefined)[];
}

/**
 * Passwords must not contain parts of the member's name or email address that are at least this long. Checking shorter parts would reject
 * too many passwords.
 */
const minNamePartLength = 3;

/** Returns whether the password is one of the 10,000 most common ones, ignoring case. */
export function isCommonPassword(password: string): boolean {
  return commonPasswords.includes(password.toLowerCase());
}

/** Checks whether the password is easy to guess. Returns the reason, or null if it is not. */
export function findGuessableReason(
  password: string,
  { email, names = [] }: PasswordOwner,
): 'common' | 'repeated' | 'name' | 'email' | null {
  const candidate = password.toLowerCase();
  const containsPart = (part: string | null | undefined) => {
    const namePart = part?.trim().toLowerCase() ?? '';
    return namePart.length >= minNamePartLength && candidate.includes(namePart);
  };
  if (isCommonPassword(password)) return 'common';
  if (/^(.)\1+$/u.test(candidate)) return 'repeated';
  if (names.some(containsPart)) return 'name';
  return containsPart(email?.split('@')[0]) ? 'email' : null;
}
