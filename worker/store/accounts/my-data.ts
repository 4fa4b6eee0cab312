/**
 * A member's data export. Excludes secrets (password, session ids, link hashes), other people's data (administrators, friends' full emails,
 * referrers' keys) and columns that exist only for searching.
 */

import { getTableColumns } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { auditLog, memberNotes } from '#schema/tables/admins.ts';
import { cacheCards, cardAllowances, cardAnchors, cardReports, cardScans, memberDays, ownershipClaims } from '#schema/tables/cards.ts';
import { memberPasskeys } from '#schema/tables/factors.ts';
import { cardWatches, digestChoices, findLogs } from '#schema/tables/finds.ts';
import { oneTimeLinks, sessions, signIns, userAuthProviders, users } from '#schema/tables/members.ts';
import { contactMessages, contactReplies, idempotencyKeys, outbox } from '#schema/tables/operations.ts';
import { membershipPeriods, orders, payments, printEvents, printOrders, stripeEvents, subscriptions } from '#schema/tables/orders.ts';
import { payoutAddresses, payoutRunEntries, payoutRunLines, payoutTaxForms } from '#schema/tables/payout-runs.ts';
import { payoutQueue, payouts, referralCommissions, treasureChestPayouts } from '#schema/tables/payouts.ts';
import { orderRefunds } from '#schema/tables/refunds.ts';
import { reviewEffects } from '#schema/tables/reviews.ts';
import { keyEvents, owedTokenEvents, tokenTransactions, vacationCertificates } from '#schema/tables/tokens.ts';
import type { DataRow, MyDataRows } from '#worker/domain/accounts/my-data.ts';
import { bindStore } from '#worker/store/database.ts';
import { areOwnMessages } from '#worker/store/messages/conversations.ts';
import { scanDays } from '#worker/store/scans/scan-days.ts';
import { isScanBy } from '#worker/store/scans/scan-evidence.ts';
import { scanKind, scanSource } from '#worker/store/scans/scan-kinds.ts';
import { batch, rows, selectList, statement } from '#worker/store/sql.ts';
import { keyRelatedColumns, shownKeyColumns, shownOwedColumns, shownTokenColumns } from '#worker/store/tokens/ledger-kinds.ts';
import { ledgerReason } from '#worker/store/tokens/tokens.ts';

function columnsExcept<Table extends SQLiteTable>(table: Table, ...excluded: (keyof Table['$inferSelect'] & string)[]): string {
  const keys = Object.keys(getTableColumns(table)) as (keyof Table['$inferSelect'] & string)[];
  const includedKeys = keys.filter((key) => key !== 'version' && !excluded.includes(key));
  return selectList(table, 't', includedKeys);
}

const publicCardId = `(SELECT c.card_id FROM cache_cards c WHERE c.id = t.card_id) AS "card"`;

