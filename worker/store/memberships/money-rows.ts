import type {
  Account,
  KeyRow,
  OrderState,
  PaymentState,
  Period,
  ReferralState,
  SubscriptionState,
} from '#worker/domain/memberships/account.ts';
import type { Database } from '#worker/store/database.ts';
import { isHeldMember } from '#worker/store/reviews/open-holds.ts';
import { batchByName, type Statement, statement } from '#worker/store/sql.ts';
import { referralKeys } from '#worker/store/tokens/ledger-kinds.ts';

/** Identifies a member's account by any one of these ids; `userId` takes precedence. */
export interface AccountRef {
  paymentIntentId?: string | null;
  subscriptionId?: string | null;
  orderReference?: string | null;
  userId?: number;
}

export interface MemberRow {
  id: number;
  version: number;
  email: string;
  firstName: string | null;
  role: Account['membership']['role'];
  membershipExpiresAt: number | null;
  autoRenew: 0 | 1;
  stripeSubscriptionId: string | null;
  referredById: number | null;
  isLeaving: 0 | 1;
}

export type SubscriptionRow = Omit<SubscriptionState, 'cancelAtPeriodEnd'> & { cancelAtPeriodEnd: 0 | 1 };

export interface ReferralRow {
  referrerId: number;
  commissionAmount: number | null;
  commissionKeys: number | null;
  commissionStatus: 'pending' | 'paid' | 'reversed' | 'held' | null;
  heldReason: string | null;
  commissionOrderId: number | null;
  commissionAt: number | null;
  reversal: ReferralState['reversal'];
  sameAddress: 0 | 1;
  isReferrerHeld: 0 | 1;
}

/** SQL for the member's id. ?1 is a payment intent, ?2 a subscription, ?3 an order's reference, ?4 a member. */
const userIdSql = `COALESCE(?4, (SELECT user_id FROM payments WHERE stripe_payment_intent_id = ?1),
  (SELECT user_id FROM subscriptions WHERE stripe_subscription_id = ?2), (SELECT user_id FROM orders WHERE reference = ?3),
  (SELECT user_id FROM orders WHERE stripe_payment_intent_id = ?1))`;

/** Returns the SQL condition that a column refers to one of the members whose accounts are read. */
type MemberCondition = (column: string) => string;
const isMember: MemberCondition = (column) => `${column} = ${userIdSql}`;
/** ?1 is a JSON array of member ids. */
const isAmongMembers: MemberCondition = (column) => `${column} IN (SELECT value FROM json_each(?1))`;

const orderColumns = `id, reference, kind, tier, quantity, replaces_card AS "replacesCard", shipping_address AS "shippingAddress", amount_cents AS "amountCents", credit_cents AS "creditCents", status, stripe_subscription_id AS "stripeSubscriptionId",
  stripe_payment_intent_id AS "stripePaymentIntentId", refunded_cents AS "refundedCents", created_at AS "createdAt",
  expires_at AS "expiresAt", paid_at AS "paidAt", cancelled_at AS "cancelledAt"`;

/** SQL for a home address normalized for comparison; NULL without a street. */
const home = (user: string) =>
  `lower(trim(${user}.address) || '|' || trim(coalesce(${user}.zip, '')) || '|' || trim(coalesce(${user}.country, '')))`;

const membershipOrdersSql = (condition: MemberCondition, key = '') =>
  `SELECT ${orderColumns}${key} FROM orders WHERE ${condition('user_id')} AND kind = 'membership' AND status <> 'cancelled'`;

const subscriptionsSql = (
  condition: MemberCondition,
  key = '',
) => `SELECT s.stripe_subscription_id AS "id", s.tier, s.status, s.current_period_start AS "periodStart",
    s.current_period_end AS "periodEnd", s.price_cents AS "priceCents", s.cancel_at_period_end AS "cancelAtPeriodEnd", s.grace_until AS "graceUntil",
    s.ended_at AS "endedAt", n.stripe_subscription_id AS "supersededBy", s.end_requested_at AS "endRequestedAt",
    s.next_check_at AS "nextCheckAt", s.created_at AS "createdAt"${key}
  FROM subscriptions s LEFT JOIN subscriptions n ON n.id = s.superseded_by_id WHERE ${condition('s.user_id')}`;

