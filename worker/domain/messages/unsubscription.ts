import type { PushTopic } from '#schema/messages/notifications.ts';

/** What a link in an email stops. */
export interface Unsubscription {
  userId: number;
  /** Null for all topics, as in the links of older emails. */
  topic: PushTopic | null;
  /** Number of recoveries of the account before the email was sent. */
  epoch: number;
}
