/** Statements that load a certificate's case. Each uses an index and reads a limited number of rows, even for cards with many finds. */

import type { AuditAction } from '#schema/admin/audit-actions.ts';
import type { DisputeStatus } from '#schema/orders/order.ts';
import {
  maxSearchedRewards,
  neighbourFinds,
  referralChainMaxLength,
  referralsMaxChecked,
  type Tier,
  twinSearchMaxFinders,
} from '#schema/rules.ts';
import { tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import type { FindFact } from '#worker/domain/reviews/facts.ts';
import { formerEmails } from '#worker/store/accounts/confirmed-emails.ts';
import { auditedGifts, isRecentTransfer } from '#worker/store/admin/access/own-member.ts';
import { isFirstScan, isOwnScan, isRewardedScan, scanSource } from '#worker/store/scans/scan-kinds.ts';
import { statement } from '#worker/store/sql.ts';
import { paysOwnerFor, tokensFor } from '#worker/store/tokens/ledger-kinds.ts';
import { isHeldMember } from './open-holds.ts';

export type CaseSubject = { number: string } | { price: number };
export type CaseKey = { userId: number; about: CaseSubject } | { certificateId: number };

/** Number of earliest scans to read per card in order to find the owner's own scan, which precedes the finds. */
const firstScans = 2;
/** Maximum number of rows to read when searching for other members who paid with the case's bank cards. */
const bankCardUsers = 500;

function caseParameters(key: CaseKey) {
  if ('certificateId' in key) {
    const member = '(SELECT user_id FROM vacation_certificates WHERE id = ?1)';
    return { member, certificate: '?1', price: '-r.amount', values: [key.certificateId] };
  }
  const { userId, about } = key;
  const values = 'number' in about ? [userId, about.number] : [userId, null];
  const price = 'price' in about ? String(Math.trunc(about.price)) : '-r.amount';
  return { member: '?1', certificate: '(SELECT id FROM vacation_certificates WHERE number = ?2)', price, values };
}

/** Returns the parameters for statements that need only the member because D1 rejects unused bound values. */
function memberParameters(key: CaseKey) {
  const { member, values } = caseParameters(key);
  return { member, values: values.slice(0, 1) };
}

/** SQL for the balance before the certificate's price was deducted. For an existing certificate, this is the balance at its redemption. */
const balance = `u.token_balance - coalesce((SELECT sum(t.amount) FROM token_transactions t WHERE t.user_id = u.id AND t.id >= r.id), 0)`;
const joinRedemption = (certificate: string) => `LEFT JOIN token_transactions r ON ${tokensFor('redemption', 'u.id', certificate, 'r')}`;

export interface MemberRow {
  id: number;
  /** Null while the certificate is being redeemed. */
  certificateId: number | null;
  owedTokens: number;
  balance: number;
  price: number | null;
  isHeld: 0 | 1;
  refusedAt: number | null;
}

export function selectCaseMember(key: CaseKey) {
  const { member, certificate, price, values } = caseParameters(key);
  const isRedeeming = 'about' in key && 'price' in key.about;
  return statement<MemberRow, 'certificateId' | 'balance' | 'price' | 'isHeld' | 'refusedAt'>(
    `SELECT u.id AS "id", ${certificate} AS "certificateId", u.owed_tokens AS "owedTokens", ${balance} AS "balance", ${price} AS "price",
       ${isRedeeming ? isHeldMember('u.id') : 'false'} AS "isHeld",
       (SELECT max(v.reviewed_at) FROM vacation_certificates v WHERE v.user_id = u.id AND v.review = 'refused'
         AND v.reviewed_at <= coalesce(r.created_at, 9e15) AND v.id IS NOT ${certificate}) AS "refusedAt"
     FROM users u ${joinRedemption(certificate)} WHERE u.id = ${member}`,
    values,
  );
}

export interface RewardRow {
  tokens: number;
  kind: number;
  subjectId: number;
  otherId: number;
  at: number;
}

/**
 * Selects the newest earnings that can make up the balance. Each reward is at least one token, so the balance limits the number of rows.
 * Skips refunds of certificates and reversals of reversals so that members cannot hide older rewards by moving tokens back and forth.
 * Excludes rewards that a decision about the member had revoked before the redemption.
 */
export function selectCaseRewards(key: CaseKey) {
  const { member, certificate, values } = caseParameters(key);
  const redemptionSql = (column: string) =>
    `coalesce((SELECT r.${column} FROM token_transactions r WHERE ${tokensFor('redemption', member, certificate, 'r')}), 9e15)`;
  const { refund, order_reversal, decision_reversal } = tokenKinds;
  // Avoids `NOT IN` because D1 counts each lookup in a list of three values as a row read.
  const isReward = [refund, order_reversal, decision_reversal].map(({ code }) => `+e.kind <> ${code}`).join(' AND ');
  return statement<RewardRow>(
    `SELECT e.amount AS "tokens", e.kind AS "kind", e.subject_id AS "subjectId", e.other_id AS "otherId", e.created_at AS "at" FROM token_transactions e
     WHERE e.user_id = ${member} AND e.id < ${redemptionSql('id')}
       AND e.amount > 0 AND ${isReward}
       AND (NOT EXISTS (SELECT 1 FROM review_effects m WHERE m.user_id = ${member} AND m.kind = 'member')
         OR (+e.kind, e.subject_id, e.other_id) NOT IN (${revokedLedgerRows(member, redemptionSql('created_at'))}))
     ORDER BY e.id DESC
     LIMIT min(${maxSearchedRewards}, coalesce((SELECT ${balance} FROM users u ${joinRedemption(certificate)} WHERE u.id = ${member}), 0))`,
    values,
  );
}

/** Returns SQL for the `kind`, `subject_id` and `other_id` of the member's ledger rows that were revoked by decisions at time `at`. */
function revokedLedgerRows(member: string, at: string): string {
  const { scan, owner_scan, placement } = tokenKinds;
  const isOwn = 'f.user_id = m.user_id';
  return `SELECT iif(f.kind = 'placement', ${placement.code}, iif(${isOwn}, ${scan.code}, ${owner_scan.code})),
      iif(f.kind = 'placement', f.entity_id, f.before ->> 'cardId'), iif(${isOwn}, 0, f.user_id)
    FROM review_effects m
      CROSS JOIN review_decisions d ON d.id = m.decision_id AND d.action = 'take_back' AND d.created_at < ${at} AND coalesce(d.undone_at, 9e15) >= ${at}
      CROSS JOIN review_effects f ON f.decision_id = d.id AND (f.kind = 'find' OR (f.kind = 'placement' AND ${isOwn}))
    WHERE m.user_id = ${member} AND m.kind = 'member'`;
}

export interface GiftRow {
  action: AuditAction;
  at: number;
  cardId: number | null;
}

/** Selects administrators' gifts to the member, the latest of each kind and card. Canceling a certificate is one if a stay was booked. */
export function selectGifts(key: CaseKey) {
  const { member, values } = memberParameters(key);
  return statement<GiftRow, 'action' | 'at' | 'cardId'>(
    `SELECT b.action AS "action", max(b.at) AS "at", CASE b.action
         WHEN 'card.owner' THEN (SELECT c.id FROM cache_cards c WHERE c.card_id = b.entity)
         WHEN 'claim.decide' THEN (SELECT o.card_id FROM ownership_claims o WHERE o.id = CAST(b.entity AS INTEGER)) END AS "cardId"
       FROM (${auditedGifts(member, '0')}) b
       WHERE b.action <> 'certificate.cancel' OR EXISTS (SELECT 1 FROM vacation_certificates v WHERE v.number = b.entity AND v.travel_plug_id IS NOT NULL)
       GROUP BY 1, 3`,
    values,
  );
}

export interface ReferralRow {
  id: number;
  username: string | null;
  firstName: string | null;
  lastName: string | null;
  referredById: number | null;
  createdAt: number;
  hasPaid: 0 | 1;
  hasReturnedPayment: 0 | 1;
}

/** SQL condition: payment `p` is revoked, or its dispute is open or lost. */
export const isReturned = `(p.revoked_at IS NOT NULL OR p.dispute_status IN ('open', 'lost'))`;
const referral = `u.id AS "id", u.username AS "username", u.first_name AS "firstName", u.last_name AS "lastName",
  u.referred_by_id AS "referredById", u.created_at AS "createdAt",
  EXISTS (SELECT 1 FROM payments p WHERE p.user_id = u.id) AS "hasPaid",
  EXISTS (SELECT 1 FROM payments p WHERE p.user_id = u.id AND ${isReturned}) AS "hasReturnedPayment"`;

export function selectReferrers(key: CaseKey) {
  const { member, values } = memberParameters(key);
  return statement<ReferralRow, 'hasPaid' | 'hasReturnedPayment'>(
    `WITH RECURSIVE line(id, step) AS (
       SELECT referred_by_id, 1 FROM users WHERE id = ${member} AND referred_by_id IS NOT NULL
       UNION ALL SELECT b.referred_by_id, step + 1 FROM line JOIN users b ON b.id = line.id
         WHERE b.referred_by_id IS NOT NULL AND step < ${referralChainMaxLength})
     SELECT ${referral} FROM line JOIN users u ON u.id = line.id ORDER BY line.step`,
    values,
  );
}

/** Selects referred members who bought a membership. Anyone can register free accounts, which must not dilute the others. */
export function selectReferred(key: CaseKey) {
  const { member, values } = memberParameters(key);
  return statement<ReferralRow, 'hasPaid' | 'hasReturnedPayment'>(
    `SELECT ${referral} FROM referral_commissions c CROSS JOIN users u ON u.id = c.referred_id
     WHERE c.referrer_id = ${member} AND c.kind = 'commission' ORDER BY c.id DESC LIMIT ${referralsMaxChecked}`,
    values,
  );
}

export interface CardRow {
  id: number;
  name: string;
  ownerId: number | null;
  latitude: number | null;
  longitude: number | null;
  placedAt: number | null;
  finders: number;
  orderId: number | null;
  codeExposedFrom: number | null;
  codeExposedUntil: number | null;
  /** Whether the printer was to send the card, and when it got the order. Loaded only if the card was found before its placement. */
  isShipped: 0 | 1;
  sentToPrintAt: number | null;
  /** Whether an administrator had recently given the card to someone when the member found it. */
  isFoundAfterTransfer: 0 | 1;
  /** JSON array of `FormerPlace`, at most one per find. */
  formerPlaces: string;
}

export interface FormerPlace {
  throughScanId: number;
  latitude: number | null;
  longitude: number | null;
  placedAt: number | null;
}

/**
 * SQL for the id of the member who was rewarded as the owner when member `?2` found card `c`, even if the card now has another owner or
 * none.
 */
const paidOwner = `(SELECT o.user_id FROM token_transactions f JOIN token_transactions o ON ${paysOwnerFor}
  WHERE ${tokensFor('scan', '?2', 'c.id', 'f')})`;
/** SQL for the owner of card `c` when member `?2` found it, even if someone else got the card since; without a find, the current owner. */
const ownerAtFind = `coalesce((SELECT json_array(g.before ->> 'ownerId') FROM audit_log g
    WHERE g.entity_type = 'cache_card' AND g.entity_id = c.card_id AND +g.action IN ('card.owner', 'card.update')
      AND json_type(g.before, '$.ownerId') IS NOT NULL AND g.created_at > (SELECT s.scan_date FROM card_scans s WHERE s.card_id = c.id AND s.user_id = ?2 AND ${isFirstScan('s')})
    ORDER BY g.id LIMIT 1), json_array(c.user_id)) ->> 0`;
/** SQL for the buyer of a card that has no owner because the owner deleted the account. */
const erasedOwner = `(SELECT u.id FROM orders o JOIN users u ON u.id = o.user_id AND u.erased_at IS NOT NULL WHERE o.id = c.order_id)`;

/** SQL for the order of card `c` if the card was found before its owner placed it, as only such finds can precede the print. */
const orderIfFoundBeforePlacement = 'iif(c.placement_at IS NULL OR c.placed_date < c.placement_at, c.order_id, NULL)';

/** Loads the cards of a case. `?1` is a JSON array of card ids, `?2` the finder. */
export function selectCaseCards(ids: readonly number[], memberId: number) {
  // If the card has no location, uses the one stored with the case. Erasing the owner removes the location from the card, but not from an
  // open case.
  const coalescePlaceSql = (column: string) =>
    `coalesce(c.${column}, (SELECT n.${column} FROM case_cards n WHERE n.card_id = c.id AND n.${column} IS NOT NULL LIMIT 1))`;
  return statement<CardRow, 'ownerId' | 'latitude' | 'longitude' | 'isShipped' | 'isFoundAfterTransfer' | 'formerPlaces'>(
    `SELECT c.id AS "id", c.card_id AS "name", coalesce(${paidOwner}, ${ownerAtFind}, ${erasedOwner}) AS "ownerId",
       ${coalescePlaceSql('latitude')} AS "latitude", ${coalescePlaceSql('longitude')} AS "longitude", c.placement_at AS "placedAt",
       c.total_scans AS "finders", c.order_id AS "orderId",
       c.code_exposed_from AS "codeExposedFrom", c.code_exposed_until AS "codeExposedUntil",
       o.id IS NOT NULL AS "isShipped", o.sent_to_print_at AS "sentToPrintAt",
       EXISTS (SELECT 1 FROM audit_log g CROSS JOIN card_scans s ON ${isRecentTransfer}
         WHERE s.card_id = c.id AND s.user_id = ?2 AND ${isFirstScan('s')}) AS "isFoundAfterTransfer",
       (SELECT json_group_array(json_object('throughScanId', p.through_scan_id, 'latitude', p.latitude, 'longitude', p.longitude, 'placedAt', p.placement_at))
         FROM card_places p WHERE p.card_id = c.id) AS "formerPlaces"
     FROM json_each(?1) j CROSS JOIN cache_cards c ON c.id = j.value LEFT JOIN orders o ON o.id = ${orderIfFoundBeforePlacement} AND o.delivery = 'ship'`,
    [JSON.stringify(ids), memberId],
  );
}

export interface FindRow {
  id: number;
  cardId: number;
  userId: number;
  at: number;
  statedAt: number | null;
  source: FindFact['source'];
  codeWasRight: 0 | 1;
  addressHash: string | null;
  distanceMeters: number | null;
  isTakenBack: 0 | 1;
}

const find = `s.id AS "id", s.card_id AS "cardId", s.user_id AS "userId", s.scan_date AS "at", s.scan_date - s.age_s AS "statedAt", ${scanSource('s')} AS "source",
  s.code_was_right AS "codeWasRight", s.address_hash AS "addressHash", s.distance_m AS "distanceMeters",
  s.taken_back_by IS NOT NULL AS "isTakenBack"`;
/** SQL condition: the find is rewarded, or was rewarded until it was revoked. Includes the condition of the index `card_scans_once`. */
const isPaid = (alias: string) => `${isFirstScan(alias)} AND ${isRewardedScan(alias)}`;

export type FindKey = readonly [cardId: number, userId: number];

const findKeysFrom = (alias: string) => `json_each(?1) j CROSS JOIN card_scans ${alias} ON ${alias}.card_id = json_extract(j.value, '$[0]')
  AND ${alias}.user_id = json_extract(j.value, '$[1]') AND ${isPaid(alias)}`;

export function selectFindsByKey(findKeys: readonly FindKey[]) {
  return statement<FindRow, 'isTakenBack' | 'source' | 'statedAt'>(`SELECT ${find} FROM ${findKeysFrom('s')}`, [JSON.stringify(findKeys)]);
}

/** SQL for the number of all finds of card `c`, including revoked ones, which `total_scans` excludes. */
const totalFinds = '(c.total_scans + (SELECT count(*) FROM card_scans b WHERE b.card_id = c.id AND b.taken_back_by IS NOT NULL))';

export function selectQuietCardFinds(cardIds: readonly number[]) {
  return statement<FindRow, 'isTakenBack' | 'source' | 'statedAt'>(
    `SELECT ${find} FROM json_each(?1) j CROSS JOIN cache_cards c ON c.id = j.value AND ${totalFinds} <= ${twinSearchMaxFinders}
       CROSS JOIN card_scans s ON s.card_id = c.id AND ${isPaid('s')}`,
    [JSON.stringify(cardIds)],
  );
}

export function selectNeighbors(findKeys: readonly FindKey[]) {
  const selectAdjacentScans = (comparison: '<' | '>', order: 'ASC' | 'DESC') =>
    `SELECT * FROM (SELECT n.id FROM card_scans n WHERE n.card_id = k.card_id AND n.id ${comparison} k.id AND ${isRewardedScan('n')}
       ORDER BY n.id ${order} LIMIT ${neighbourFinds})`;
  return statement<FindRow, 'isTakenBack' | 'source' | 'statedAt'>(
    `SELECT ${find} FROM ${findKeysFrom('k')} CROSS JOIN cache_cards c ON c.id = k.card_id AND ${totalFinds} > ${twinSearchMaxFinders}
       CROSS JOIN card_scans s ON s.id IN (${selectAdjacentScans('<', 'DESC')} UNION ALL ${selectAdjacentScans('>', 'ASC')})`,
    [JSON.stringify(findKeys)],
  );
}

export function selectOwnScans(cardIds: readonly number[]) {
  return statement<Pick<FindRow, 'cardId' | 'userId' | 'at' | 'addressHash'>>(
    `SELECT s.card_id AS "cardId", s.user_id AS "userId", s.scan_date AS "at", s.address_hash AS "addressHash"
     FROM json_each(?1) j CROSS JOIN card_scans s
       ON s.id IN (SELECT n.id FROM card_scans n WHERE n.card_id = j.value ORDER BY n.id LIMIT ${firstScans})
     WHERE ${isOwnScan('s')}`,
    [JSON.stringify(cardIds)],
  );
}

export interface AccountRow {
  id: number;
  username: string | null;
  firstName: string | null;
  lastName: string | null;
  email: string;
  emailVerifiedAt: number | null;
  role: Tier;
  createdAt: number;
  referredById: number | null;
  registrationAddressHash: string | null;
  /** JSON array of the addresses that the account had and confirmed. */
  formerEmails: string;
  /** Hash of an erased member's mailbox, if a case retains the member's data; otherwise null. */
  mailboxHash: string | null;
  /** JSON array of hashes of an erased member's former mailboxes, under the same condition. */
  formerMailboxHashes: string | null;
  isDisposable: 0 | 1 | null;
  /** Whether this case kept the member's data. */
  isKept: 0 | 1;
}

/**
 * Loads the accounts of a case. The case keeps the data of accounts that were erased after it opened. An account that only another case kept
 * counts as erased.
 */
export function selectAccounts(ids: readonly number[], certificateId: number | null) {
  const evidence = (column: string) => `(SELECT m.${column} FROM case_members m WHERE m.user_id = u.id LIMIT 1)`;
  return statement<AccountRow, 'formerEmails' | 'mailboxHash' | 'formerMailboxHashes' | 'isDisposable' | 'isKept'>(
    `SELECT u.id AS "id", u.username AS "username", u.first_name AS "firstName", u.last_name AS "lastName", u.email AS "email",
       u.email_verified_at AS "emailVerifiedAt", u.role AS "role", u.created_at AS "createdAt", u.referred_by_id AS "referredById",
       u.registration_address_hash AS "registrationAddressHash",
       ${formerEmails('u.id')} AS "formerEmails",
       ${evidence('mailbox_hash')} AS "mailboxHash", ${evidence('former_mailbox_hashes')} AS "formerMailboxHashes",
       ${evidence('is_disposable')} AS "isDisposable",
       EXISTS (SELECT 1 FROM case_members k WHERE k.certificate_id = ?2 AND k.user_id = u.id) AS "isKept"
     FROM json_each(?1) j CROSS JOIN users u ON u.id = j.value`,
    [JSON.stringify(ids), certificateId],
  );
}

export interface ReturnedPaymentRow {
  userId: number;
  orderId: number | null;
  isMembership: 0 | 1;
  amountCents: number;
  disputeStatus: DisputeStatus | null;
  disputedAt: number | null;
  revokedAt: number | null;
}

const returnedPaymentColumns = `p.user_id AS "userId", p.order_id AS "orderId", p.subscription_id IS NOT NULL AS "isMembership",
  p.amount_cents AS "amountCents", p.dispute_status AS "disputeStatus", p.disputed_at AS "disputedAt", p.revoked_at AS "revokedAt"`;

export function selectReturnedPayments(payerIds: readonly number[], orderIds: readonly number[]) {
  return statement<ReturnedPaymentRow, 'isMembership'>(
    `SELECT ${returnedPaymentColumns} FROM json_each(?1) j CROSS JOIN payments p ON p.user_id = j.value AND p.subscription_id IS NOT NULL AND ${isReturned}
     UNION ALL
     SELECT ${returnedPaymentColumns} FROM json_each(?2) j CROSS JOIN payments p ON p.order_id = j.value AND p.subscription_id IS NULL AND ${isReturned}`,
    [JSON.stringify(payerIds), JSON.stringify(orderIds)],
  );
}

export function selectBankCards(payerIds: readonly number[]) {
  return statement<SharedUseRow, 'shared'>(
    `SELECT DISTINCT o.card_fingerprint AS "shared", o.user_id AS "userId"
     FROM (SELECT DISTINCT p.card_fingerprint AS own FROM json_each(?1) j
         CROSS JOIN payments p ON p.user_id = j.value AND p.card_fingerprint IS NOT NULL) b
       CROSS JOIN payments o ON o.card_fingerprint = b.own LIMIT ${bankCardUsers}`,
    [JSON.stringify(payerIds)],
  );
}

/**
 * Selects the PayPal mailboxes at which the member is or was paid, and which of the given accounts, the member included, are or were paid
 * there. Must find the same accounts as `otherAccounts` (worker/store/payouts/eligibility.ts).
 */
export function selectPayPalMailboxes(userId: number, ids: readonly number[]) {
  const usesIn = (table: string, column: string, condition = 'true') =>
    `SELECT m.mailbox, o.user_id FROM own m CROSS JOIN ${table} o ON o.${column} = m.mailbox AND ${condition}
     WHERE o.user_id IN (SELECT value FROM json_each(?2))`;
  return statement<SharedUseRow, 'shared'>(
    `WITH own(mailbox) AS MATERIALIZED (SELECT p.mailbox FROM payout_addresses p WHERE p.user_id = ?1
       UNION SELECT p.mailbox_hash FROM payout_addresses p WHERE p.user_id = ?1
       UNION SELECT y.mailbox_hash FROM payouts y WHERE y.user_id = ?1
       UNION SELECT l.mailbox FROM payout_run_lines l WHERE l.user_id = ?1 AND l.status = 'paid')
     SELECT x.mailbox AS "shared", x.user_id AS "userId" FROM (
       ${usesIn('payout_addresses', 'mailbox')} UNION ${usesIn('payout_addresses', 'mailbox_hash')}
       UNION ${usesIn('payouts', 'mailbox_hash')} UNION ${usesIn('payout_run_lines', 'mailbox', "o.status = 'paid'")}) x`,
    [userId, JSON.stringify(ids)],
  );
}

/** An account that uses a bank card or PayPal address. */
export interface SharedUseRow {
  shared: string;
  userId: number;
}
