/** Passwords that guessers try first. Product rules: Accounts and sessions. The list is made by `npm run passwords`. */
import commonPasswords from '#schema/accounts/common-passwords.json' with { type: 'json' };

/** Whose password it is to be, as far as that is known. */
export interface PasswordOwner {
  email?: string | null | undefined;
  /** First, last and user name. */
  names?: readonly (string | null | undefined)[];
}

/** Shorter ones stand in half of all passwords. */
const partMinLength = 3;

/** Whether it is among the 10,000 most common ones, in whatever case. */
export function isCommonPassword(password: string): boolean {
  return commonPasswords.includes(password.toLowerCase());
}

/** Null: not easily guessed. */
export function guessableReason(password: string, { email, names = [] }: PasswordOwner): 'common' | 'repeated' | 'name' | 'email' | null {
  const candidate = password.toLowerCase();
  const holds = (part: string | null | undefined) => {
    const namePart = part?.trim().toLowerCase() ?? '';
    return namePart.length >= partMinLength && candidate.includes(namePart);
  };
  if (isCommonPassword(password)) return 'common';
  if (/^(.)\1+$/u.test(candidate)) return 'repeated';
  if (names.some(holds)) return 'name';
  return holds(email?.split('@')[0]) ? 'email' : null;
}
