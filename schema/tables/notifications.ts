import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { pushTopics, storedChannels } from '#schema/messages/notifications.ts';
import { type PushTemplate, pushStatuses } from '#schema/messages/push.ts';
import { createdAt, foreignId, jsonText, rowId, seconds } from './columns.ts';
import { users } from './members.ts';

/** Members' choices that differ from the default: notifications that they turned on, and with `email_off` emails that they turned off. */
export const notificationChoices = sqliteTable(
  'notification_choices',
  {
    userId: foreignId('user_id', () => users.id).notNull(),
    channel: text('channel', { enum: storedChannels }).notNull(),
    topic: text('topic', { enum: pushTopics }).notNull(),
    /** When the member chose this; null if through a link in an email before that was recorded. */
    chosenAt: seconds('chosen_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.channel, t.topic] })],
);

/** Transactional outbox for push notifications, like the one for email. A row is sent to all devices of the member. */
export const pushMessages = sqliteTable(
  'push_messages',
  {
    id: rowId(),
    userId: foreignId('user_id', () => users.id).notNull(),
    template: text('template').$type<PushTemplate>().notNull(),
    payload: jsonText('payload').notNull(),
    /** A later notification with the same subject replaces this one, in the queue, at the push service and on the device. */
    subject: text('subject').notNull(),
    /** Unique key that prevents the notification from being queued twice. */
    cause: text('cause').unique(),
    status: text('status', { enum: pushStatuses }).notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: seconds('next_attempt_at').notNull(),
    /** Endpoints that have not accepted the notification, as a JSON array; null before the first attempt. */
    remaining: jsonText('remaining'),
    createdAt: createdAt(),
  },
  (t) => [
    index('push_messages_due').on(t.status, t.nextAttemptAt).where(sql`status IN ('queued', 'sending')`),
    index('push_messages_waiting').on(t.userId, t.subject).where(sql`status = 'queued'`),
    index('push_messages_created').on(t.createdAt),
    index('push_messages_user').on(t.userId),
  ],
);
