/** What keeps the service running: throttles, mail, messages, idempotency, job runs, kept totals. */
import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { admins } from './admins.ts';
import { createdAt, jsonText, oneOf, rowId, seconds } from './columns.ts';
import { users } from './members.ts';

/** Counts of what is limited in a window of time: sign-in failures, unknown card ids, contact messages. Keys hold hashes, never addresses. */
export const rateCounters = sqliteTable(
  'rate_counters',
  {
    key: text('key').notNull(),
    windowStart: seconds('window_start').notNull(),
    count: integer('count').notNull(),
    expiresAt: seconds('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.windowStart] }), index('rate_counters_expiry').on(t.expiresAt)],
);

const outboxStatuses = ['queued', 'sending', 'sent', 'dead'] as const;

/** Mails, written with the change that causes them, delivered later, at least once. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: rowId(),
    messageId: text('message_id').notNull().unique(),
    userId: integer('user_id').references(() => users.id),
    template: text('template').notNull(),
    toAddress: text('to_address').notNull(),
    /** What the template is filled with, JSON. */
    payload: jsonText('payload').notNull(),
    /** Unique where a mail may exist only once for its cause. */
    cause: text('cause').unique(),
    status: text('status', { enum: outboxStatuses }).notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: seconds('next_attempt_at').notNull(),
    lastError: text('last_error'),
    createdAt: createdAt(),
    sentAt: seconds('sent_at'),
  },
  (t) => [
    index('outbox_due').on(t.status, t.nextAttemptAt),
    index('outbox_user').on(t.userId),
    check('outbox_status', sql.raw(oneOf('status', outboxStatuses))),
  ],
);

export const contactMessages = sqliteTable(
  'contact_messages',
  {
    id: rowId(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    message: text('message').notNull(),
    userId: integer('user_id').references(() => users.id),
    addressHash: text('address_hash'),
    handledAt: seconds('handled_at'),
    handledById: integer('handled_by_id').references(() => admins.id),
    createdAt: createdAt(),
  },
  (t) => [
    index('contact_messages_open').on(t.handledAt, t.id),
    index('contact_messages_user').on(t.userId),
    // Messages of a member who was not signed in are theirs all the same: to download, and to erase.
    index('contact_messages_email').on(sql`lower(email)`),
  ],
);

/** Answers kept under a caller's Idempotency-Key, so that a repeated request gets the first one's answer. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    /** e.g. `admin:3` or `user:17`. */
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    response: jsonText('response'),
    createdAt: createdAt(),
    expiresAt: seconds('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.key] }), index('idempotency_keys_expiry').on(t.expiresAt)],
);

export const jobRuns = sqliteTable(
  'job_runs',
  {
    id: rowId(),
    job: text('job').notNull(),
    scheduledFor: seconds('scheduled_for').notNull(),
    startedAt: seconds('started_at').notNull(),
    finishedAt: seconds('finished_at'),
    outcome: text('outcome'),
    error: text('error'),
  },
  (t) => [index('job_runs_job').on(t.job, t.id)],
);

/**
 * Totals of the administrators' tiles and charts: `day` is 'all' or UTC YYYY-MM-DD. Nothing reads or writes them before
 * the administrators' area exists; its migration fills in what happened until then from the rows themselves.
 */
export const dailyTotals = sqliteTable(
  'daily_totals',
  {
    day: text('day').notNull(),
    name: text('name').notNull(),
    value: integer('value').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.day, t.name] })],
);
