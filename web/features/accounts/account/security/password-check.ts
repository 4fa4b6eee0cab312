/** Loaded on demand because the word lists are larger than the pages that use them. */
import { t } from '@lingui/core/macro';
import { findGuessableReason, type PasswordOwner } from '#schema/accounts/guessable-password.ts';
import words from '#web/features/accounts/account/security/suggested-words.json' with { type: 'json' };

const warnings = () => ({
  common: t`Easy to guess: it’s one of the 10,000 most common passwords.`,
  repeated: t`Easy to guess: it repeats one character.`,
  name: t`Easy to guess: it contains your name.`,
  email: t`Easy to guess: it contains your email.`,
});

/** Each word adds 11 bits of entropy, so five words add up to 55 bits. */
const wordsInSuggestion = 5;

export function getWarning(password: string, owner: PasswordOwner): string | null {
  const reason = findGuessableReason(password, owner);
  return reason && warnings()[reason];
}

/** Picks random words. The word list's length divides 2^16, so there is no modulo bias. */
export function suggestPassword(): string {
  const randomNumbers = crypto.getRandomValues(new Uint16Array(wordsInSuggestion));
  return Array.from(randomNumbers, (value) => words[value % words.length]).join('-');
}
