/**
 * A member's data export. Excludes secrets (password, session ids, link hashes), other people's data (administrators, friends' full emails,
 * referrers' keys) and columns that exist only for searching.
 */

import { getTableColumns, getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { auditLog, memberNotes } from '#schema/tables/admins.ts';
import {
  cacheCards,
  cardAllowances,
  cardAnchors,
  cardPlaces,
  cardReports,
  cardScans,
  memberDays,
  ownershipClaims,
} from '#schema/tables/cards.ts';
import { disputes } from '#schema/tables/disputes.ts';
import { memberPasskeys } from '#schema/tables/factors.ts';
import { cardWatches, digestChoices, findLogs } from '#schema/tables/finds.ts';
import { oneTimeLinks, removedProviders, sessions, signIns, userAuthProviders, users } from '#schema/tables/members.ts';
import { notificationChoices, pushMessages } from '#schema/tables/notifications.ts';
import {
  bouncedAddresses,
  contactMessages,
  contactNotes,
  contactReplies,
  contactTags,
  idempotencyKeys,
  outbox,
} from '#schema/tables/operations.ts';
import { membershipPeriods, orders, payments, printEvents, printOrders, stripeEvents, subscriptions } from '#schema/tables/orders.ts';
import { payoutAddresses, payoutRunEntries, payoutRunLines, payoutTaxForms } from '#schema/tables/payout-runs.ts';
import { payoutQueue, payouts, referralCommissions, treasureChestPayouts } from '#schema/tables/payouts.ts';
import { memberMedals, memberProgress } from '#schema/tables/progress.ts';
import { orderRefunds } from '#schema/tables/refunds.ts';
import { reviewEffects, reviewSnapshots } from '#schema/tables/reviews.ts';
import { stayOffers, stays } from '#schema/tables/stays.ts';
import { keyEvents, owedTokenEvents, tokenTransactions, vacationCertificates } from '#schema/tables/tokens.ts';
import type { DataRow, MyDataRows } from '#worker/domain/accounts/my-data.ts';
import { bindStore } from '#worker/store/database.ts';
import { isNotToOffice } from '#worker/store/messages/admin-outbox.ts';
import { concernMember } from '#worker/store/messages/conversations.ts';
import { isVisibleLog } from '#worker/store/scans/find-logs.ts';
import { dayStart, keyTimeForMember, placedDateForOwner, tokenTimeForMember } from '#worker/store/scans/owner-view.ts';
import { scanDays } from '#worker/store/scans/scan-days.ts';
import { isScanBy } from '#worker/store/scans/scan-evidence.ts';
import { scanKind, scanSource } from '#worker/store/scans/scan-kinds.ts';
import { batch, rows, selectList, statement } from '#worker/store/sql.ts';
import { keyRelatedColumns, shownKeyColumns, shownOwedColumns, shownTokenColumns } from '#worker/store/tokens/ledger-kinds.ts';
import { ledgerReason } from '#worker/store/tokens/tokens.ts';

type ColumnKey<Table extends SQLiteTable> = keyof Table['$inferSelect'] & string;

function columnsExcept<Table extends SQLiteTable>(table: Table, ...excluded: ColumnKey<Table>[]): string {
  const keys = Object.keys(getTableColumns(table)) as ColumnKey<Table>[];
  const includedKeys = keys.filter((key) => key !== 'version' && !excluded.includes(key));
  return selectList(table, 't', includedKeys);
}

const publicCardId = `(SELECT c.card_id FROM cache_cards c WHERE c.id = t.card_id) AS "card"`;

const selectOwn = (table: SQLiteTable, columns: string, order: string) =>
  `SELECT ${columns} FROM ${getTableName(table)} t WHERE t.user_id = ?1 ORDER BY ${order}`;

/** Returns SQL for the member's rows. `order` is a list of columns. */
function ownRows<Table extends SQLiteTable>(table: Table, order: string, ...excluded: ColumnKey<Table>[]): string {
  return selectOwn(table, columnsExcept(table, ...excluded), order);
}

/** Like `ownRows`, but with the printed id of each row's card, which the member must already know. */
function ownCardRows<Table extends SQLiteTable>(table: Table, order: string, ...excluded: ColumnKey<Table>[]): string {
  return selectOwn(table, `${publicCardId}, ${columnsExcept(table, ...excluded)}`, order);
}

/** Like `ownRows`, but for a table whose rows are deleted when a member is erased. */
function deletedRows<Table extends SQLiteTable>(...[table, ...options]: Parameters<typeof ownRows<Table>>): DeletedRows {
  return { sql: ownRows(table, ...options), deletedTable: getTableName(table) };
}

interface DeletedRows {
  sql: string;
  deletedTable: string;
}

const pushDay = (at: string) => `iif(t.template = 'card_found', ${dayStart(at)}, ${at})`;

/** SQL for each section of the export. ?1 is the member's id. Each query uses an index. */
const sections: Readonly<Record<string, string | DeletedRows>> = {
  profile: `SELECT ${columnsExcept(users, 'passwordHash', 'emailKey', 'usernameKey', 'usernameSkeleton', 'firstNameKey', 'lastNameKey', 'phoneKey', 'listedTokens', 'keysBrought')} FROM users t WHERE t.id = ?1`,
  signInProviders: deletedRows(userAuthProviders, 'provider'),
  removedSignInProviders: deletedRows(removedProviders, 'provider, removed_at'),
  sessions: deletedRows(sessions, 'created_at', 'idHash', 'pushEndpoint', 'pushPublicKey', 'pushSecret'),
  passkeys: deletedRows(memberPasskeys, 'id', 'credentialId', 'publicKey', 'counter', 'transports'),
  signIns: deletedRows(signIns, 'at, id', 'hour'),
  tokenTransactions: `SELECT ${columnsExcept(tokenTransactions, 'kind', 'subjectId', 'otherId', 'turn', 'description', 'createdAt')}, ${tokenTimeForMember} AS "createdAt", ${shownTokenColumns}, ${ledgerReason} AS "description" FROM token_transactions t WHERE t.user_id = ?1 ORDER BY t.id`,
  owedTokens: `SELECT ${columnsExcept(owedTokenEvents, 'kind', 'reversalKind', 'subjectId', 'turn')}, ${shownOwedColumns} FROM owed_token_events t WHERE t.user_id = ?1 ORDER BY t.id`,
  keyEvents: `SELECT ${columnsExcept(keyEvents, 'kind', 'subjectId', 'otherId', 'turn', 'createdAt')}, ${keyTimeForMember} AS "createdAt", ${shownKeyColumns}, ${keyRelatedColumns} FROM key_events t WHERE t.user_id = ?1 ORDER BY t.created_at, t.id`,
  cacheCards: `SELECT ${columnsExcept(cacheCards, 'isOnMap', 'mapKey', 'placedDate', 'placementConfirmedAt')}, ${placedDateForOwner('t')} AS "placedDate",
    ${dayStart('t.placement_confirmed_at')} AS "placementConfirmedAt" FROM cache_cards t WHERE t.user_id = ?1 ORDER BY t.id`,
  formerPlacesOfYourCards: ownCardRows(cardPlaces, 'card_id, through_scan_id', 'throughScanId'),
  placesYourCardsAreShownBy: deletedRows(cardAnchors, 'latitude'),
  /**
   * Excludes the distances between the member and the cards. From the distances to three reported positions, a member could compute a
   * card's location without going there. A stored distance also reveals that we know the location.
   */
  scans: `SELECT ${publicCardId}, ${columnsExcept(cardScans, 'kind', 'source', 'distanceM', 'accuracyM', 'ageS', 'takenBackBy')}, t.scan_date - t.age_s AS "scannedAt", ${scanKind('t')} AS "kind", ${scanSource('t')} AS "source", t.taken_back_by IS NOT NULL AS "isTakenBack" FROM card_scans t WHERE ${isScanBy('?1')} ORDER BY t.id`,
  /**
   * Notes to owners. Excludes the id of the owner who reads a note, and whether the owner hid it, so also what remains of a
   * hidden note that was deleted. Of thanked notes to an erased owner, it includes the thanks. For notes left for the member, excludes
   * the author's id, the time of day and when the author saw the owner's thanks.
   */
  linesYouLeft: `SELECT ${publicCardId}, ${columnsExcept(findLogs, 'ownerId', 'hiddenAt', 'removedAt')} FROM find_logs t
    WHERE t.user_id = ?1 AND (t.removed_at IS NULL OR t.thanked_at IS NOT NULL) ORDER BY t.id`,
  linesLeftForYou: `SELECT ${publicCardId}, ${columnsExcept(findLogs, 'userId', 'writtenAt', 'thanksSeenAt', 'removedAt')}, ${dayStart('t.written_at')} AS "writtenAt" FROM find_logs t
    WHERE t.owner_id = ?1 AND ${isVisibleLog('t')} ORDER BY t.id`,
  digestOfFinds: deletedRows(digestChoices, 'user_id'),
  newCardsNear: deletedRows(cardWatches, 'user_id'),
  progress: deletedRows(memberProgress, 'user_id', 'revision', 'derivedRevision', 'weekBits', 'restBits'),
  medals: {
    sql: `SELECT ${columnsExcept(memberMedals, 'earnedAt')}, ${dayStart('t.earned_at')} AS "earnedAt" FROM member_medals t WHERE t.user_id = ?1 ORDER BY t.medal`,
    deletedTable: 'member_medals',
  },
  notificationChoices: deletedRows(notificationChoices, 'channel, topic'),
  /** Finds of the member's cards are exported to the day. */
  pushNotifications: {
    sql: `SELECT ${columnsExcept(pushMessages, 'remaining', 'createdAt', 'nextAttemptAt')}, ${pushDay('t.created_at')} AS "createdAt",
      ${pushDay('t.next_attempt_at')} AS "nextAttemptAt" FROM push_messages t WHERE t.user_id = ?1 ORDER BY t.id`,
    deletedTable: 'push_messages',
  },
  scanDays: `SELECT ${columnsExcept(memberDays)} FROM member_days t WHERE t.user_id = ?1 AND t.day IN ${scanDays} ORDER BY t.day`,
  /** The cards shown to the member today and yesterday. Older rows are deleted. The card ids are the same as in `scans`. */
  cardsShown: deletedRows(cardAllowances, 'day'),
  /**
   * The member's missing-card reports. Excludes the owner's reply and whether the report was counted. Both would show an attacker which of
   * their accounts are trusted. Also without the printed id, with which a member could scan a card without having been there.
   */
  missingReports: ownRows(cardReports, 'id', 'isCounted', 'answer'),
  ownershipClaims: ownCardRows(ownershipClaims, 'id', 'decidedById'),
  orders: ownRows(orders, 'id'),
  orderRefunds: ownRows(orderRefunds, 'id', 'askedById'),
  disputes: ownRows(disputes, 'id', 'answeredById'),
  /** Without our costs. */
  printOrders: `SELECT ${columnsExcept(printOrders, 'requestedByAdminId', 'quote', 'priceCents', 'currency')} FROM orders o JOIN print_orders t ON t.order_id = o.id WHERE o.user_id = ?1 ORDER BY t.id`,
  printNews: `SELECT o.id AS "orderId", ${columnsExcept(printEvents, 'printOrderId')} FROM orders o JOIN print_orders p ON p.order_id = o.id JOIN print_events t ON t.print_order_id = p.id WHERE o.user_id = ?1 ORDER BY t.id`,
  payments: ownRows(payments, 'id', 'countedCents'),
  paymentEvents: ownRows(stripeEvents, 'received_at'),
  subscriptions: ownRows(subscriptions, 'id'),
  membershipPeriods: ownRows(membershipPeriods, 'starts_at'),
  /** Includes the signals only after the review is decided, so that an attacker does not learn in time what to change. */
  vacationCertificates: `SELECT ${columnsExcept(vacationCertificates, 'cancelledById', 'mailboxHash', 'refusedPerson', 'reviewedById', 'reviewSignals')},
    iif(t.review = 'waiting', NULL, t.review_signals) AS "reviewSignals" FROM vacation_certificates t WHERE t.user_id = ?1 ORDER BY t.id`,
  reviewSnapshots: `SELECT c.number, ${columnsExcept(reviewSnapshots)} FROM vacation_certificates c
    JOIN review_snapshots t ON t.certificate_id = c.id WHERE c.user_id = ?1 AND c.review <> 'waiting' ORDER BY t.id`,
  /** Stays, without our cost. The route decrypts the traveler's data. */
  stays: `SELECT c.number, ${columnsExcept(stays, 'costCents', 'providerError', 'unclearSince')} FROM stays t JOIN vacation_certificates c ON c.id = t.certificate_id
    WHERE t.user_id = ?1 ORDER BY t.certificate_id`,
  stayOffers: `SELECT ${columnsExcept(stayOffers, 'costCents', 'createdById', 'quoteId')} FROM stays s
    JOIN stay_offers t ON t.certificate_id = s.certificate_id WHERE s.user_id = ?1 ORDER BY t.id`,
  commissions: `SELECT ${columnsExcept(referralCommissions, 'paidById')} FROM referral_commissions t WHERE t.referrer_id = ?1 ORDER BY t.id`,
  /**
   * Commissions that referrers earned through the member. The export shows only that they exist, because the amounts are the referrers'
   * personal data.
   */
  commissionsForYourMembership: `SELECT t.id, t.kind, t.order_id AS "orderId", t.created_at AS "createdAt" FROM referral_commissions t
    WHERE t.referred_id = ?1 ORDER BY t.id`,
  chestPayouts: ownRows(treasureChestPayouts, 'id', 'paidById'),
  payouts: ownRows(payouts, 'id', 'paidById', 'request', 'mailboxHash'),
  payoutAddress: deletedRows(payoutAddresses, 'user_id', 'mailbox', 'mailboxHash'),
  taxForm: deletedRows(payoutTaxForms, 'user_id', 'notedById'),
  payoutRunLines: ownRows(payoutRunLines, 'id', 'mailbox'),
  payoutRunEntries: `SELECT ${columnsExcept(payoutRunEntries)} FROM payout_run_lines l JOIN payout_run_entries t ON t.line_id = l.id WHERE l.user_id = ?1 ORDER BY t.line_id`,
  owedNow: `SELECT ${columnsExcept(payoutQueue)} FROM payout_queue t WHERE t.id = ?1 AND t.entries > 0`,
  invitedPeople: `SELECT t.id, coalesce(t.username, t.first_name) AS "name", t.email, t.created_at AS "joinedAt" FROM users t WHERE t.referred_by_id = ?1 ORDER BY t.id`,
  /** Excludes our office's copies of the member's messages, which show its address. */
  mails: `SELECT ${columnsExcept(outbox)} FROM outbox t WHERE t.user_id = ?1 AND ${isNotToOffice} ORDER BY t.id`,
  bouncedEmail: `SELECT ${columnsExcept(bouncedAddresses)} FROM users u JOIN bounced_addresses t ON t.email_key = u.email_key WHERE u.id = ?1`,
  links: deletedRows(oneTimeLinks, 'created_at', 'tokenHash'),
  /** A message that only gives the member's email may come from a stranger, whose address hash is excluded. */
  contactMessages: `SELECT ${columnsExcept(contactMessages, 'handledById', 'assigneeId', 'snoozedUntil', 'addressHash')},
    iif(t.user_id = ?1, t.address_hash, NULL) AS "addressHash" FROM contact_messages t WHERE ${concernMember('t')} ORDER BY t.id`,
  contactReplies: `SELECT ${columnsExcept(contactReplies, 'adminId', 'mailKey')} FROM contact_messages m JOIN contact_replies t ON t.message_id = m.id WHERE ${concernMember('m')} ORDER BY t.id`,
  contactNotes: `SELECT ${columnsExcept(contactNotes, 'adminId')} FROM contact_messages m JOIN contact_notes t ON t.message_id = m.id WHERE ${concernMember('m')} ORDER BY t.id`,
  contactTags: `SELECT ${columnsExcept(contactTags)} FROM contact_messages m JOIN contact_tags t ON t.message_id = m.id WHERE ${concernMember('m')} ORDER BY t.message_id, t.tag`,
  notesAboutYou: deletedRows(memberNotes, 'id', 'adminId', 'removedById'),
  administratorActions: `SELECT ${columnsExcept(auditLog, 'adminId', 'address')} FROM audit_log t WHERE t.user_id = ?1 OR (t.entity_type = 'user' AND t.entity_id = ?2) ORDER BY t.id`,
  /**
   * Excludes the reasons for group decisions because administrators may mention other people in them. Anything sent to the member is
   * exported with the emails and certificates.
   */
  reviewDecisions: `SELECT d.action, d.created_at AS "createdAt", d.undone_at AS "undoneAt", ${columnsExcept(reviewEffects, 'before')}
    FROM review_effects t JOIN review_decisions d ON d.id = t.decision_id WHERE t.user_id = ?1 ORDER BY t.id`,
  repeatedRequests: `SELECT ${columnsExcept(idempotencyKeys)} FROM idempotency_keys t WHERE t.scope = 'user:' || ?2 ORDER BY t.created_at`,
};

/** Tables with a column `user_id` whose rows are deleted when a member is erased. */
export const deletedTables = Object.values(sections).flatMap((section) => (typeof section === 'string' ? [] : [section.deletedTable]));

export const myDataStore = bindStore({
  /** Reads all sections in one round trip so that they are consistent with each other. */
  async read(db, userId: number): Promise<MyDataRows> {
    const results = await batch(
      db,
      Object.values(sections).map((section) => {
        const sql = typeof section === 'string' ? section : section.sql;
        // D1 binds numbers as REAL, so a text column that contains an id must be compared with a text value.
        return sql.includes('?2') ? statement<DataRow>(sql, [userId, String(userId)]) : statement<DataRow>(sql, [userId]);
      }),
    );
    return Object.fromEntries(Object.keys(sections).map((name, index) => [name, rows(results[index])]));
  },
});
