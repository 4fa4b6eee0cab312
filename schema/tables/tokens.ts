/**
 * Tables for certificates and for the append-only ledgers (tokens, owed tokens, keys). Triggers on the ledgers maintain the counters in
 * `users`.
 */
import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { bookingStatuses, certificateStatuses, certificateTypes, reviewStates } from '#schema/certificates/certificate.ts';
import { findKinds, owedKinds, tokenTypeCode } from '#schema/tokens/ledger-kinds.ts';
import { admins } from './admins.ts';
import { createdAt, flag, foreignId, jsonText, rowId, seconds, version } from './columns.ts';
import { users } from './members.ts';
import { stayCatalogues } from './stay-catalogues.ts';

export const tokenTransactions = sqliteTable(
  'token_transactions',
  {
    id: rowId(),
    userId: foreignId('user_id', () => users.id).notNull(),
    amount: integer('amount').notNull(),
    /** A code from `tokenKinds` (schema/tokens/ledger-kinds.ts), which also defines the meaning of `subject_id` and `other_id`. */
    kind: integer('kind').notNull(),
    subjectId: integer('subject_id').notNull(),
    otherId: integer('other_id').notNull().default(0),
    turn: integer('turn').notNull().default(0),
    /** Text shown to the member. It is null for finds, whose text is generated from the card at read time. */
    description: text('description'),
    createdAt: createdAt(),
  },
  (t) => [
    // Prevents the same reward or withdrawal from being recorded twice.
    uniqueIndex('token_transactions_once').on(t.userId, t.kind, t.subjectId, t.otherId, t.turn),
    // Index for a member's history, sorted by row id. SQLite appends the rowid to every index, so listing it would store it twice.
    index('token_transactions_user').on(t.userId),
    // Index for the administrators' filter by type. It excludes finds because nobody filters by them.
    index('token_transactions_rare')
      .on(sql.raw(tokenTypeCode('kind')))
      .where(sql.raw(`kind NOT IN (${findKinds})`)),
    check('token_transactions_amount', sql`amount <> 0`),
    check('token_transactions_described', sql.raw(`(description IS NULL) = (kind IN (${findKinds}))`)),
  ],
);

/**
 * Tokens that a reversal could not withdraw because they had already been spent. For each reversed order or decision, the tokens withdrawn
 * in the ledger plus the tokens owed here equal the tokens earned minus the tokens forgiven.
 */
export const owedTokenEvents = sqliteTable(
  'owed_token_events',
  {
    id: rowId(),
    userId: foreignId('user_id', () => users.id).notNull(),
    /** Number of tokens: positive for a new debt, negative for a settlement. */
    amount: integer('amount').notNull(),
    /** A code from `owedKinds` (schema/tokens/ledger-kinds.ts). */
    kind: integer('kind').notNull(),
    /**
     * Identifies the reversal: `reversal_kind` is a code from `tokenKinds`, as in the ledger, and `subject_id` is the id of the reversed
     * order or of the decision.
     */
    reversalKind: integer('reversal_kind').notNull(),
    subjectId: integer('subject_id').notNull(),
    turn: integer('turn').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    // Prevents the same event from being recorded twice.
    uniqueIndex('owed_token_events_once').on(t.userId, t.reversalKind, t.subjectId, t.kind, t.turn),
    index('owed_token_events_user').on(t.userId),
    check('owed_token_events_amount', sql.raw(`amount <> 0 AND (kind <> ${owedKinds.reversal.code} OR amount > 0)`)),
  ],
);

export const keyEvents = sqliteTable(
  'key_events',
  {
    id: rowId(),
    userId: foreignId('user_id', () => users.id).notNull(),
    /** A code from `keyKinds` (schema/tokens/ledger-kinds.ts), which also defines the meaning of `subject_id` and `other_id`. */
    kind: integer('kind').notNull(),
    amount: integer('amount').notNull(),
    subjectId: integer('subject_id').notNull(),
    otherId: integer('other_id').notNull().default(0),
    turn: integer('turn').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    // Prevents the same event from being recorded twice.
    uniqueIndex('key_events_once').on(t.userId, t.kind, t.subjectId, t.otherId, t.turn),
    index('key_events_user').on(t.userId, t.createdAt),
    check('key_events_amount', sql`amount <> 0`),
    // The subject is required because the trigger `key_events_counters` adds keys earned for a referral to the referred member's row.
    check('key_events_subject', sql`subject_id <> 0`),
  ],
);

