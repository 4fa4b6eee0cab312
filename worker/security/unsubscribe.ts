/** Token that unsubscribes a member from the optional emails about a topic, or from all. It never expires and allows nothing else. */

import { type PushTopic, pushTopics } from '#schema/messages/notifications.ts';
import { constantTimeEqual } from './constant-time.ts';
import { keyedHash } from './random.ts';

interface Unsubscription {
  userId: number;
  /** Null for all topics, as in the links of older emails. */
  topic: PushTopic | null;
}

/** Returns a token such as `17.thanks.…`, which consists of the member id, the topic and a signature. */
export async function unsubscribeToken(key: CryptoKey, userId: number, topic: PushTopic | null): Promise<string> {
  const subject = topic === null ? String(userId) : `${userId}.${topic}`;
  return `${subject}.${await keyedHash(key, 'unsubscribe', subject)}`;
}

/** Returns what the token stops, or undefined if we did not sign the token. */
export async function readUnsubscribeToken(key: CryptoKey, token: string): Promise<Unsubscription | undefined> {
  const [, id, name] = /^(\d{1,15})(?:\.(\w+))?\.[\w-]+$/.exec(token) ?? [];
  const userId = Number(id);
  const topic = pushTopics.find((known) => known === name) ?? null;
  if (!Number.isSafeInteger(userId) || (name !== undefined && topic === null)) return undefined;
  return constantTimeEqual(await unsubscribeToken(key, userId, topic), token) ? { userId, topic } : undefined;
}
