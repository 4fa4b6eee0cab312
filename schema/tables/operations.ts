import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { jobOutcomes, retryKinds } from '#schema/admin/jobs.ts';
import { factKinds } from '#schema/admin/numbers.ts';
import { alarmKinds, outboxStatuses } from '#schema/admin/system.ts';
import { viewerKinds } from '#schema/admin/viewers.ts';
import { bounceReasons } from '#schema/messages/bounce.ts';
import { conversationStates, replyKinds } from '#schema/messages/contact.ts';
import { admins } from './admins.ts';
import { createdAt, flag, foreignId, jsonText, rowId, seconds, version } from './columns.ts';
import { users } from './members.ts';

/**
 * Rate limit counters for sign-in failures, unknown card ids and contact messages. Keys contain hashes of addresses, never the addresses
 * themselves.
 */
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

/**
 * Transactional outbox for email. Each email is stored in the same transaction as the change that causes it, and delivered at least once.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    id: rowId(),
    messageId: text('message_id').notNull().unique(),
    userId: foreignId('user_id', () => users.id),
    template: text('template').notNull(),
    toAddress: text('to_address').notNull(),
    payload: jsonText('payload').notNull(),
    /** Unique key that prevents the email from being queued twice. */
    cause: text('cause').unique(),
    status: text('status', { enum: outboxStatuses }).notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: seconds('next_attempt_at').notNull(),
    lastError: text('last_error'),
    createdAt: createdAt(),
    sentAt: seconds('sent_at'),
    /** When an administrator acknowledged that the email could not be delivered, which ends the alarm about it. */
    acknowledgedAt: seconds('acknowledged_at'),
  },
  (t) => [
    index('outbox_due').on(t.status, t.nextAttemptAt),
    index('outbox_unsent').on(t.status, t.createdAt).where(sql`status <> 'sent'`),
    index('outbox_created').on(t.createdAt),
    index('outbox_user').on(t.userId),
    index('outbox_gone').on(t.createdAt).where(sql`status IN ('sent', 'dropped') AND to_address <> ''`),
    index('outbox_news').on(t.createdAt).where(sql`template IN ('card_digest', 'new_cards') AND payload <> '{}'`),
  ],
);

/** Undeliverable email addresses. A row suppresses emails until the address is confirmed or an administrator removes the row. */
export const bouncedAddresses = sqliteTable(
  'bounced_addresses',
  {
    emailKey: text('email_key').primaryKey(),
    reason: text('reason', { enum: bounceReasons }).notNull(),
    /** Response from the recipient's mail server; null if there was none. */
    detail: text('detail'),
    bouncedAt: seconds('bounced_at').notNull(),
  },
  (t) => [index('bounced_addresses_expiry').on(t.bouncedAt)],
);