/** SQL for each section, where ?1 is the member's id. An index serves each query. */
const sections = {
  profile: `SELECT ${columnsExcept(users, 'passwordHash', 'emailKey', 'usernameKey', 'usernameSkeleton', 'listedTokens', 'keysBrought')} FROM users t WHERE t.id = ?1`,
  signInProviders: `SELECT ${columnsExcept(userAuthProviders)} FROM user_auth_providers t WHERE t.user_id = ?1 ORDER BY t.provider`,
  sessions: `SELECT ${columnsExcept(sessions, 'idHash')} FROM sessions t WHERE t.user_id = ?1 ORDER BY t.created_at`,
  passkeys: `SELECT ${columnsExcept(memberPasskeys, 'credentialId', 'publicKey', 'counter', 'transports')} FROM member_passkeys t WHERE t.user_id = ?1 ORDER BY t.id`,
  signIns: `SELECT ${columnsExcept(signIns, 'hour')} FROM sign_ins t WHERE t.user_id = ?1 ORDER BY t.at, t.id`,
  tokenTransactions: `SELECT ${columnsExcept(tokenTransactions, 'kind', 'subjectId', 'otherId', 'turn', 'description')}, ${shownTokenColumns}, ${ledgerReason} AS "description" FROM token_transactions t WHERE t.user_id = ?1 ORDER BY t.id`,
  owedTokens: `SELECT ${columnsExcept(owedTokenEvents, 'kind', 'reversalKind', 'subjectId', 'turn')}, ${shownOwedColumns} FROM owed_token_events t WHERE t.user_id = ?1 ORDER BY t.id`,
  keyEvents: `SELECT ${columnsExcept(keyEvents, 'kind', 'subjectId', 'otherId', 'turn')}, ${shownKeyColumns}, ${keyRelatedColumns} FROM key_events t WHERE t.user_id = ?1 ORDER BY t.created_at, t.id`,
  cacheCards: `SELECT ${columnsExcept(cacheCards, 'isOnMap', 'mapKey')} FROM cache_cards t WHERE t.user_id = ?1 ORDER BY t.id`,
  placesYourCardsAreShownBy: `SELECT ${columnsExcept(cardAnchors)} FROM card_anchors t WHERE t.user_id = ?1 ORDER BY t.latitude`,
  /**
   * Excludes distances. With three stated positions, a member could compute a card's location without going there, and any stored distance
   * reveals that we know the location.
   */
  scans: `SELECT ${publicCardId}, ${columnsExcept(cardScans, 'kind', 'source', 'distanceM', 'accuracyM', 'ageS', 'takenBackBy')}, t.scan_date - t.age_s AS "scannedAt", ${scanKind('t')} AS "kind", ${scanSource('t')} AS "source", t.taken_back_by IS NOT NULL AS "isTakenBack" FROM card_scans t WHERE ${isScanBy('?1')} ORDER BY t.id`,
  /**
   * Excludes the id of the owner who reads a note, and whether the owner hid it. For notes left for the member, excludes the author's id.
   */
  linesYouLeft: `SELECT ${publicCardId}, ${columnsExcept(findLogs, 'ownerId', 'hiddenAt')} FROM find_logs t WHERE t.user_id = ?1 ORDER BY t.id`,
  linesLeftForYou: `SELECT ${publicCardId}, ${columnsExcept(findLogs, 'userId')} FROM find_logs t WHERE t.owner_id = ?1 ORDER BY t.id`,
  digestOfFinds: `SELECT ${columnsExcept(digestChoices)} FROM digest_choices t WHERE t.user_id = ?1`,
  newCardsNear: `SELECT ${columnsExcept(cardWatches)} FROM card_watches t WHERE t.user_id = ?1`,
  scanDays: `SELECT ${columnsExcept(memberDays)} FROM member_days t WHERE t.user_id = ?1 AND t.day IN ${scanDays} ORDER BY t.day`,
  /** Contains only today and yesterday. Card ids are those used in `scans`. */
  cardsShown: `SELECT ${columnsExcept(cardAllowances)} FROM card_allowances t WHERE t.user_id = ?1 ORDER BY t.day`,
  /** Excludes whether a report counted, which would show an attacker which accounts count, and the owner's answer. */
  missingReports: `SELECT ${publicCardId}, ${columnsExcept(cardReports, 'isCounted', 'answer')} FROM card_reports t WHERE t.user_id = ?1 ORDER BY t.id`,
  ownershipClaims: `SELECT ${publicCardId}, ${columnsExcept(ownershipClaims, 'decidedById')} FROM ownership_claims t WHERE t.user_id = ?1 ORDER BY t.id`,
  orders: `SELECT ${columnsExcept(orders)} FROM orders t WHERE t.user_id = ?1 ORDER BY t.id`,
  orderRefunds: `SELECT ${columnsExcept(orderRefunds, 'askedById')} FROM order_refunds t WHERE t.user_id = ?1 ORDER BY t.id`,
  printOrders: `SELECT ${columnsExcept(printOrders, 'requestedByAdminId')} FROM orders o JOIN print_orders t ON t.order_id = o.id WHERE o.user_id = ?1 ORDER BY t.id`,
  printNews: `SELECT o.id AS "orderId", ${columnsExcept(printEvents, 'printOrderId')} FROM orders o JOIN print_orders p ON p.order_id = o.id JOIN print_events t ON t.print_order_id = p.id WHERE o.user_id = ?1 ORDER BY t.id`,
  payments: `SELECT ${columnsExcept(payments, 'countedCents')} FROM payments t WHERE t.user_id = ?1 ORDER BY t.id`,
  paymentEvents: `SELECT ${columnsExcept(stripeEvents)} FROM stripe_events t WHERE t.user_id = ?1 ORDER BY t.received_at`,
  subscriptions: `SELECT ${columnsExcept(subscriptions)} FROM subscriptions t WHERE t.user_id = ?1 ORDER BY t.id`,
  membershipPeriods: `SELECT ${columnsExcept(membershipPeriods)} FROM membership_periods t WHERE t.user_id = ?1 ORDER BY t.starts_at`,
  vacationCertificates: `SELECT ${columnsExcept(vacationCertificates, 'cancelledById', 'reviewedById')} FROM vacation_certificates t WHERE t.user_id = ?1 ORDER BY t.id`,
  commissions: `SELECT ${columnsExcept(referralCommissions, 'paidById')} FROM referral_commissions t WHERE t.referrer_id = ?1 ORDER BY t.id`,
  /** The amount is the referrer's personal data, so only the commission's existence is exported. */
  commissionsForYourMembership: `SELECT t.id, t.kind, t.order_id AS "orderId", t.created_at AS "createdAt" FROM referral_commissions t
    WHERE t.referred_id = ?1 ORDER BY t.id`,
  chestPayouts: `SELECT ${columnsExcept(treasureChestPayouts, 'paidById')} FROM treasure_chest_payouts t WHERE t.user_id = ?1 ORDER BY t.id`,
  payouts: `SELECT ${columnsExcept(payouts, 'paidById', 'request')} FROM payouts t WHERE t.user_id = ?1 ORDER BY t.id`,
  payoutAddress: `SELECT ${columnsExcept(payoutAddresses)} FROM payout_addresses t WHERE t.user_id = ?1`,
  taxForm: `SELECT ${columnsExcept(payoutTaxForms, 'notedById')} FROM payout_tax_forms t WHERE t.user_id = ?1`,
  payoutRunLines: `SELECT ${columnsExcept(payoutRunLines)} FROM payout_run_lines t WHERE t.user_id = ?1 ORDER BY t.id`,
  payoutRunEntries: `SELECT ${columnsExcept(payoutRunEntries)} FROM payout_run_lines l JOIN payout_run_entries t ON t.line_id = l.id WHERE l.user_id = ?1 ORDER BY t.line_id`,
  owedNow: `SELECT ${columnsExcept(payoutQueue)} FROM payout_queue t WHERE t.id = ?1 AND t.entries > 0`,
  invitedPeople: `SELECT t.id, coalesce(t.username, t.first_name) AS "name", t.email, t.created_at AS "joinedAt" FROM users t WHERE t.referred_by_id = ?1 ORDER BY t.id`,
  mails: `SELECT ${columnsExcept(outbox)} FROM outbox t WHERE t.user_id = ?1 ORDER BY t.id`,
  links: `SELECT ${columnsExcept(oneTimeLinks, 'tokenHash')} FROM one_time_links t WHERE t.user_id = ?1 ORDER BY t.created_at`,
  contactMessages: `SELECT ${columnsExcept(contactMessages, 'handledById')} FROM contact_messages t WHERE ${areOwnMessages('t')} ORDER BY t.id`,
  contactReplies: `SELECT ${columnsExcept(contactReplies, 'adminId')} FROM contact_messages m JOIN contact_replies t ON t.message_id = m.id WHERE ${areOwnMessages('m')} ORDER BY t.id`,
  notesAboutYou: `SELECT ${columnsExcept(memberNotes, 'adminId', 'removedById')} FROM member_notes t WHERE t.user_id = ?1 ORDER BY t.id`,
  administratorActions: `SELECT ${columnsExcept(auditLog, 'adminId', 'address')} FROM audit_log t WHERE t.user_id = ?1 OR (t.entity_type = 'user' AND t.entity_id = ?2) ORDER BY t.id`,
  /** Excludes reasons, because administrators may mention other people in them. Emails and certificates contain what the member received. */
  reviewDecisions: `SELECT d.action, d.created_at AS "createdAt", d.undone_at AS "undoneAt", ${columnsExcept(reviewEffects, 'before')}
    FROM review_effects t JOIN review_decisions d ON d.id = t.decision_id WHERE t.user_id = ?1 ORDER BY t.id`,
  repeatedRequests: `SELECT ${columnsExcept(idempotencyKeys)} FROM idempotency_keys t WHERE t.scope = 'user:' || ?2 ORDER BY t.created_at`,
} as const satisfies Record<string, string>;

export type DataSection = keyof typeof sections;

export const myDataStore = bindStore({
  /** Reads all sections in one round trip, so that they show the same moment. */
  async read(db, userId: number): Promise<MyDataRows> {
    const names = Object.keys(sections) as DataSection[];
    const results = await batch(
      db,
      names.map((name) => {
        const sql = sections[name];
        // D1 binds numbers as REAL, so text columns that contain an id need a text value.
        return sql.includes('?2') ? statement<DataRow>(sql, [userId, String(userId)]) : statement<DataRow>(sql, [userId]);
      }),
    );
    return Object.fromEntries(names.map((name, index) => [name, rows(results[index])]));
  },
});
