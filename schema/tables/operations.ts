/** What keeps the service running: throttles, mail, messages, idempotency, job runs, running totals. */
import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { jobOutcomes, retryKinds } from '#schema/admin/jobs.ts';
import { alarmKinds, outboxStatuses } from '#schema/admin/system.ts';
import { replyKinds } from '#schema/messages/contact.ts';
import { admins } from './admins.ts';
import { createdAt, flag, foreignId, jsonText, rowId, seconds, version } from './columns.ts';
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

/** Mails, written with the change that causes them, delivered later, at least once. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: rowId(),
    messageId: text('message_id').notNull().unique(),
    userId: foreignId('user_id', () => users.id),
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
    // What has not gone, by age: few rows, however many were sent.
    index('outbox_unsent').on(t.status, t.createdAt).where(sql`status <> 'sent'`),
    index('outbox_created').on(t.createdAt),
    index('outbox_user').on(t.userId),
    // What has gone, until it is deleted or emptied.
    index('outbox_gone').on(t.createdAt).where(sql`status = 'sent' AND to_address <> ''`),
    // What says something of other members, until it is forgotten.
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
    /** Keyed hash of the network address that it came from; erased after 90 days. */
    addressHash: text('address_hash'),
    /** When an administrator last answered or closed it; null while it is open: nobody has, or they have written again since. */
    handledAt: seconds('handled_at'),
    handledById: foreignId('handled_by_id', () => admins.id),
    /** Handled by an answer; without one it is closed. */
    isAnswered: flag('is_answered').notNull().default(false),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    check('contact_messages_answered_is_handled', sql`is_answered = 0 OR handled_at IS NOT NULL`),
    index('contact_messages_open').on(t.handledAt, t.id),
    // Open ones first, newest first: the order in which they are worked off.
    index('contact_messages_order').on(sql`(handled_at IS NULL)`, t.id),
    // In other words than the one above, or SQLite might take one for the other.
    index('contact_messages_state').on(sql`(handled_at IS NOT NULL)`, t.createdAt),
    index('contact_messages_created').on(t.createdAt),
    index('contact_messages_user').on(t.userId),
    index('contact_messages_hashed').on(t.createdAt).where(sql`address_hash IS NOT NULL`),
    // Messages of a member who was not signed in are theirs all the same: to download, and to erase.
    index('contact_messages_email').on(sql`lower(email)`),
  ],
);

/** What was written in a conversation after its first message. Rows are only added; erasing their member leaves them without words. */
export const contactReplies = sqliteTable(
  'contact_replies',
  {
    id: rowId(),
    messageId: foreignId('message_id', () => contactMessages.id).notNull(),
    kind: text('kind', { enum: replyKinds }).notNull(),
    text: text('text').notNull(),
    /** Who answered, or entered what came by mail; null for what the member wrote in their account. */
    adminId: foreignId('admin_id', () => admins.id),
    createdAt: createdAt(),
  },
  (t) => [index('contact_replies_message').on(t.messageId, t.id), check('contact_replies_by', sql`(kind = 'reply') = (admin_id IS NULL)`)],
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
    /** Null until the run ends. */
    outcome: text('outcome', { enum: jobOutcomes }),
    error: text('error'),
  },
  (t) => [
    index('job_runs_job').on(t.job, t.id),
    index('job_runs_expiry').on(t.scheduledFor),
    // The last that went well, however many have failed since.
    index('job_runs_well').on(t.job, t.scheduledFor).where(sql`outcome = 'done'`),
  ],
);

/**
 * Rows that a job tried and could not settle: when each is tried again. One that is settled has no row here, so that what
 * is due and not here is due for the first time.
 */
export const jobRetries = sqliteTable(
  'job_retries',
  {
    kind: text('kind', { enum: retryKinds }).notNull(),
    /** Id of the row in the table that its kind is about. */
    key: text('key').notNull(),
    attempts: integer('attempts').notNull(),
    nextTryAt: seconds('next_try_at').notNull(),
    /** Null where nothing failed: it was its turn, and it is still to wait. */
    error: text('error'),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.key] }),
    index('job_retries_due').on(t.kind, t.nextTryAt),
    // What failed, for the alarms.
    index('job_retries_failed').on(t.kind).where(sql`error IS NOT NULL`),
  ],
);

/** What needs somebody, from when to when. */
export const alarms = sqliteTable(
  'alarms',
  {
    id: rowId(),
    kind: text('kind', { enum: alarmKinds }).notNull(),
    /** Which job; empty where the kind says it all. */
    subject: text('subject').notNull(),
    beganAt: seconds('began_at').notNull(),
    /** Null while it stands. */
    endedAt: seconds('ended_at'),
    /** When the mail was queued that says that it began; null where none was. */
    mailedAt: seconds('mailed_at'),
  },
  (t) => [
    // Of two runs at once one begins it.
    uniqueIndex('alarms_standing').on(t.kind, t.subject).where(sql`ended_at IS NULL`),
    index('alarms_mailed').on(t.mailedAt),
    index('alarms_expiry').on(t.endedAt),
  ],
);