export const contactMessages = sqliteTable(
  'contact_messages',
  {
    id: rowId(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    message: text('message').notNull(),
    userId: foreignId('user_id', () => users.id),
    /** Keyed hash of the sender's network address, which is erased after 90 days. */
    addressHash: text('address_hash'),
    /** When the message was last answered or closed. Null while it is open, including after a new message from the author. */
    handledAt: seconds('handled_at'),
    handledById: foreignId('handled_by_id', () => admins.id),
    isAnswered: flag('is_answered').notNull().default(false),
    createdAt: createdAt(),
    version: version(),
    /** Set while an open conversation is snoozed. A job clears it once the time has come. */
    snoozedUntil: seconds('snoozed_until'),
    /** The administrator who takes care of the conversation. */
    assigneeId: foreignId('assignee_id', () => admins.id),
    /** When the latest message was written, by either side; 0 in rows older than this column that nobody has continued. */
    latestAt: seconds('latest_at').notNull().default(0),
    state: text('state', { enum: conversationStates }).generatedAlwaysAs(
      sql`iif(handled_at IS NULL, iif(snoozed_until IS NULL, 'open', 'snoozed'), iif(is_answered, 'waiting', 'closed'))`,
      { mode: 'virtual' },
    ),
  },
  (t) => [
    check('contact_messages_answered_is_handled', sql`is_answered = 0 OR handled_at IS NOT NULL`),
    // Index for the sort order of the message list: open messages first, newest first.
    index('contact_messages_order').on(sql`(state = 'open')`, t.id),
    index('contact_messages_state').on(t.state, t.createdAt),
    index('contact_messages_queue').on(t.state, t.latestAt),
    index('contact_messages_latest').on(t.latestAt),
    index('contact_messages_assignee').on(t.assigneeId, t.latestAt),
    index('contact_messages_snoozed').on(t.snoozedUntil).where(sql`snoozed_until IS NOT NULL`),
    index('contact_messages_created').on(t.createdAt),
    index('contact_messages_user').on(t.userId),
    index('contact_messages_hashed').on(t.createdAt).where(sql`address_hash IS NOT NULL`),
    // Index on the sender's email address. Lets data downloads and erasure include messages that a member wrote while signed out.
    index('contact_messages_email').on(sql`lower(email)`),
  ],
);

/** Later messages in a conversation. Append-only; erasing the member blanks the text. */
export const contactReplies = sqliteTable(
  'contact_replies',
  {
    id: rowId(),
    messageId: foreignId('message_id', () => contactMessages.id).notNull(),
    kind: text('kind', { enum: replyKinds }).notNull(),
    text: text('text').notNull(),
    /** The administrator who answered or entered a received email; null for the member's own replies. */
    adminId: foreignId('admin_id', () => admins.id),
    createdAt: createdAt(),
    /** Hash of the Message-ID of an email that arrived at the conversation's reply address, so that it is added once. */
    mailKey: text('mail_key'),
  },
  (t) => [
    index('contact_replies_message').on(t.messageId, t.id),
    uniqueIndex('contact_replies_mail').on(t.mailKey).where(sql`mail_key IS NOT NULL`),
    check('contact_replies_by', sql`(kind = 'reply') = (admin_id IS NULL)`),
  ],
);

/** Internal notes about a conversation. The member never sees them in the conversation, but they are part of the data download. */
export const contactNotes = sqliteTable(
  'contact_notes',
  {
    id: rowId(),
    messageId: foreignId('message_id', () => contactMessages.id).notNull(),
    text: text('text').notNull(),
    adminId: foreignId('admin_id', () => admins.id).notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('contact_notes_message').on(t.messageId, t.id)],
);

export const contactTags = sqliteTable(
  'contact_tags',
  {
    tag: text('tag').notNull(),
    messageId: foreignId('message_id', () => contactMessages.id).notNull(),
  },
  (t) => [primaryKey({ columns: [t.tag, t.messageId] }), index('contact_tags_message').on(t.messageId)],
);

/** Administrators who have a conversation, a review case or an order open. A row counts only for a few seconds (`viewerTtlSeconds`). */
export const viewers = sqliteTable(
  'viewers',
  {
    kind: text('kind', { enum: viewerKinds }).notNull(),
    /** Id of the contact message, certificate or order. */
    subjectId: integer('subject_id').notNull(),
    adminId: foreignId('admin_id', () => admins.id).notNull(),
    seenAt: seconds('seen_at').notNull(),
    /** Whether a reply is being written, or a form that changes the case or order is open. */
    isActing: flag('is_acting').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.subjectId, t.adminId] }), index('viewers_expiry').on(t.seenAt)],
);

/**
 * Search index: the words of each conversation, without accents and in lower case. An ordinary table, because a database with a virtual
 * table (FTS5) cannot be exported. A job adds the words of new texts.
 */
export const contactWords = sqliteTable(
  'contact_words',
  {
    word: text('word').notNull(),
    messageId: foreignId('message_id', () => contactMessages.id).notNull(),
  },
  (t) => [primaryKey({ columns: [t.word, t.messageId] }), index('contact_words_message').on(t.messageId)],
);

/** Texts that administrators insert into answers. */
export const savedReplies = sqliteTable('saved_replies', {
  id: rowId(),
  title: text('title').notNull().unique(),
  text: text('text').notNull(),
  createdAt: createdAt(),
  version: version(),
});

