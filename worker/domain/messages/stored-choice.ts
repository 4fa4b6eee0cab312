import { isOnByDefault, type NotificationChannel, type PushTopic, type StoredChannel } from '#schema/messages/notifications.ts';

interface Choice {
  channel: NotificationChannel;
  topic: PushTopic;
  isOn: boolean;
}

/** Returns which channel's row stores a choice, and whether the row exists. Only differences from the default are stored. */
export function planStoredChoice({ channel, topic, isOn }: Choice): { channel: StoredChannel; exists: boolean } {
  return channel === 'email' && isOnByDefault(topic) ? { channel: 'email_off', exists: !isOn } : { channel, exists: isOn };
}
