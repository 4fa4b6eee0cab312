/**
 * Token that unsubscribes a member from the optional emails about a topic, or from all. It works until the account is recovered from an
 * intruder, and allows nothing else.
 */

import { pushTopics } from '#schema/messages/notifications.ts';
import type { Unsubscription } from '#worker/domain/messages/unsubscription.ts';
import { constantTimeEqual } from './constant-time.ts';
import { keyedHash } from './random.ts';

/** Returns a token such as `17.thanks.1.…`: the member id, the topic, the epoch (unless it is 0) and a signature. */
export async function unsubscribeToken(key: CryptoKey, { userId, topic, epoch }: Unsubscription): Promise<string> {
  const subject = [userId, ...(topic === null ? [] : [topic]), ...(epoch === 0 ? [] : [epoch])].join('.');
  return `${subject}.${await keyedHash(key, 'unsubscribe', subject)}`;
}

/** Returns what the token stops, or undefined if we did not sign the token. */
export async function readUnsubscribeToken(key: CryptoKey, token: string): Promise<Unsubscription | undefined> {
  const [, id, name, epoch] = /^(\d{1,15})(?:\.([a-z]\w*))?(?:\.(\d{1,9}))?\.[\w-]+$/.exec(token) ?? [];
  const topic = pushTopics.find((known) => known === name) ?? null;
  const unsubscription = { userId: Number(id), topic, epoch: Number(epoch ?? 0) };
  if (!Number.isSafeInteger(unsubscription.userId) || (name !== undefined && topic === null)) return undefined;
  return constantTimeEqual(await unsubscribeToken(key, unsubscription), token) ? unsubscription : undefined;
}