/** Stored responses, by the caller's Idempotency-Key. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    /** The caller, for example `admin:3` or `user:17`. */
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
    outcome: text('outcome', { enum: jobOutcomes }),
    error: text('error'),
  },
  (t) => [
    index('job_runs_job').on(t.job, t.id),
    index('job_runs_expiry').on(t.scheduledFor),
    // Index of successful job runs, used to find the last one even if later runs failed.
    index('job_runs_well').on(t.job, t.scheduledFor).where(sql`outcome = 'done'`),
  ],
);

/**
 * Rows that a job could not process, with the time of the next attempt. An entry is removed once its row is processed. A due row without an
 * entry has not been attempted yet.
 */
export const jobRetries = sqliteTable(
  'job_retries',
  {
    kind: text('kind', { enum: retryKinds }).notNull(),
    /** Id of the row to retry; `kind` determines its table. */
    key: text('key').notNull(),
    attempts: integer('attempts').notNull(),
    nextTryAt: seconds('next_try_at').notNull(),
    /** Error from the last attempt; null if the row was postponed without an error. */
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
    /** Name of the job; empty if the kind alone identifies the alarm. */
    subject: text('subject').notNull(),
    beganAt: seconds('began_at').notNull(),
    endedAt: seconds('ended_at'),
    /** When an email about the alarm was queued; null if no email was queued. */
    mailedAt: seconds('mailed_at'),
  },
  (t) => [
    // Ensures that only one of two concurrent job runs can raise an alarm.
    uniqueIndex('alarms_standing').on(t.kind, t.subject).where(sql`ended_at IS NULL`),
    index('alarms_mailed').on(t.mailedAt),
    index('alarms_expiry').on(t.endedAt),
  ],
);

/**
 * Cursor of a job that reads an append-only table by id because an index of pending rows would cost an extra write per row. Also the cursor
 * of the job that checks the payment provider's objects, day by day.
 */
export const jobProgress = sqliteTable('job_progress', {
  job: text('job').primaryKey(),
  /** Id of the last row processed, or the last day that was checked, in days since 1970. */
  throughId: integer('through_id').notNull(),
  /** The last object processed in the current day's check, from which the check resumes; null once the day is finished. */
  cursor: text('cursor'),
});

/** Enum column values that the code does not recognize, each with one example row (worker/store/list-values.ts). Normally empty. */
export const unknownValues = sqliteTable(
  'unknown_values',
  {
    /** Column that contains the unrecognized value, in the form `table.column`. */
    list: text('list').notNull(),
    value: text('value').notNull(),
    rowId: integer('row_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.list, t.value] })],
);

/** Daily totals for the administrators' charts. A job updates them every few minutes (worker/store/admin/system/sums.ts). */
export const dayTotals = sqliteTable('day_totals', {
  /** UTC date, YYYY-MM-DD. */
  day: text('day').primaryKey(),
  signUps: integer('sign_ups').notNull().default(0),
  scans: integer('scans').notNull().default(0),
  /** Tokens issued by rewards and positive adjustments. */
  tokensIssued: integer('tokens_issued').notNull().default(0),
  /** Tokens redeemed on this UTC day, minus later refunds. */
  tokensRedeemed: integer('tokens_redeemed').notNull().default(0),
  /** Tokens withdrawn by reversals and negative adjustments. */
  tokensWithdrawn: integer('tokens_withdrawn').notNull().default(0),
  /** Payments minus refunds and lost disputes, counted on the UTC day on which each occurred. */
  revenueCents: integer('revenue_cents').notNull().default(0),
  /** Refunds and lost disputes minus failed refunds and won disputes, counted on the UTC day on which each occurred. */
  returnedCents: integer('returned_cents').notNull().default(0),
  feeCents: integer('fee_cents').notNull().default(0),
  /**
   * Ids of the first and last ledger rows of the day. Lists use them to filter by date because an index on the date would cost an extra
   * write per find.
   */
  firstEntryId: integer('first_entry_id'),
  lastEntryId: integer('last_entry_id'),
});

/** Daily facts behind the founder's numbers, complete through the day in `job_progress` (worker/store/admin/numbers). */
export const dayFacts = sqliteTable(
  'day_facts',
  {
    kind: text('kind', { enum: factKinds }).notNull(),
    /** UTC date, YYYY-MM-DD. */
    day: text('day').notNull(),
    /** Month in which the counted members joined, YYYY-MM; empty for all members. */
    cohort: text('cohort').notNull().default(''),
    value: integer('value').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.day, t.cohort] })],
);

