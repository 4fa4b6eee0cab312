/**
 * Each refund is stored before the request to Stripe, and only one per payment can be in progress. Product rules: Payments and memberships.
 */

import type { RefundReason } from '#schema/orders/admin-refunds.ts';
import { orderRefunds } from '#schema/tables/refunds.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import type { FailedRefund, RefundOutcome } from '#worker/domain/memberships/facts.ts';
import type { RefundablePayment } from '#worker/domain/orders/refund.ts';
import { auditStatement } from '#worker/store/admin/audit/audit.ts';
import { bindStore, type Database } from '#worker/store/database.ts';
import {
  batch,
  execute,
  firstRow,
  queryFirst,
  type RowOf,
  type Statement,
  selectList,
  statement,
  violatedConstraint,
} from '#worker/store/sql.ts';
import { countReturnableCards, reverseCardKeys, reverseCardTokens } from './order-effects.ts';

/** SQL condition: `p` is the payment for order ?1, or for a later year of the membership that the order started. */
export const paymentsOfOrder = `p.id IN (SELECT b.id FROM payments b WHERE b.order_id = ?1
  UNION ALL SELECT y.id FROM orders o JOIN subscriptions s ON s.stripe_subscription_id = o.stripe_subscription_id
    JOIN payments y ON y.subscription_id = s.id AND y.order_id IS NULL WHERE o.id = ?1)`;

const refundKeys = ['id', 'paymentId', 'amountCents', 'reason', 'note', 'state', 'error', 'askedAt'] as const;
export type RefundRow = RowOf<typeof orderRefunds, (typeof refundKeys)[number]> & { askedBy: string };

export function readRefunds(orderId: number): Statement<RefundRow> {
  return statement<RefundRow>(
    `SELECT ${selectList(orderRefunds, 'r', refundKeys)}, a.email AS "askedBy"
     FROM order_refunds r JOIN admins a ON a.id = r.asked_by_id WHERE r.order_id = ?1 ORDER BY r.id DESC LIMIT 50`,
    [orderId],
  );
}

export type PaymentToRefund = Omit<RefundablePayment, 'isRefundRequested' | 'isBuyerErased'> & {
  id: number;
  userId: number;
  isRefundRequested: 0 | 1;
  isBuyerErased: 0 | 1;
};
const isRefundRequested = `EXISTS (SELECT 1 FROM order_refunds r WHERE r.payment_id = p.id AND r.state = 'asked')`;

export interface RequestedRefund {
  id: number;
  reference: string;
  attempt: number;
  userId: number;
  amountCents: number;
  reason: RefundReason;
  paymentIntentId: string;
  orderReference: string;
}
export const requestedRefundColumns = `r.id, r.reference, r.attempt, r.user_id AS "userId", r.amount_cents AS "amountCents", r.reason,
  p.stripe_payment_intent_id AS "paymentIntentId", o.reference AS "orderReference"`;
export const requestedRefundTables = 'order_refunds r JOIN payments p ON p.id = r.payment_id JOIN orders o ON o.id = r.order_id';

export interface NewRefund {
  orderId: number;
  payment: Pick<PaymentToRefund, 'id' | 'userId' | 'refundedCents'>;
  amountCents: number;
  reason: RefundReason;
  note: string;
}

const selectRequest = (db: Database, id: number) =>
  queryFirst<RequestedRefund, 'paymentIntentId'>(
    db,
    `SELECT ${requestedRefundColumns} FROM ${requestedRefundTables} WHERE r.id = ?1 AND r.state = 'asked'`,
    [id],
  );

const describeFailure = (reason: string) => `The bank returned the refund (${reason}).`;

/** Marks a refund that we requested as failed, even if Stripe's response to the request has not been stored yet. */
export function markFailedRefund({ id, reference, reason }: FailedRefund): Statement {
  return statement(
    `UPDATE order_refunds SET state = 'failed', stripe_refund_id = ?1, error = ?3
     WHERE (reference = ?2 OR stripe_refund_id = ?1) AND state IN ('asked', 'made')`,
    [id, reference, describeFailure(reason)],
  );
}

