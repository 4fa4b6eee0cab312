/** Review cases whose evidence is protected from erasure. */
import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { cacheCards } from './cards.ts';
import { flag, foreignId, jsonText, seconds } from './columns.ts';
import { users } from './members.ts';
import { vacationCertificates } from './tokens.ts';

/**
 * Certificates whose review is undecided, or was decided less than `caseEvidenceRetentionSeconds` ago. While a row exists, the evidence in
 * its case is not erased. Written by `recordCases` (worker/jobs/review-cases.ts).
 */
export const reviewCases = sqliteTable(
  'review_cases',
  {
    certificateId: foreignId('certificate_id', () => vacationCertificates.id).primaryKey(),
    /** When the review was decided; null if it is undecided. */
    closedAt: seconds('closed_at'),
  },
  (t) => [index('review_cases_closed').on(t.closedAt)],
);

/** Cards whose finds paid for the certificate under review. The finds of each card within a range of scan ids are evidence in the case. */
export const caseCards = sqliteTable(
  'case_cards',
  {
    certificateId: foreignId('certificate_id', () => reviewCases.certificateId).notNull(),
    cardId: foreignId('card_id', () => cacheCards.id).notNull(),
    fromScanId: integer('from_scan_id').notNull(),
    /**
     * Last scan id in the range of evidence. Null for a card with few finders because all of its finds are evidence, including later ones.
     */
    throughScanId: integer('through_scan_id'),
    /** Location of a card whose owner was erased before the `card_places` table existed. No longer written. */
    latitude: real('latitude'),
    longitude: real('longitude'),
  },
  (t) => [primaryKey({ columns: [t.certificateId, t.cardId] }), index('case_cards_card').on(t.cardId)],
);

/** Members who were erased while they were part of a case. The case still includes them, but without a name. */
export const caseMembers = sqliteTable(
  'case_members',
  {
    userId: foreignId('user_id', () => users.id).notNull(),
    certificateId: foreignId('certificate_id', () => reviewCases.certificateId).notNull(),
    /** Keyed hash of the mailbox, used to recognize other accounts with the same mailbox. */
    mailboxHash: text('mailbox_hash').notNull(),
    /** JSON array of keyed hashes of the confirmed mailboxes that the member had left. */
    formerMailboxHashes: jsonText('former_mailbox_hashes').notNull().default('[]'),
    isDisposable: flag('is_disposable').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.certificateId] }), index('case_members_case').on(t.certificateId)],
);