/** A single row of global totals, maintained by the `day_totals` job unless noted otherwise. */
export const runningTotals = sqliteTable(
  'running_totals',
  {
    id: integer('id').primaryKey(),
    /** `sign_ups` counts all members who ever signed up. `erased_members` is incremented in the batch that erases a member. */
    signUps: integer('sign_ups').notNull().default(0),
    erasedMembers: integer('erased_members').notNull().default(0),
    /** Number of test cards and paid cards. Incremented in the batch that makes cards available, and never decremented. */
    cards: integer('cards').notNull().default(0),
    /** Sum of the ledger rows that the totals job has processed so far. */
    tokenBalance: integer('token_balance').notNull().default(0),
    /** Total amount that can be paid now, and the number of members to pay. Both cover rows in the payout queue with rank 0 or 1. */
    owedCents: integer('owed_cents').notNull().default(0),
    owedMembers: integer('owed_members').notNull().default(0),
    /** Number of active subscriptions by tier, and the yearly revenue from subscriptions that renew. */
    payingBasic: integer('paying_basic').notNull().default(0),
    payingPremium: integer('paying_premium').notNull().default(0),
    recurringCents: integer('recurring_cents').notNull().default(0),
  },
  () => [check('running_totals_one_row', sql`id = 1`)],
);

/**
 * Checks that compare each member's balances with the token ledger. Contains the check in progress and the last completed one. Sums are
 * computed as of `startedAt`, which is possible because the ledger is append-only.
 */
export const ledgerChecks = sqliteTable('ledger_checks', {
  id: rowId(),
  startedAt: seconds('started_at').notNull(),
  finishedAt: seconds('finished_at'),
  throughEntryId: integer('through_entry_id').notNull(),
  /** Totals in `running_totals` and `day_totals` at `startedAt`, plus the ledger rows not yet added to them. */
  runningBalance: integer('running_balance').notNull(),
  runningEntries: integer('running_entries').notNull(),
  issued: integer('issued').notNull(),
  redeemed: integer('redeemed').notNull(),
  withdrawn: integer('withdrawn').notNull(),
  lastUserId: integer('last_user_id').notNull().default(0),
  /** Running totals for the members checked so far: balances, ledger sums and row count. */
  held: integer('held').notNull().default(0),
  ledger: integer('ledger').notNull().default(0),
  entries: integer('entries').notNull().default(0),
  owed: integer('owed').notNull().default(0),
  owedLedger: integer('owed_ledger').notNull().default(0),
  /** Number of members whose balance or owed tokens do not match their ledger rows. */
  differing: integer('differing').notNull().default(0),
  /** The first mismatches as a JSON array of `{id, balance, ledger, owed, owedLedger}`. */
  differences: jsonText('differences').notNull().default('[]'),
});

/**
 * Checks that compare each dollar amount with the rows from which it is computed (worker/store/admin/money-checks). Contains the check in
 * progress and the last completed one.
 */
export const moneyChecks = sqliteTable('money_checks', {
  id: rowId(),
  startedAt: seconds('started_at').notNull(),
  finishedAt: seconds('finished_at'),
  /** Progress of the check: the position of the current comparison in the list of comparisons, and the last row compared. */
  step: integer('step').notNull().default(0),
  lastId: integer('last_id').notNull().default(0),
  /** Number of mismatched amounts. */
  differing: integer('differing').notNull().default(0),
  /** The first mismatches as a JSON array of `{kind, subject, expectedCents, foundCents}`. */
  differences: jsonText('differences').notNull().default('[]'),
});
