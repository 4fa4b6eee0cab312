/** The append-only ledgers (tokens, tokens that are owed, keys), from which triggers derive the counters of `users`; and certificates. */
import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { bookingStatuses, certificateStatuses, certificateTypes, reviewStates } from '#schema/certificate.ts';
import { owedTokenKinds, tokenTransactionTypes } from '#schema/token.ts';
import { admins } from './admins.ts';
import { createdAt, jsonText, rowId, seconds, version } from './columns.ts';
import { users } from './members.ts';

export const tokenTransactions = sqliteTable(
  'token_transactions',
  {
    id: rowId(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    amount: integer('amount').notNull(),
    type: text('type', { enum: tokenTransactionTypes }).notNull(),
    relatedEntityId: text('related_entity_id'),
    relatedEntityType: text('related_entity_type'),
    /** The reason, in words for the member. Null for a find, whose words are made of its card when they are read. */
    description: text('description'),
    /** What this row is for, e.g. `scan:17:4`. Unique: nothing is paid or taken twice. */
    cause: text('cause').notNull().unique(),
    createdAt: createdAt(),
  },
  (t) => [
    index('token_transactions_user').on(t.userId, t.id),
    index('token_transactions_placements').on(t.userId).where(sql`type = 'placement'`),
    // For administrators who look for the few among the many: finds are never looked for by an index.
    index('token_transactions_rare').on(t.type, t.id).where(sql`type NOT IN ('scan', 'owner_scan')`),
    check('token_transactions_amount', sql`amount <> 0`),
    check('token_transactions_described', sql`(description IS NULL) = (type IN ('scan', 'owner_scan'))`),
  ],
);

/**
 * What a reversal could not take back, since its tokens were spent already. For each thing that is reversed (an order),
 * the rows here and its reversals in the ledger add up to what its cards had earned, less what was forgiven.
 */
export const owedTokenEvents = sqliteTable(
  'owed_token_events',
  {
    id: rowId(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Positive: owed from then on. Negative: owed no more. */
    amount: integer('amount').notNull(),
    kind: text('kind', { enum: owedTokenKinds }).notNull(),
    relatedEntityType: text('related_entity_type').notNull(),
    relatedEntityId: text('related_entity_id').notNull(),
    /** What this row is for, e.g. `reversal:order:17:1`. Unique: nothing is owed or settled twice. */
    cause: text('cause').notNull().unique(),
    createdAt: createdAt(),
  },
  (t) => [
    index('owed_token_events_user').on(t.userId, t.id),
    check('owed_token_events_amount', sql`amount <> 0 AND (kind <> 'reversal' OR amount > 0)`),
  ],
);

export const keyEvents = sqliteTable(
  'key_events',
  {
    id: rowId(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** A code of `keyKinds` (schema/ledger-kinds.ts), which also says what `subject_id` and `other_id` are. */
    kind: integer('kind').notNull(),
    amount: integer('amount').notNull(),
    subjectId: integer('subject_id').notNull(),
    otherId: integer('other_id').notNull().default(0),
    turn: integer('turn').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    // Nothing earns or loses its keys twice.
    uniqueIndex('key_events_once').on(t.userId, t.kind, t.subjectId, t.otherId, t.turn),
    index('key_events_user').on(t.userId, t.createdAt),
    check('key_events_amount', sql`amount <> 0`),
    // Trigger `key_events_counters` adds a friend's keys to the friend's row.
    check('key_events_subject', sql`subject_id <> 0`),
  ],
);

export const vacationCertificates = sqliteTable(
  'vacation_certificates',
  {
    id: rowId(),
    /** Printed on the certificate and part of its activation link. */
    number: text('number').notNull().unique(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    type: text('type', { enum: certificateTypes }).notNull(),
    tokensRedeemed: integer('tokens_redeemed').notNull(),
    activationLink: text('activation_link').notNull(),
    pdfUrl: text('pdf_url').notNull(),
    status: text('status', { enum: certificateStatuses }).notNull().default('active'),
    /** The travel provider's reference of the stay. */
    travelPlugId: text('travel_plug_id'),
    bookingStatus: text('booking_status', { enum: bookingStatuses }).notNull().default('none'),
    /** The name as printed. */
    holderName: text('holder_name'),
    createdAt: createdAt(),
    activateBy: seconds('activate_by').notNull(),
    validUntil: seconds('valid_until').notNull(),
    activatedAt: seconds('activated_at'),
    cancelledAt: seconds('cancelled_at'),
    cancelledById: integer('cancelled_by_id').references(() => admins.id),
    cancelReason: text('cancel_reason'),
    /** Reminder mails sent, as a JSON array of days before the deadline. */
    remindersSent: jsonText('reminders_sent').notNull().default('[]'),
    review: text('review', { enum: reviewStates }).notNull().default('none'),
    /** Why administrators look at it, as a JSON array of codes: the signals found at its redemption, and what came later. */
    reviewSignals: jsonText('review_signals').notNull().default('[]'),
    /** What the member was asked last, and when. */
    reviewQuestion: text('review_question'),
    reviewAskedAt: seconds('review_asked_at'),
    /** When it passed or was refused; also where the rules alone let it pass. */
    reviewedAt: seconds('reviewed_at'),
    reviewedById: integer('reviewed_by_id').references(() => admins.id),
    /** Why it was refused, as the member was told. */
    reviewReason: text('review_reason'),
    version: version(),
  },
  (t) => [
    index('vacation_certificates_user').on(t.userId, t.createdAt),
    index('vacation_certificates_deadline').on(t.status, t.activateBy),
    uniqueIndex('vacation_certificates_travel').on(t.travelPlugId),
    index('vacation_certificates_created').on(t.createdAt),
    index('vacation_certificates_status').on(t.status, t.createdAt),
    index('vacation_certificates_review').on(t.review, t.createdAt),
    index('vacation_certificates_activate_by').on(t.activateBy, t.id),
    index('vacation_certificates_failed').on(t.createdAt).where(sql`booking_status = 'failed'`),
    index('vacation_certificates_waiting').on(t.createdAt).where(sql`booking_status = 'waiting'`),
    // Nothing under review is ever activated, and what was refused is void.
    check(
      'vacation_certificates_reviewed',
      sql`(review <> 'waiting' OR status = 'active') AND (review <> 'refused' OR status = 'cancelled')`,
    ),
    check('vacation_certificates_tokens', sql`tokens_redeemed > 0`),
  ],
);
