/** What members are notified about, by email and by push. Product rules: Claims, printing, email and messages. */
import * as v from 'valibot';
import { timeZone } from '#schema/time-zone.ts';

/** Topics that members can choose push notifications for. */
export const pushTopics = ['card_found', 'new_cards', 'stay', 'thanks', 'card_news'] as const;
export type PushTopic = (typeof pushTopics)[number];

/** Topics whose emails can be turned on and off. The digest of finds has a preference of its own. */
export const mailTopics = ['new_cards', 'stay', 'thanks', 'card_news'] as const;
export type MailTopic = (typeof mailTopics)[number];

/** Topics whose emails are on until the member turns them off. */
const topicsOnByDefault = ['stay', 'card_news'] as const satisfies readonly MailTopic[];
type TopicOnByDefault = (typeof topicsOnByDefault)[number];
export type TopicOffByDefault = Exclude<MailTopic, TopicOnByDefault>;

export const isOnByDefault = (topic: PushTopic): topic is TopicOnByDefault => (topicsOnByDefault as readonly string[]).includes(topic);

/**
 * Hours in the member's time zone between which no push notification is sent. Not in schema/rules.ts, which is part of every public page.
 */
export const quietHours = { from: 21, to: 8 };

export const notificationChannels = ['email', 'push'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];
/** `email_off`: emails about a topic that is on by default are off. */
export const storedChannels = [...notificationChannels, 'email_off'] as const;
export type StoredChannel = (typeof storedChannels)[number];

/** Part of the response of GET /api/preferences. */
export const Notifications = v.object({
  email: v.array(v.picklist(mailTopics)),
  push: v.array(v.picklist(pushTopics)),
  /** Public VAPID key for subscribing a device; null if this site sends no push notifications. */
  pushKey: v.nullable(v.string()),
  /** Whether the device that is signed in with this session receives push notifications. */
  isOnThisDevice: v.boolean(),
});
export type Notifications = v.InferOutput<typeof Notifications>;

const isOn = v.boolean('Please choose yes or no');

/** Body of PATCH /api/preferences/notifications. */
export const NotificationRequest = v.pipe(
  v.strictObject({ channel: v.picklist(notificationChannels), topic: v.picklist(pushTopics), isOn, timeZone: v.optional(timeZone) }),
  v.forward(
    v.partialCheck(
      [['channel'], ['topic']],
      ({ channel, topic }) => channel === 'push' || (mailTopics as readonly string[]).includes(topic),
      `For email, topic must be one of ${mailTopics.join(', ')}`,
    ),
    ['topic'],
  ),
);
export type NotificationRequest = v.InferOutput<typeof NotificationRequest>;

/** Matches an uncompressed P-256 point (65 bytes), whose first byte is 4, as base64url without padding. */
const publicKey = v.pipe(v.string(), v.regex(/^B[\w-]{86}$/, 'This is not a push subscription’s public key'));
const authSecret = v.pipe(v.string(), v.regex(/^[\w-]{22}$/, 'This is not a push subscription’s secret'));

/** Body of PUT /api/preferences/device, which turns on push notifications for the device that is signed in. DELETE turns them off. */
export const PushDeviceRequest = v.strictObject({
  endpoint: v.pipe(v.string(), v.maxLength(1_000)),
  keys: v.strictObject({ p256dh: publicKey, auth: authSecret }),
  timeZone: v.optional(timeZone),
});
export type PushDeviceRequest = v.InferOutput<typeof PushDeviceRequest>;
