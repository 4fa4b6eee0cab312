import {
  type Account,
  contestedSince,
  type OrderState,
  type PaymentState,
  type Period,
  type SubscriptionState,
} from '#worker/domain/memberships/account.ts';
import { listChestNews } from '#worker/domain/memberships/chest-news.ts';
import type { MadeRefund } from '#worker/domain/memberships/facts.ts';
import { reopenStatements } from '#worker/store/chests/chest-openings.ts';
import { endAdoptions } from '#worker/store/claims/adoption.ts';
import type { NewCard } from '#worker/store/orders/checkouts.ts';
import { recreateCards } from '#worker/store/orders/lost-orders.ts';
import { cardEffects, restorationEffects, revocationEffects } from '#worker/store/orders/order-effects.ts';
import { bookPayments, bookRefunds } from '#worker/store/orders/payment-bookings.ts';
import { referralStatements } from '#worker/store/referrals/commission-writes.ts';
import { type Statement, statement } from '#worker/store/sql.ts';
import { isSame } from './compare-rows.ts';
import { balanceEventType, failedRefundEventType } from './waiting-events.ts';

export interface VersionedAccount {
  account: Account;
  version: number;
}

export interface AccountSnapshot extends VersionedAccount {
  email: string;
  firstName: string | null;
  /**
   * Ids of paying members whom this member referred. The commissions for them depend on this member's tier at the time of their purchases.
   */
  referred: number[];
}

/**
 * Additional input for writing a change: statements that recreate an order lost in a database restore, new cards for a paid order whose
 * cards are missing, and the changed payment's refunds.
 */
interface ChangeDetails {
  lost: Statement[];
  candidates: NewCard[];
  refunds: MadeRefund[];
}

const noDetails: ChangeDetails = { lost: [], candidates: [], refunds: [] };

/**
 * Returns the statements that write the changes, or an empty list if nothing changed. The first statement makes the batch fail if the
 * member's version has changed.
 */
export function changeStatements(
  snapshot: AccountSnapshot,
  after: Account,
  now: number,
  { lost, candidates, refunds }: ChangeDetails = noDetails,
): Statement[] {
  const before = snapshot.account;
  const subscriptions = listChanged(before.subscriptions, after.subscriptions, (row) => row.id);
  const changes = [
    ...lost,
    ...subscriptions.map((row) => upsertSubscription(after.memberId, row, now)),
    // Must run after the inserts of all subscriptions because a subscription may be inserted before the one that supersedes it.
    ...subscriptions.filter((row) => row.supersededBy !== null).map((row) => linkSuperseding(row)),
    ...listChanged(before.orders, after.orders, (row) => String(row.id)).flatMap((row) => updateOrder(before, after, row, candidates, now)),
    ...listChanged(before.payments, after.payments, paymentKey).flatMap((row) => [
      upsertPayment(after.memberId, row),
      ...bookings(row, refunds, now),
      ...balanceToReturn(before, after.memberId, row, now),
      ...refundToPay(before, after.memberId, row, now),
      ...reconcileReturnedCards(before, after, row, now),
    ]),
    ...listChanged(before.periods, after.periods, (row) => row.cause).map((row) => upsertPeriod(after.memberId, row, now)),
    ...referralStatements([{ before, after, version: snapshot.version }], now),
    // The chest statements run last because they read the keys and periods that the preceding statements write.
    ...chestStatements([{ before, after }], now),
    ...(before.membership.role === 'free' && after.membership.role !== 'free' ? endAdoptions([after.memberId], now) : []),
  ];
  const membershipChanged = !isSame(before.membership, after.membership);
  return changes.length > 0 || membershipChanged ? [updateMemberGuarded(snapshot.version, after), ...changes] : [];
}

/**
 * Returns the statements that write changes to the referrals of many members, whose accounts do not change otherwise. Their number does not
 * depend on the number of members.
 */
