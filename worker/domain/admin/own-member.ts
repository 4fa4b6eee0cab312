/** Recognizes administrators who decide about their own account as a member. Product rules: Administrators. */
import { normalizeMailbox } from '#worker/domain/accounts/mailbox.ts';

export function sharesMailbox(adminEmails: readonly string[], memberEmails: readonly string[]): boolean {
  const mailboxes = new Set(adminEmails.map(normalizeMailbox));
  return memberEmails.some((email) => mailboxes.has(normalizeMailbox(email)));
}