export const refundStore = bindStore({
  async payment(db, orderId: number, paymentId: number): Promise<PaymentToRefund | undefined> {
    return queryFirst<PaymentToRefund, 'isRefundRequested' | 'isBuyerErased'>(
      db,
      `SELECT p.id, p.user_id AS "userId", p.stripe_payment_intent_id AS "stripePaymentIntentId", p.amount_cents AS "amountCents",
         p.refunded_cents AS "refundedCents", p.refund_owed_cents AS "refundOwedCents", p.dispute_status AS "disputeStatus", p.refund_requested_at AS "refundRequestedAt",
         ${isRefundRequested} AS "isRefundRequested",
         EXISTS (SELECT 1 FROM users u WHERE u.id = p.user_id AND u.erased_at IS NOT NULL) AS "isBuyerErased" FROM payments p WHERE p.id = ?2 AND ${paymentsOfOrder}`,
      [orderId, paymentId],
    );
  },

  /** Records a refund to be issued. Returns undefined if the payment has changed or another refund is in progress. */
  async request(
    db,
    { orderId, payment, amountCents, reason, note }: NewRefund,
    actor: Actor,
    now: number,
  ): Promise<RequestedRefund | undefined> {
    const { id: paymentId, userId, refundedCents } = payment;
    try {
      const [updatedRefunds] = await batch(db, [
        statement<{ id: number }>(
          `INSERT INTO order_refunds (order_id, payment_id, user_id, amount_cents, reason, note, asked_at, asked_by_id)
           SELECT ?1, p.id, p.user_id, ?3, ?5, ?6, ?7, ?8 FROM payments p
           WHERE p.id = ?2 AND ${paymentsOfOrder} AND p.refunded_cents = ?4 AND p.amount_cents - p.refunded_cents - p.refund_owed_cents >= ?3
             AND coalesce(p.dispute_status, 'won') = 'won' AND p.refund_requested_at IS NULL
           RETURNING id`,
          [orderId, paymentId, amountCents, refundedCents, reason, note, now, actor.adminId],
        ),
        auditStatement(
          actor,
          {
            action: 'order.refund',
            entityType: 'order',
            entityId: orderId,
            userId,
            after: { paymentId, amountCents, why: reason },
            reason: note,
          },
          now,
        ),
      ]);
      const id = firstRow(updatedRefunds)?.id;
      return id === undefined ? undefined : await selectRequest(db, id);
    } catch (error) {
      if (violatedConstraint(error) === 'order_refunds.payment_id') return undefined;
      throw error;
    }
  },

  asked: selectRequest,

  async settle(db, id: number, outcome: RefundOutcome | { error: string }): Promise<void> {
    const [state, stripeRefundId, error] =
      'error' in outcome
        ? ['refused', null, outcome.error]
        : [outcome.failure === null ? 'made' : 'failed', outcome.id, outcome.failure && describeFailure(outcome.failure)];
    await execute(db, `UPDATE order_refunds SET state = ?2, stripe_refund_id = ?3, error = ?4 WHERE id = ?1 AND state = 'asked'`, [
      id,
      state,
      stripeRefundId,
      error,
    ]);
  },

  /**
   * Starts a new refund attempt after an inconclusive result. Stripe repeats its response for the same idempotency key, so a new attempt
   * needs a new key.
   */
  async startNewAttempt(db, { id, attempt }: Pick<RequestedRefund, 'id' | 'attempt'>): Promise<void> {
    await execute(db, `UPDATE order_refunds SET attempt = attempt + 1 WHERE id = ?1 AND attempt = ?2 AND state = 'asked'`, [id, attempt]);
  },

  async cardEffects(db, orderId: number, userId: number) {
    const [cards, keys, tokens] = await batch(db, [
      countReturnableCards(userId, orderId),
      reverseCardKeys(userId, orderId),
      reverseCardTokens(userId, orderId),
    ]);
    const { taken = 0, owed = 0 } = firstRow(tokens) ?? {};
    return { cards: firstRow(cards)?.n ?? 0, communityKeys: firstRow(keys)?.n ?? 0, tokensTaken: taken, tokensOwed: owed };
  },
});