const paymentColumns = `p.stripe_invoice_id AS "invoiceId", p.stripe_payment_intent_id AS "paymentIntentId",
  s.stripe_subscription_id AS "subscriptionId", p.order_id AS "orderId", p.amount_cents AS "amountCents", p.balance_cents AS "balanceCents", p.currency,
  p.refunded_cents AS "refundedCents", p.refund_failed_cents AS "refundFailedCents", p.refund_owed_cents AS "refundOwedCents", p.dispute_status AS "disputeStatus", p.disputed_at AS "disputedAt", p.revoked_at AS "revokedAt",
  p.refund_requested_at AS "refundRequestedAt", p.card_fingerprint AS "cardFingerprint", p.description, p.paid_at AS "paidAt",
  p.period_start AS "periodStart", p.period_end AS "periodEnd"`;

const membershipPaymentsSql = (condition: MemberCondition, key = '') =>
  `SELECT ${paymentColumns}${key} FROM payments p LEFT JOIN subscriptions s ON s.id = p.subscription_id
  WHERE ${condition('p.user_id')} AND p.subscription_id IS NOT NULL`;

/** SQL condition: row `v` reverses a commission and has not been undone by a restoration. There is at most one such row per commission. */
export const isReversal = (v: string) =>
  `${v}.kind = 'reversal' AND NOT EXISTS (SELECT 1 FROM referral_commissions g WHERE g.reverses_id = ${v}.id)`;

const memberSql = (condition: MemberCondition) => `SELECT u.id, u.version, u.email, u.first_name AS "firstName", u.role,
    u.membership_expires_at AS "membershipExpiresAt", u.auto_renew AS "autoRenew", u.stripe_subscription_id AS "stripeSubscriptionId",
    u.referred_by_id AS "referredById", u.deletion_requested_at IS NOT NULL AS "isLeaving" FROM users u WHERE ${condition('u.id')}`;

const periodsSql = (condition: MemberCondition, key = '') => `SELECT p.cause, p.tier, p.starts_at AS "startsAt", p.ends_at AS "endsAt",
    p.granted_until AS "grantedUntil", p.source, s.stripe_subscription_id AS "subscriptionId"${key}
  FROM membership_periods p LEFT JOIN subscriptions s ON s.id = p.subscription_id WHERE ${condition('p.user_id')}`;

const referralSql = (condition: MemberCondition, key = '') => `SELECT r.id AS "referrerId", c.amount_cents AS "commissionAmount",
    c.treasure_keys AS "commissionKeys", c.status AS "commissionStatus", c.held_reason AS "heldReason",
    c.order_id AS "commissionOrderId", c.created_at AS "commissionAt", v.status AS "reversal",
    coalesce(r.registration_address_hash = u.registration_address_hash, 0)
      OR coalesce(trim(u.address) <> '' AND ${home('r')} = ${home('u')}, 0) AS "sameAddress",
    ${isHeldMember('r.id')} AS "isReferrerHeld"${key}
  FROM users u JOIN users r ON r.id = u.referred_by_id
  LEFT JOIN referral_commissions c ON c.referred_id = u.id AND c.kind = 'commission'
  LEFT JOIN referral_commissions v ON v.referred_id = u.id AND ${isReversal('v')}
  WHERE ${condition('u.id')}`;

const isReferrer = (column: string, condition: MemberCondition) =>
  `${column} IN (SELECT u.referred_by_id FROM users u WHERE ${condition('u.id')})`;

const referrerPeriodsSql = (condition: MemberCondition, key = '') =>
  `SELECT p.tier, p.starts_at AS "startsAt", p.ends_at AS "endsAt"${key} FROM membership_periods p WHERE ${isReferrer('p.user_id', condition)}`;

const referrerCardsSql = (condition: MemberCondition, key = '') => `SELECT DISTINCT p.card_fingerprint AS "card"${key} FROM payments p
  WHERE ${isReferrer('p.user_id', condition)} AND p.card_fingerprint IS NOT NULL`;

const keyRowsSql = (condition: MemberCondition, key = '') => `SELECT k.amount, k.created_at AS "at"${key}
  FROM users u JOIN key_events k ON ${referralKeys('u.id', 'u.referred_by_id')} WHERE ${condition('u.id')} ORDER BY k.id`;

