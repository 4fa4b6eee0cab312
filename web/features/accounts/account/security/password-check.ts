/** Loaded on demand: the word lists are larger than the pages that use them. */
import { guessableReason, type PasswordOwner } from '#schema/accounts/guessable-password.ts';
import words from '#web/features/accounts/account/security/suggested-words.json' with { type: 'json' };

const reasons = {
  common: 'it’s one of the 10,000 most common passwords',
  repeated: 'it repeats one character',
  name: 'it contains your name',
  email: 'it contains your email',
};

/** 11 bits each, 55 in total. */
const wordsInSuggestion = 5;

/** Null if the password is not easily guessed. */
export function getWarning(password: string, owner: PasswordOwner): string | null {
  const reason = guessableReason(password, owner);
  return reason && `Easy to guess: ${reasons[reason]}.`;
}

/** No modulo bias: the list's length divides 2^16. */
export function suggestPassword(): string {
  const randomNumbers = crypto.getRandomValues(new Uint16Array(wordsInSuggestion));
  return Array.from(randomNumbers, (value) => words[value % words.length]).join('-');
}
