/** Validation of usernames. Product rules: Accounts and sessions. */
import * as v from 'valibot';
import { usernameMaxLength, usernameMinLength } from '#schema/rules.ts';

const invisible = /\p{Default_Ignorable_Code_Point}|(?![\t\n\r])\p{C}/u;
const allowedCharacters = /^[\p{L}\p{Mn}\p{Mc}\p{Nd}._-]+$/u;
/**
 * Matches combining marks that make a username misleading or unreadable: a mark without a letter, the same mark twice, five marks in a row,
 * or a dot above a letter that already has one.
 */
const misplacedMarks = /(?:^|[^\p{L}\p{M}])\p{M}|(\p{M})\1|\p{M}{5}|\p{Soft_Dotted}\p{M}*\u0307/u;

export const usernameFlaws = {
  invisible: 'Username contains invisible characters. Please remove them.',
  email: 'Other members see your username, so please don’t use an email address.',
  characters: 'Use only letters, digits, dots, hyphens and underscores.',
  noLetter: 'Use at least one letter or digit.',
  marks: 'Please remove the extra accents from your username.',
  length: `Use ${usernameMinLength} to ${usernameMaxLength} characters.`,
};

/**
 * Checks the characters of a new username. Returns an error message, or undefined if they are valid. The server also checks scripts and
 * reserved names.
 */
export function findUsernameFlaw(username: string): string | undefined {
  if (invisible.test(username)) return usernameFlaws.invisible;
  if (username.includes('@')) return usernameFlaws.email;
  if (!allowedCharacters.test(username)) return usernameFlaws.characters;
  if (!/[\p{L}\p{Nd}]/u.test(username)) return usernameFlaws.noLetter;
  if (misplacedMarks.test(username)) return usernameFlaws.marks;
  const { length } = [...username];
  return length < usernameMinLength || length > usernameMaxLength ? usernameFlaws.length : undefined;
}

const username = v.pipe(
  v.string('Username must be text'),
  // Converts full-width and stylized letters to ordinary ones.
  v.transform((text) => text.normalize('NFKC')),
  v.trim(),
);

/** Turns a missing, null or blank value into null. */
export const newUsername = v.optional(
  v.nullable(
    v.pipe(
      username,
      v.check(
        (text) => text === '' || findUsernameFlaw(text) === undefined,
        ({ input }) => findUsernameFlaw(input) ?? '',
      ),
      v.transform((text) => text || null),
    ),
  ),
);

/** Validates an existing username, which need not meet the rules for new usernames. */
export const anyUsername = v.optional(
  v.nullable(
    v.pipe(
      v.string('Username must be text'),
      v.trim(),
      v.transform((text) => text || null),
    ),
  ),
);
