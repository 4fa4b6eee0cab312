/** Returns the counter key of a mailbox, which is the same for all its addresses. */
import { normalizeMailbox } from '#worker/domain/accounts/mailbox.ts';
import { keyedHash } from './random.ts';

export function mailboxHash(key: CryptoKey, address: string): Promise<string> {
  return keyedHash(key, 'mailbox', normalizeMailbox(address));
}