export function referralChangeStatements(changes: { snapshot: VersionedAccount; after: Account }[], now: number): Statement[] {
  if (changes.length === 0) return [];
  const versions = changes.map(({ snapshot: { account, version } }) => ({ id: account.memberId, version }));
  const referralChanges = changes.map(({ snapshot: { account, version }, after }) => ({ before: account, after, version }));
  return [
    statement(
      `UPDATE users AS u SET version = iif(u.version = w.value ->> 'version', u.version + 1, NULL)
       FROM json_each(?1) w WHERE u.id = w.value ->> 'id'`,
      [JSON.stringify(versions)],
    ),
    ...referralStatements(referralChanges, now),
    ...chestStatements(referralChanges, now),
  ];
}

/** Makes the batch fail if the member has changed since the snapshot was loaded. Used when an event changes nothing. */
export function guardMember({ account, version }: AccountSnapshot): Statement {
  return statement('UPDATE users SET version = iif(version = ?2, version, NULL) WHERE id = ?1', [account.memberId, version]);
}

function updateMemberGuarded(version: number, { memberId, membership }: Account): Statement {
  return statement(
    `UPDATE users SET version = iif(version = ?2, version + 1, NULL), role = ?3, membership_expires_at = ?4, auto_renew = ?5,
       stripe_subscription_id = ?6 WHERE id = ?1`,
    [memberId, version, membership.role, membership.membershipExpiresAt, membership.autoRenew ? 1 : 0, membership.stripeSubscriptionId],
  );
}

function upsertSubscription(userId: number, row: SubscriptionState, now: number): Statement {
  return statement(
    `INSERT INTO subscriptions (user_id, stripe_subscription_id, tier, status, current_period_start, current_period_end, cancel_at_period_end,
       grace_until, ended_at, end_requested_at, next_check_at, created_at, updated_at, price_cents)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
     ON CONFLICT (stripe_subscription_id) DO UPDATE SET tier = excluded.tier, status = excluded.status,
       current_period_start = excluded.current_period_start, current_period_end = excluded.current_period_end,
       cancel_at_period_end = excluded.cancel_at_period_end, grace_until = excluded.grace_until, ended_at = excluded.ended_at,
       end_requested_at = excluded.end_requested_at, next_check_at = excluded.next_check_at, updated_at = excluded.updated_at,
       price_cents = excluded.price_cents, superseded_by_id = NULL, version = version + 1`,
    [
      userId,
      row.id,
      row.tier,
      row.status,
      row.periodStart,
      row.periodEnd,
      row.cancelAtPeriodEnd ? 1 : 0,
      row.graceUntil,
      row.endedAt,
      row.endRequestedAt,
      row.nextCheckAt,
      row.createdAt,
      now,
      row.priceCents,
    ],
  );
}

function linkSuperseding(row: SubscriptionState): Statement {
  return statement(
    `UPDATE subscriptions SET superseded_by_id = (SELECT id FROM subscriptions WHERE stripe_subscription_id = ?2)
     WHERE stripe_subscription_id = ?1`,
    [row.id, row.supersededBy],
  );
}

function updateOrder(before: Account, after: Account, row: OrderState, candidates: NewCard[], now: number): Statement[] {
  // An order that is missing from `before` was lost and has been recreated with the initial status `cancelled`.
  const from = before.orders.find(({ id }) => id === row.id)?.status ?? 'cancelled';
  const payment = after.payments.find(({ orderId }) => orderId === row.id);
  const contestedAt = payment ? contestedSince(payment) : null;
  return [
    statement(
      `UPDATE orders SET status = ?2, stripe_subscription_id = ?3, stripe_payment_intent_id = coalesce(?4, stripe_payment_intent_id),
         refunded_cents = ?5, expires_at = ?6, next_check_at = min(coalesce(next_check_at, ?6), ?6), paid_at = ?7, cancelled_at = ?8,
         version = version + 1 WHERE id = ?1`,
      [
        row.id,
        row.status,
        row.stripeSubscriptionId,
        row.stripePaymentIntentId,
        row.refundedCents,
        row.expiresAt,
        row.paidAt,
        row.cancelledAt,
      ],
    ),
    ...(candidates.length > 0 && row.paidAt !== null ? recreateCards(row, candidates, now) : []),
    ...cardEffects({ userId: before.memberId, orderId: row.id, from, to: row, contestedSince: contestedAt, now }),
  ];
}

