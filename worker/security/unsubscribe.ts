/** The token that turns off a member's optional mails. It never expires, and does nothing else. */

import { constantTimeEqual } from './constant-time.ts';
import { keyedHash } from './random.ts';

/** `17.…`: whose mails, and the proof that we wrote the link. */
export async function unsubscribeToken(key: CryptoKey, userId: number): Promise<string> {
  return `${userId}.${await keyedHash(key, 'unsubscribe', String(userId))}`;
}

/** The member whose mails a token speaks of; undefined where it is not ours. */
export async function readUnsubscribeToken(key: CryptoKey, token: string): Promise<number | undefined> {
  const userId = Number(/^(\d{1,15})\.[\w-]+$/.exec(token)?.[1]);
  if (!Number.isSafeInteger(userId)) return undefined;
  return constantTimeEqual(await unsubscribeToken(key, userId), token) ? userId : undefined;
}
