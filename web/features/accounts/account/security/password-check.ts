/** What is said of a new password. Loaded when one is typed: the lists are larger than the pages around them. */
import { guessableReason, type PasswordOwner } from '#schema/accounts/guessable-password.ts';
import words from '#web/features/accounts/account/security/suggested-words.json' with { type: 'json' };

const reasons = {
  common: 'it is among the 10,000 most common passwords',
  repeated: 'it is one character over and over',
  name: 'it holds the name on the account',
  email: 'it holds the email address of the account',
};

/** Eleven bits each: 55 together. */
const wordsInSuggestion = 5;

/** What is wrong with a password that is long enough to be taken; null where nothing is. */
export function warningOf(password: string, owner: PasswordOwner): string | null {
  const reason = guessableReason(password, owner);
  return reason && `Easy to guess: ${reasons[reason]}.`;
}

/** Words drawn at random. Their number divides that of the values of 16 bits, so each is as likely. */
export function suggestPassword(): string {
  const drawn = crypto.getRandomValues(new Uint16Array(wordsInSuggestion));
  return Array.from(drawn, (value) => words[value % words.length]).join('-');
}