export const vacationCertificates = sqliteTable(
  'vacation_certificates',
  {
    id: rowId(),
    /** Certificate number, which is printed on the certificate and is part of its activation link. */
    number: text('number').notNull().unique(),
    userId: foreignId('user_id', () => users.id).notNull(),
    type: text('type', { enum: certificateTypes }).notNull(),
    tokensRedeemed: integer('tokens_redeemed').notNull(),
    activationLink: text('activation_link').notNull(),
    pdfUrl: text('pdf_url').notNull(),
    status: text('status', { enum: certificateStatuses }).notNull().default('active'),
    travelPlugId: text('travel_plug_id'),
    /** JSON array of replaced booking references. They are never assigned to another certificate. */
    formerReferences: jsonText('former_references').notNull().default('[]'),
    bookingStatus: text('booking_status', { enum: bookingStatuses }).notNull().default('none'),
    holderName: text('holder_name'),
    createdAt: createdAt(),
    activateBy: seconds('activate_by').notNull(),
    validUntil: seconds('valid_until').notNull(),
    activatedAt: seconds('activated_at'),
    cancelledAt: seconds('cancelled_at'),
    cancelledById: foreignId('cancelled_by_id', () => admins.id),
    cancelReason: text('cancel_reason'),
    /** Reminders already sent: JSON array with each reminder's number of days before the deadline. */
    remindersSent: jsonText('reminders_sent').notNull().default('[]'),
    review: text('review', { enum: reviewStates }).notNull().default('none'),
    /** Reasons for the review: JSON array of codes for the signals detected at redemption or later. */
    reviewSignals: jsonText('review_signals').notNull().default('[]'),
    reviewQuestion: text('review_question'),
    reviewAskedAt: seconds('review_asked_at'),
    /** When the review was decided, by an administrator or automatically. */
    reviewedAt: seconds('reviewed_at'),
    reviewedById: foreignId('reviewed_by_id', () => admins.id),
    reviewReason: text('review_reason'),
    /** When the member's certificates last returned to review. Group decisions never restore a pass from before. */
    returnedToReviewAt: seconds('returned_to_review_at'),
    /** Version of the terms shown to the member before redeeming; null if the request did not include a version. */
    catalogueVersion: text('catalogue_version').references(() => stayCatalogues.version),
    /**
     * Whether a super administrator decided that the traveler is a different person from the earlier traveler with the same name and date
     * of birth.
     */
    isOtherPerson: flag('is_other_person').notNull().default(false),
    /** Hash that identifies the last traveler refused for this certificate. `is_other_person` applies to that traveler. */
    refusedPerson: text('refused_person'),
    /** Hash of the mailbox that the member had at redemption, as in `former_redemptions`; null in rows from before hashes were stored. */
    mailboxHash: text('mailbox_hash'),
    version: version(),
  },
  (t) => [
    index('vacation_certificates_user').on(t.userId, t.createdAt),
    index('vacation_certificates_deadline').on(t.status, t.activateBy),
    uniqueIndex('vacation_certificates_travel').on(t.travelPlugId),
    index('vacation_certificates_corrected').on(t.id).where(sql`former_references <> '[]'`),
    index('vacation_certificates_created').on(t.createdAt),
    index('vacation_certificates_status').on(t.status, t.createdAt),
    index('vacation_certificates_review').on(t.review, t.createdAt),
    index('vacation_certificates_decided').on(t.reviewedAt).where(sql`reviewed_by_id IS NOT NULL`),
    index('vacation_certificates_activate_by').on(t.activateBy, t.id),
    index('vacation_certificates_failed').on(t.createdAt).where(sql`booking_status = 'failed'`),
    index('vacation_certificates_waiting').on(t.createdAt).where(sql`booking_status = 'waiting'`),
    // A certificate under review must not be activated yet, and a refused certificate must be voided.
    check(
      'vacation_certificates_reviewed',
      sql`(review <> 'waiting' OR status = 'active') AND (review <> 'refused' OR status = 'cancelled')`,
    ),
    check('vacation_certificates_tokens', sql`tokens_redeemed > 0`),
  ],
);

/**
 * When a certificate was last redeemed from each mailbox of a deleted account, counting its last mailbox and those at redemption. Prevents
 * a new account from redeeming within `redemptionPauseMonths`. The row is deleted after that period.
 */
export const formerRedemptions = sqliteTable(
  'former_redemptions',
  {
    /** Keyed hash of the normalized mailbox. */
    mailboxHash: text('mailbox_hash').primaryKey(),
    redeemedAt: seconds('redeemed_at').notNull(),
  },
  (t) => [index('former_redemptions_expiry').on(t.redeemedAt)],
);
