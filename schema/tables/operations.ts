import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { jobOutcomes, retryKinds } from '#schema/admin/jobs.ts';
import { alarmKinds, outboxStatuses } from '#schema/admin/system.ts';
import { replyKinds } from '#schema/messages/contact.ts';
import { admins } from './admins.ts';
import { createdAt, flag, foreignId, jsonText, rowId, seconds, version } from './columns.ts';
import { users } from './members.ts';

/** Rate limits: sign-in failures, unknown card ids, contact messages. Keys contain hashes, never addresses. */
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

/** Transactional outbox: written with the change that causes a mail, delivered at least once. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: rowId(),
    messageId: text('message_id').notNull().unique(),
    userId: foreignId('user_id', () => users.id),
    template: text('template').notNull(),
    toAddress: text('to_address').notNull(),
    /** Template values, JSON. */
    payload: jsonText('payload').notNull(),
    /** Unique key of mails that may be sent only once. */
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
    index('outbox_unsent').on(t.status, t.createdAt).where(sql`status <> 'sent'`),
    index('outbox_created').on(t.createdAt),
    index('outbox_user').on(t.userId),
    index('outbox_gone').on(t.createdAt).where(sql`status = 'sent' AND to_address <> ''`),
    index('outbox_news').on(t.createdAt).where(sql`template IN ('card_digest', 'new_cards') AND payload <> '{}'`),
  ],
);

export const contactMessages = sqliteTable(
  'contact_messages',
  {
    id: rowId(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    message: text('message').notNull(),
    userId: foreignId('user_id', () => users.id),
    /** Keyed hash of the sender's network address; erased after 90 days. */
    addressHash: text('address_hash'),
    /** When last answered or closed; null while open, also after a new message from the author. */
    handledAt: seconds('handled_at'),
    handledById: foreignId('handled_by_id', () => admins.id),
    isAnswered: flag('is_answered').notNull().default(false),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    check('contact_messages_answered_is_handled', sql`is_answered = 0 OR handled_at IS NOT NULL`),
    index('contact_messages_open').on(t.handledAt, t.id),
    // Open ones first, newest first.
    index('contact_messages_order').on(sql`(handled_at IS NULL)`, t.id),
    // Different from the expression above, or SQLite might confuse the two indexes.
    index('contact_messages_state').on(sql`(handled_at IS NOT NULL)`, t.createdAt),
    index('contact_messages_created').on(t.createdAt),
    index('contact_messages_user').on(t.userId),
    index('contact_messages_hashed').on(t.createdAt).where(sql`address_hash IS NOT NULL`),
    // Messages written while signed out also belong to the member: for download and erasure.
    index('contact_messages_email').on(sql`lower(email)`),
  ],
);

/** Later messages of a conversation. Append-only; erasing the member blanks their text. */
export const contactReplies = sqliteTable(
  'contact_replies',
  {
    id: rowId(),
    messageId: foreignId('message_id', () => contactMessages.id).notNull(),
    kind: text('kind', { enum: replyKinds }).notNull(),
    text: text('text').notNull(),
    /** Who answered or entered a mail; null for the member's own replies. */
    adminId: foreignId('admin_id', () => admins.id),
    createdAt: createdAt(),
  },
  (t) => [index('contact_replies_message').on(t.messageId, t.id), check('contact_replies_by', sql`(kind = 'reply') = (admin_id IS NULL)`)],
);

/** Responses stored under the caller's Idempotency-Key. */
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
    /** Null while running. */
    outcome: text('outcome', { enum: jobOutcomes }),
    error: text('error'),
  },
  (t) => [
    index('job_runs_job').on(t.job, t.id),
    index('job_runs_expiry').on(t.scheduledFor),
    // The last good run, regardless of later failures.
    index('job_runs_well').on(t.job, t.scheduledFor).where(sql`outcome = 'done'`),
  ],
);

/**
 * Rows that a job could not process, with the time of the next attempt. Removed once processed, so a due row without an entry here is due
 * for the first time.
 */
export const jobRetries = sqliteTable(
  'job_retries',
  {
    kind: text('kind', { enum: retryKinds }).notNull(),
    /** Row id in the table of its kind. */
    key: text('key').notNull(),
    attempts: integer('attempts').notNull(),
    nextTryAt: seconds('next_try_at').notNull(),
    /** Null if nothing failed and the row only has to wait longer. */
    error: text('error'),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.key] }),
    index('job_retries_due').on(t.kind, t.nextTryAt),
    index('job_retries_failed').on(t.kind).where(sql`error IS NOT NULL`),
  ],
);