function createReader({ paymentIntentId = null, subscriptionId = null, orderReference = null, userId }: AccountRef) {
  return <Row, UncheckedColumns extends keyof Row = never>(sql: string) =>
    statement<Row, UncheckedColumns>(sql, [paymentIntentId, subscriptionId, orderReference, userId ?? null]);
}

/** Period columns are typed as not nullable because stored subscriptions always have a period. */
const readAllSubscriptions = (read: ReturnType<typeof createReader>) =>
  read<SubscriptionRow, 'periodStart' | 'periodEnd'>(subscriptionsSql(isMember));

export function readSubscriptions(userId: number): Statement<SubscriptionRow> {
  return readAllSubscriptions(createReader({ userId }));
}

export function readMembershipPayments(userId: number): Statement<PaymentState> {
  const read = createReader({ userId });
  return read<PaymentState>(membershipPaymentsSql(isMember));
}

export function subscriptionState(row: SubscriptionRow): SubscriptionState {
  return { ...row, cancelAtPeriodEnd: row.cancelAtPeriodEnd === 1 };
}

/** Reads a member's account in one round trip. Each statement uses an index. */
export function readMoney(ref: AccountRef) {
  const readRows = createReader(ref);
  return [
    readRows<MemberRow, 'isLeaving'>(memberSql(isMember)),
    readRows<OrderState>(`${membershipOrdersSql(isMember)}
      UNION SELECT ${orderColumns} FROM orders WHERE reference = ?3 AND user_id = ${userIdSql}
      UNION SELECT ${orderColumns} FROM orders WHERE stripe_payment_intent_id = ?1 AND user_id = ${userIdSql}
      UNION SELECT ${orderColumns} FROM orders WHERE stripe_subscription_id = ?2 AND user_id = ${userIdSql}`),
    readAllSubscriptions(readRows),
    readRows<PaymentState>(`${membershipPaymentsSql(isMember)}
      UNION SELECT ${paymentColumns} FROM payments p LEFT JOIN subscriptions s ON s.id = p.subscription_id
        WHERE p.stripe_payment_intent_id = ?1 AND p.user_id = ${userIdSql}
      UNION SELECT ${paymentColumns} FROM payments p LEFT JOIN subscriptions s ON s.id = p.subscription_id
        WHERE p.order_id = (SELECT id FROM orders WHERE reference = ?3) AND p.user_id = ${userIdSql}`),
    readRows<Period>(periodsSql(isMember)),
    readRows<ReferralRow, 'sameAddress' | 'isReferrerHeld'>(referralSql(isMember)),
    readRows<ReferrerPeriod>(referrerPeriodsSql(isMember)),
    readRows<ReferrerCard, 'card'>(referrerCardsSql(isMember)),
    readRows<KeyRow>(keyRowsSql(isMember)),
    readRows<{ id: number }>(`SELECT u.id FROM users u WHERE u.referred_by_id = ${userIdSql}
        AND EXISTS (SELECT 1 FROM payments p WHERE p.user_id = u.id AND p.subscription_id IS NOT NULL) LIMIT 100`),
  ] as const;
}

