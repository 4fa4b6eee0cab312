import type { PushTopic } from '#schema/messages/notifications.ts';

export const pushTemplates = [
  'card_found',
  'new_cards',
  'stay_offered',
  'stay_reminder',
  'certificate_reminder',
  'thanks',
  'card_reported',
  'card_missing',
] as const;
export type PushTemplate = (typeof pushTemplates)[number];

export const topicOf: Readonly<Record<PushTemplate, PushTopic>> = {
  card_found: 'card_found',
  new_cards: 'new_cards',
  stay_offered: 'stay',
  stay_reminder: 'stay',
  certificate_reminder: 'stay',
  thanks: 'thanks',
  card_reported: 'card_news',
  card_missing: 'card_news',
};

/** `dropped`: not sent, because a later notification replaced it, the member has no device, or it could not be delivered in time. */
export const pushStatuses = ['queued', 'sending', 'sent', 'dropped'] as const;

/** Decrypted content of a push message, which the service worker shows. */
export interface PushContent {
  title: string;
  body: string;
  /** Page that opens when the notification is clicked. */
  path: string;
  /** Notifications with the same tag replace each other. */
  tag: string;
  /** Topic that the notification's button turns off. */
  topic: PushTopic;
  /** Text of that button. */
  turnOff: string;
  /** Title and text of the notification that confirms it. */
  turnedOff: [title: string, body: string];
}

/** Text of a notification that the service worker cannot read. */
export const pushWithoutText = 'You have news.';