export const alarms = sqliteTable(
  'alarms',
  {
    id: rowId(),
    kind: text('kind', { enum: alarmKinds }).notNull(),
    /** Name of the job; empty if the kind says enough. */
    subject: text('subject').notNull(),
    beganAt: seconds('began_at').notNull(),
    /** Null while active. */
    endedAt: seconds('ended_at'),
    /** When its mail was queued; null if there was none. */
    mailedAt: seconds('mailed_at'),
  },
  (t) => [
    // Lets only one of two concurrent runs open the alarm.
    uniqueIndex('alarms_standing').on(t.kind, t.subject).where(sql`ended_at IS NULL`),
    index('alarms_mailed').on(t.mailedAt),
    index('alarms_expiry').on(t.endedAt),
  ],
);

/**
 * How far a job has read an append-only table, by id, where an index of pending rows would cost an extra write per row; or how far it has
 * read a provider's objects, day by day.
 */
export const jobProgress = sqliteTable('job_progress', {
  job: text('job').primaryKey(),
  /** Last finished row, or the last day started, in days since 1970. */
  throughId: integer('through_id').notNull(),
  /** The provider's object after which to continue that day's walk; null once finished. */
  cursor: text('cursor'),
});

/** Values in list columns that the code does not know, each with one example row (worker/store/list-values.ts). Normally empty. */
export const unknownValues = sqliteTable(
  'unknown_values',
  {
    /** `table.column`. */
    list: text('list').notNull(),
    value: text('value').notNull(),
    rowId: integer('row_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.list, t.value] })],
);

/** Daily totals for the administrators' charts. A job adds new rows every few minutes (worker/store/admin/system/sums.ts). */
export const dayTotals = sqliteTable('day_totals', {
  /** UTC, YYYY-MM-DD. */
  day: text('day').primaryKey(),
  signUps: integer('sign_ups').notNull().default(0),
  scans: integer('scans').notNull().default(0),
  /** Rewards and positive adjustments. */
  tokensIssued: integer('tokens_issued').notNull().default(0),
  /** That day's redemptions, less refunds since. */
  tokensRedeemed: integer('tokens_redeemed').notNull().default(0),
  /** Reversals and negative adjustments. */
  tokensWithdrawn: integer('tokens_withdrawn').notNull().default(0),
  /** That day's payments, less refunds since. */
  revenueCents: integer('revenue_cents').notNull().default(0),
  /** First and last ledger row of the day. The list filters dates by these, because each find would have to write an index on the date. */
  firstEntryId: integer('first_entry_id'),
  lastEntryId: integer('last_entry_id'),
});

/** One row of global totals, maintained by the `day_totals` job unless noted. */
export const runningTotals = sqliteTable(
  'running_totals',
  {
    id: integer('id').primaryKey(),
    /** `sign_ups`: all members ever. `erased_members`: incremented in the batch that erases a member. */
    signUps: integer('sign_ups').notNull().default(0),
    erasedMembers: integer('erased_members').notNull().default(0),
    /** Cards of paid orders, and test cards: incremented in the batch that makes them available, never decremented. */
    cards: integer('cards').notNull().default(0),
    /** Sum of the ledger rows that the job has read so far. */
    tokenBalance: integer('token_balance').notNull().default(0),
    /** Total payable to members now, and the number of these members: ranks 0 and 1 of the payout queue. */
    owedCents: integer('owed_cents').notNull().default(0),
    owedMembers: integer('owed_members').notNull().default(0),
    /** Active subscriptions, and the yearly revenue of those that renew. */
    payingBasic: integer('paying_basic').notNull().default(0),
    payingPremium: integer('paying_premium').notNull().default(0),
    recurringCents: integer('recurring_cents').notNull().default(0),
  },
  () => [check('running_totals_one_row', sql`id = 1`)],
);

/**
 * Checks of the token ledger against derived balances, member by member: the running one and the last finished one. Sums are as of
 * `startedAt`, since the ledger is append-only.
 */
export const ledgerChecks = sqliteTable('ledger_checks', {
  id: rowId(),
  startedAt: seconds('started_at').notNull(),
  finishedAt: seconds('finished_at'),
  throughEntryId: integer('through_entry_id').notNull(),
  /** Totals at that time, from `running_totals` and `day_totals`, plus the ledger rows not yet added to them. */
  runningBalance: integer('running_balance').notNull(),
  runningEntries: integer('running_entries').notNull(),
  issued: integer('issued').notNull(),
  redeemed: integer('redeemed').notNull(),
  withdrawn: integer('withdrawn').notNull(),
  lastUserId: integer('last_user_id').notNull().default(0),
  /** Balances, ledger sums and number of rows of the members checked so far. */
  held: integer('held').notNull().default(0),
  ledger: integer('ledger').notNull().default(0),
  entries: integer('entries').notNull().default(0),
  owed: integer('owed').notNull().default(0),
  owedLedger: integer('owed_ledger').notNull().default(0),
  /** Members whose balance or owed tokens differ from their rows. */
  differing: integer('differing').notNull().default(0),
  /** The first ones: JSON array of `{id, balance, ledger, owed, owedLedger}`. */
  differences: jsonText('differences').notNull().default('[]'),
});