/** Reads the accounts of many members in as many statements as that of one member. */
export async function readManyMoneyRows(db: Database, userIds: number[]): Promise<MoneyRows[]> {
  const ids = [JSON.stringify(userIds)];
  const key = (column: string) => `, ${column} AS "keyId"`;
  const found = await batchByName(db, {
    members: statement<MemberRow, 'isLeaving'>(memberSql(isAmongMembers), ids),
    orders: statement<Keyed<OrderState>>(membershipOrdersSql(isAmongMembers, key('user_id')), ids),
    subscriptions: statement<Keyed<SubscriptionRow>, 'periodStart' | 'periodEnd'>(subscriptionsSql(isAmongMembers, key('s.user_id')), ids),
    payments: statement<Keyed<PaymentState>>(membershipPaymentsSql(isAmongMembers, key('p.user_id')), ids),
    periods: statement<Keyed<Period>>(periodsSql(isAmongMembers, key('p.user_id')), ids),
    referrals: statement<Keyed<ReferralRow>, 'sameAddress' | 'isReferrerHeld'>(referralSql(isAmongMembers, key('u.id')), ids),
    referrerPeriods: statement<Keyed<ReferrerPeriod>>(referrerPeriodsSql(isAmongMembers, key('p.user_id')), ids),
    referrerCards: statement<Keyed<ReferrerCard>, 'card'>(referrerCardsSql(isAmongMembers, key('p.user_id')), ids),
    keyRows: statement<Keyed<KeyRow>>(keyRowsSql(isAmongMembers, key('u.id')), ids),
  });
  const [orders, subscriptions, payments, periods] = [
    groupByKey(found.orders),
    groupByKey(found.subscriptions),
    groupByKey(found.payments),
    groupByKey(found.periods),
  ];
  const [referrals, keyRows] = [groupByKey(found.referrals), groupByKey(found.keyRows)];
  const [referrerPeriods, referrerCards] = [groupByKey(found.referrerPeriods), groupByKey(found.referrerCards)];
  return found.members.map((member) => ({
    member,
    orders: orders(member.id),
    subscriptions: subscriptions(member.id),
    payments: payments(member.id),
    periods: periods(member.id),
    referral: referrals(member.id)[0],
    referrerPeriods: referrerPeriods(member.referredById ?? 0),
    referrerCards: referrerCards(member.referredById ?? 0),
    keyRows: keyRows(member.id),
  }));
}

type Keyed<Row> = Row & { keyId: number };

/** Returns a function that looks up rows by key. Omits the key because rows are compared by all their properties. */
function groupByKey<Row extends { keyId: number }>(keyedRows: Row[]): (keyId: number) => Omit<Row, 'keyId'>[] {
  const rowsByKey = new Map<number, Omit<Row, 'keyId'>[]>();
  for (const { keyId, ...row } of keyedRows) {
    const others = rowsByKey.get(keyId);
    if (others) others.push(row);
    else rowsByKey.set(keyId, [row]);
  }
  return (keyId) => rowsByKey.get(keyId) ?? [];
}

type ReferrerPeriod = ReferralState['referrerPeriods'][number];
interface ReferrerCard {
  card: string;
}

export interface MoneyRows {
  member: MemberRow;
  orders: OrderState[];
  subscriptions: SubscriptionRow[];
  payments: PaymentState[];
  periods: Period[];
  referral: ReferralRow | undefined;
  referrerPeriods: ReferrerPeriod[];
  referrerCards: ReferrerCard[];
  keyRows: KeyRow[];
}

export function buildAccount(rows: MoneyRows, isDisposable: (email: string) => boolean): Account {
  const { member, referral } = rows;
  return {
    memberId: member.id,
    isLeaving: member.isLeaving === 1,
    membership: {
      role: member.role,
      membershipExpiresAt: member.membershipExpiresAt,
      autoRenew: member.autoRenew === 1,
      stripeSubscriptionId: member.stripeSubscriptionId,
    },
    orders: rows.orders,
    subscriptions: rows.subscriptions.map(subscriptionState),
    payments: rows.payments,
    // Omits an empty `grantedUntil` because derived periods lack the property and rows are compared by all their properties.
    periods: rows.periods.map(({ grantedUntil, ...period }) => (grantedUntil ? { ...period, grantedUntil } : period)),
    referral: referral
      ? {
          referrerId: referral.referrerId,
          referrerPeriods: rows.referrerPeriods,
          referrerCards: rows.referrerCards.map(({ card }) => card),
          suspicions: [
            ...(referral.sameAddress === 1 ? ['same_address' as const] : []),
            ...(isDisposable(member.email) ? ['disposable_email' as const] : []),
            ...(referral.isReferrerHeld === 1 ? ['decision' as const] : []),
          ],
          commission: referral.commissionStatus && {
            amountCents: referral.commissionAmount ?? 0,
            treasureKeys: referral.commissionKeys ?? 0,
            status: referral.commissionStatus,
            heldReason: referral.heldReason,
            orderId: referral.commissionOrderId,
            createdAt: referral.commissionAt ?? 0,
          },
          reversal: referral.reversal,
          keyRows: rows.keyRows,
          treasureKeys: rows.keyRows.reduce((sum, { amount }) => sum + amount, 0),
        }
      : null,
  };
}
