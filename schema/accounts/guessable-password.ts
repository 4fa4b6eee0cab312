/** Passwords that attackers guess first. `npm run passwords` generates the list. Product rules: Accounts and sessions. */
import commonPasswords from '#schema/accounts/common-passwords.json' with { type: 'json' };

export interface PasswordOwner {
  email?: string | null | undefined;
  names?: readonly (string | null | undefined)[];
}

/** Shorter parts would match half of all passwords. */
const partMinLength = 3;

/** Whether it is one of the 10,000 most common passwords, ignoring case. */
export function isCommonPassword(password: string): boolean {
  return commonPasswords.includes(password.toLowerCase());
}

/** Null if the password is hard to guess. */
export function guessableReason(password: string, { email, names = [] }: PasswordOwner): 'common' | 'repeated' | 'name' | 'email' | null {
  const candidate = password.toLowerCase();
  const containsPart = (part: string | null | undefined) => {
    const namePart = part?.trim().toLowerCase() ?? '';
    return namePart.length >= partMinLength && candidate.includes(namePart);
  };
  if (isCommonPassword(password)) return 'common';
  if (/^(.)\1+$/u.test(candidate)) return 'repeated';
  if (names.some(containsPart)) return 'name';
  return containsPart(email?.split('@')[0]) ? 'email' : null;
}
