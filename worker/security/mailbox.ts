import { hashedMailbox, isHashedMailbox, normalizeMailbox } from '#worker/domain/accounts/mailbox.ts';
import type { ReviewFacts } from '#worker/domain/reviews/facts.ts';
import { keyedHash } from './random.ts';

/** Returns a keyed hash of the mailbox, which is the same for all of the mailbox's addresses. */
export function mailboxHash(key: CryptoKey, address: string): Promise<string> {
  return keyedHash(key, 'mailbox', normalizeMailbox(address));
}

/**
 * Hashes the mailboxes in a review case's facts so that they can be compared with those of erased accounts, for which only hashes are
 * stored. Returns `facts` unchanged if none of the accounts has been erased.
 */
export async function hashMailboxes(key: CryptoKey, facts: ReviewFacts): Promise<ReviewFacts> {
  if (!facts.accounts.some(({ mailbox }) => isHashedMailbox(mailbox))) return facts;
  const hash = async (mailbox: string) => (isHashedMailbox(mailbox) ? mailbox : hashedMailbox(await keyedHash(key, 'mailbox', mailbox)));
  const accounts = facts.accounts.map(async (account) => ({
    ...account,
    mailbox: await hash(account.mailbox),
    formerMailboxes: await Promise.all(account.formerMailboxes.map(hash)),
  }));
  return { ...facts, accounts: await Promise.all(accounts) };
}
