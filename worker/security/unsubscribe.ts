/** Token to turn off a member's optional mails. Never expires and allows nothing else. */

import { constantTimeEqual } from './constant-time.ts';
import { keyedHash } from './random.ts';

/** `17.…`: member id and signature. */
export async function unsubscribeToken(key: CryptoKey, userId: number): Promise<string> {
  return `${userId}.${await keyedHash(key, 'unsubscribe', String(userId))}`;
}

/** Undefined if we did not sign it. */
export async function readUnsubscribeToken(key: CryptoKey, token: string): Promise<number | undefined> {
  const userId = Number(/^(\d{1,15})\.[\w-]+$/.exec(token)?.[1]);
  if (!Number.isSafeInteger(userId)) return undefined;
  return constantTimeEqual(await unsubscribeToken(key, userId), token) ? userId : undefined;
}