/**
 * How far a job has walked through a table whose rows are never deleted, by their ids: where an index over what is still to be
 * done would cost each new row a write. Or through what a provider has, day by day.
 */
export const jobProgress = sqliteTable('job_progress', {
  job: text('job').primaryKey(),
  /** The last row that is done; or the day, in days since 1970, that was begun last. */
  throughId: integer('through_id').notNull(),
  /** After which object of the provider that day's walk goes on; null once it is done. */
  cursor: text('cursor'),
});

/**
 * Values of list columns that the code does not know, each with one row that holds it (worker/store/list-values.ts). Empty while all is
 * well.
 */
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

/**
 * What happened on a UTC day: the administrators' charts. A job adds new rows every few minutes (worker/store/admin/system/sums.ts).
 */
export const dayTotals = sqliteTable('day_totals', {
  /** UTC, YYYY-MM-DD. */
  day: text('day').primaryKey(),
  signUps: integer('sign_ups').notNull().default(0),
  /** Scans that were rewarded. */
  scans: integer('scans').notNull().default(0),
  /** Rewards and adjustments in favour of members. */
  tokensIssued: integer('tokens_issued').notNull().default(0),
  /** Redemptions of that day, less what of them was refunded since. */
  tokensRedeemed: integer('tokens_redeemed').notNull().default(0),
  /** Reversals, and adjustments that took tokens away. */
  tokensWithdrawn: integer('tokens_withdrawn').notNull().default(0),
  /** What was paid on that day and has not been paid back since. */
  revenueCents: integer('revenue_cents').notNull().default(0),
  /** The lowest and the highest row of the ledger of that day: dates of its list need no index, and so no write at a find. */
  firstEntryId: integer('first_entry_id'),
  lastEntryId: integer('last_entry_id'),
});

/** One row of sums over everything, maintained by the job of `day_totals` where a column does not say otherwise. */
export const runningTotals = sqliteTable(
  'running_totals',
  {
    id: integer('id').primaryKey(),
    /** `sign_ups`: all members ever. `erased_members`: incremented in the batch that erases a member. */
    signUps: integer('sign_ups').notNull().default(0),
    erasedMembers: integer('erased_members').notNull().default(0),
    /** Cards with a paid order, and test cards: incremented in the batch that makes them available. Never decremented. */
    cards: integer('cards').notNull().default(0),
    /** Sum of the ledger, as far as the job has read it. */
    tokenBalance: integer('token_balance').notNull().default(0),
    /** Amount to be paid to members now, and their number: ranks 0 and 1 of the payout queue. */
    owedCents: integer('owed_cents').notNull().default(0),
    owedMembers: integer('owed_members').notNull().default(0),
    /** Running subscriptions, and what those that will renew bring a year. */
    payingBasic: integer('paying_basic').notNull().default(0),
    payingPremium: integer('paying_premium').notNull().default(0),
    recurringCents: integer('recurring_cents').notNull().default(0),
  },
  () => [check('running_totals_one_row', sql`id = 1`)],
);

/**
 * Checks of the token ledger against what is derived from it, member after member: the one that goes on, and the last that
 * is done. Every sum is as of `startedAt`, for rows of the ledger are only ever added.
 */
export const ledgerChecks = sqliteTable('ledger_checks', {
  id: rowId(),
  startedAt: seconds('started_at').notNull(),
  finishedAt: seconds('finished_at'),
  /** The newest row of the ledger at its start. */
  throughEntryId: integer('through_entry_id').notNull(),
  /** The totals at that time, from `running_totals` and from all of `day_totals`, each plus the ledger rows not yet added. */
  runningBalance: integer('running_balance').notNull(),
  runningEntries: integer('running_entries').notNull(),
  issued: integer('issued').notNull(),
  redeemed: integer('redeemed').notNull(),
  withdrawn: integer('withdrawn').notNull(),
  /** The next run goes on after this member. */
  lastUserId: integer('last_user_id').notNull().default(0),
  /** Of the members so far: what they hold, what their rows add up to, and how many rows these are. */
  held: integer('held').notNull().default(0),
  ledger: integer('ledger').notNull().default(0),
  entries: integer('entries').notNull().default(0),
  /** Likewise of what they owe: what their rows say, and what these rows add up to. */
  owed: integer('owed').notNull().default(0),
  owedLedger: integer('owed_ledger').notNull().default(0),
  /** Members who hold or owe something else than their rows add up to. */
  differing: integer('differing').notNull().default(0),
  /** The first of them: JSON array of `{id, balance, ledger, owed, owedLedger}`. */
  differences: jsonText('differences').notNull().default('[]'),
});