function bookings(row: PaymentState, refunds: MadeRefund[], now: number): Statement[] {
  const [column, id] =
    row.invoiceId === null ? ['stripe_payment_intent_id', row.paymentIntentId] : (['stripe_invoice_id', row.invoiceId] as const);
  const ownRefunds = refunds.filter(({ paymentIntentId }) => paymentIntentId !== null && paymentIntentId === row.paymentIntentId);
  return [...bookRefunds(row.paymentIntentId ?? '', ownRefunds, now), ...bookPayments(`p.${column} = ?2`, [id], now)];
}

function upsertPayment(userId: number, row: PaymentState): Statement {
  const conflictColumn = row.invoiceId === null ? 'stripe_payment_intent_id' : 'stripe_invoice_id';
  return statement(
    `INSERT INTO payments (user_id, order_id, subscription_id, stripe_payment_intent_id, stripe_invoice_id, amount_cents, currency,
       refunded_cents, dispute_status, disputed_at, card_fingerprint, description, paid_at, period_start, period_end, revoked_at,
       refund_requested_at, balance_cents, refund_failed_cents, refund_owed_cents)
     VALUES (?1, ?2, (SELECT id FROM subscriptions WHERE stripe_subscription_id = ?3), ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
       ?19, ?20)
     ON CONFLICT (${conflictColumn}) DO UPDATE SET refunded_cents = excluded.refunded_cents, dispute_status = excluded.dispute_status,
       disputed_at = excluded.disputed_at, card_fingerprint = excluded.card_fingerprint, revoked_at = excluded.revoked_at,
       refund_requested_at = excluded.refund_requested_at, refund_failed_cents = excluded.refund_failed_cents,
       refund_owed_cents = excluded.refund_owed_cents, version = version + 1`,
    [
      userId,
      row.orderId,
      row.subscriptionId,
      row.paymentIntentId,
      row.invoiceId,
      row.amountCents,
      row.currency,
      row.refundedCents,
      row.disputeStatus,
      row.disputedAt,
      row.cardFingerprint,
      row.description,
      row.paidAt,
      row.periodStart,
      row.periodEnd,
      row.revokedAt,
      row.refundRequestedAt,
      row.balanceCents,
      row.refundFailedCents,
      row.refundOwedCents,
    ],
  );
}

/**
 * If a duplicate purchase was partly paid from the customer's balance, refunding it returns only the part charged to the card. The rest is
 * stored with Stripe's events for an administrator, until it is marked as returned or the payment turns out not to be a duplicate.
 */
function balanceToReturn(before: Account, userId: number, row: PaymentState, now: number): Statement[] {
  const previousPayment = before.payments.find((candidate) => paymentKey(candidate) === paymentKey(row))?.refundRequestedAt ?? null;
  if (row.balanceCents === 0 || (previousPayment === null) === (row.refundRequestedAt === null)) return [];
  const id = `balance:${paymentKey(row)}`;
  if (row.refundRequestedAt === null) return [statement('DELETE FROM stripe_events WHERE id = ?1 AND applied_at IS NULL', [id])];
  return [
    statement(
      `INSERT INTO stripe_events (id, type, object_id, user_id, received_at, error, about, amount_cents, currency)
       VALUES (?1, '${balanceEventType}', ?2, ?3, ?4, '${balanceEventType}', ?5, ?6, 'usd') ON CONFLICT (id) DO NOTHING`,
      [
        id,
        row.invoiceId,
        userId,
        now,
        `$${(row.balanceCents / 100).toFixed(2)} paid from the balance for invoice ${row.invoiceId}, member ${userId}: ${row.description}`,
        row.balanceCents,
      ],
    ),
  ];
}

/**
 * If a failed refund cannot restore the purchase, stores its amount among Stripe's events, once per failure. An administrator then pays it
 * to the member.
 */
