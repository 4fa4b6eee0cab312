/** Token that unsubscribes a member from optional email. It never expires and allows nothing else. */

import { constantTimeEqual } from './constant-time.ts';
import { keyedHash } from './random.ts';

/** Returns a token such as `17.…`, which consists of the member id and a signature. */
export async function unsubscribeToken(key: CryptoKey, userId: number): Promise<string> {
  return `${userId}.${await keyedHash(key, 'unsubscribe', String(userId))}`;
}

/** Returns the token's member id, or undefined if we did not sign the token. */
export async function readUnsubscribeToken(key: CryptoKey, token: string): Promise<number | undefined> {
  const userId = Number(/^(\d{1,15})\.[\w-]+$/.exec(token)?.[1]);
  if (!Number.isSafeInteger(userId)) return undefined;
  return constantTimeEqual(await unsubscribeToken(key, userId), token) ? userId : undefined;
}
