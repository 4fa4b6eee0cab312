/** Detects administrators who act on their own member account. Product rules: Administrators. */
import { normalizeMailbox } from '#worker/domain/accounts/mailbox.ts';

export function haveCommonMailbox(adminEmails: readonly string[], otherEmails: readonly string[]): boolean {
  const mailboxes = new Set(adminEmails.map(normalizeMailbox));
  return otherEmails.some((email) => mailboxes.has(normalizeMailbox(email)));
}