function refundToPay(before: Account, userId: number, row: PaymentState, now: number): Statement[] {
  const previousPayment = before.payments.find((candidate) => paymentKey(candidate) === paymentKey(row));
  const cents = row.refundOwedCents - (previousPayment?.refundOwedCents ?? 0);
  if (cents < 0) return lowerRefundToPay(row.paymentIntentId, row.refundOwedCents, -cents);
  if (cents === 0) return [];
  const dispute = row.disputeStatus === null ? '' : `, dispute ${row.disputeStatus}`;
  return [
    statement(
      `INSERT INTO stripe_events (id, type, object_id, user_id, received_at, error, about, amount_cents, currency)
       VALUES (?1, '${failedRefundEventType}', ?2, ?3, ?4, '${failedRefundEventType}', ?5, ?6, 'usd') ON CONFLICT (id) DO NOTHING`,
      [
        `refund:${paymentKey(row)}:${row.refundFailedCents}`,
        row.paymentIntentId,
        userId,
        now,
        `$${(cents / 100).toFixed(2)} to pay to member ${userId}, payment ${row.paymentIntentId}: ${row.description}${dispute}`,
        cents,
      ],
    ),
  ];
}

/** Reduces the amount owed to the member after a later Stripe refund has returned all or part of it to the bank card. */
function lowerRefundToPay(paymentIntentId: string | null, owedCents: number, cents: number): Statement[] {
  const isWaiting = `type = '${failedRefundEventType}' AND object_id = ?1 AND applied_at IS NULL`;
  return [
    statement(
      `UPDATE stripe_events SET amount_cents = amount_cents - ?2, about = printf('$%.2f', (amount_cents - ?2) / 100.0) || substr(about, instr(about, ' to pay'))
       WHERE id = (SELECT max(id) FROM stripe_events WHERE ${isWaiting})`,
      [paymentIntentId, cents],
    ),
    statement(`DELETE FROM stripe_events WHERE ${isWaiting} AND (?2 = 0 OR amount_cents <= 0)`, [paymentIntentId, owedCents]),
  ];
}

const paymentKey = (row: PaymentState) => row.invoiceId ?? row.paymentIntentId ?? '';

function reconcileReturnedCards(before: Account, after: Account, row: PaymentState, now: number): Statement[] {
  const order = after.orders.find(({ id }) => id === row.orderId);
  const wasRevoked = (before.payments.find((candidate) => paymentKey(candidate) === paymentKey(row))?.revokedAt ?? null) !== null;
  const isRevoked = row.revokedAt !== null;
  if (order?.kind !== 'cache_cards' || wasRevoked === isRevoked) return [];
  const effects = isRevoked ? revocationEffects : restorationEffects;
  return effects({ userId: after.memberId, orderId: order.id, contestedSince: contestedSince(row), now });
}

function upsertPeriod(userId: number, row: Period, now: number): Statement {
  return statement(
    `INSERT INTO membership_periods (user_id, tier, starts_at, ends_at, source, subscription_id, cause, created_at, granted_until)
     VALUES (?1, ?2, ?3, ?4, ?5, (SELECT id FROM subscriptions WHERE stripe_subscription_id = ?6), ?7, ?8, ?9)
     ON CONFLICT (cause) DO UPDATE SET ends_at = excluded.ends_at, granted_until = excluded.granted_until`,
    [userId, row.tier, row.startsAt, row.endsAt, row.source, row.subscriptionId, row.cause, now, row.grantedUntil ?? null],
  );
}

function chestStatements(changes: { before: Account; after: Account }[], now: number): Statement[] {
  return reopenStatements(
    changes.flatMap(({ before, after }) => listChestNews(before, after)),
    now,
  );
}

function listChanged<Row extends object>(before: Row[], after: Row[], getKey: (row: Row) => string): Row[] {
  const rowsByKey = new Map(before.map((row) => [getKey(row), row]));
  return after.filter((row) => !isSame(rowsByKey.get(getKey(row)), row));
}
