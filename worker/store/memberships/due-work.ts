import { graceReminderBeforeSeconds, refundResponseSeconds } from '#schema/rules.ts';
import { dueRowsClause } from '#worker/store/admin/system/job-retries.ts';
import { bindStore } from '#worker/store/database.ts';
import { type RequestedAnswer, requestedAnswerColumns, requestedAnswerTables } from '#worker/store/disputes/admin-disputes.ts';
import { type RequestedRefund, requestedRefundColumns, requestedRefundTables } from '#worker/store/orders/refunds.ts';
import { batch, batchByName, statement } from '#worker/store/sql.ts';
import { isEvent } from './waiting-events.ts';

export interface DueOrder {
  id: number;
  reference: string;
  userId: number;
  kind: 'membership' | 'cache_cards';
  stripePaymentIntentId: string | null;
  stripeSubscriptionId: string | null;
  expiresAt: number;
}

export interface DueProviderWork {
  orders: DueOrder[];
  subscriptions: { id: string; userId: number; endRequestedAt: number | null; graceUntil: number | null }[];
  refunds: { paymentIntentId: string; userId: number }[];
  requestedRefunds: RequestedRefund[];
  disputeAnswers: RequestedAnswer[];
  events: { id: string }[];
}

export interface DueTimeWork {
  memberships: { userId: number }[];
  lostMemberships: { userId: number; lostAt: number }[];
  graces: { userId: number; subscriptionId: string }[];
}

/**
 * Number of attempts after which an administrator must handle an event. The event is then about three weeks old. Stripe stores events for
 * 30 days, so it can still be retried.
 */
export const eventAttempts = 25;

/** Grace period in seconds: a deletion request that began more recently may still be running. */
const deletionGraceSeconds = 600;

export const dueStore = bindStore({
  /** Returns work that needs the payment provider, at most `limit` rows of each kind, in queue order. */
  async findDueAtProvider(db, now: number, limit: number): Promise<DueProviderWork> {
    return batchByName(db, {
      orders: statement<DueOrder>(
        `SELECT id, reference, user_id AS "userId", kind, stripe_payment_intent_id AS "stripePaymentIntentId",
           stripe_subscription_id AS "stripeSubscriptionId", expires_at AS "expiresAt" FROM orders o
         ${dueRowsClause({ kind: 'order', table: 'orders o', indexedBy: 'INDEXED BY orders_next_check', key: 'o.id', isDue: `o.status = 'open' AND o.next_check_at <= ?1`, dueAt: 'o.next_check_at' }, '?1', '?2')}`,
        [now, limit],
      ),
      subscriptions: statement<DueProviderWork['subscriptions'][number]>(
        `SELECT stripe_subscription_id AS "id", user_id AS "userId", end_requested_at AS "endRequestedAt", grace_until AS "graceUntil"
         FROM subscriptions s
         ${dueRowsClause({ kind: 'subscription', table: 'subscriptions s', key: 's.stripe_subscription_id', isDue: 's.next_check_at <= ?1', dueAt: 's.next_check_at' }, '?1', '?2')}`,
        [now, limit],
      ),
      refunds: statement<DueProviderWork['refunds'][number], 'paymentIntentId'>(
        `SELECT stripe_payment_intent_id AS "paymentIntentId", user_id AS "userId" FROM payments p
         ${dueRowsClause({ kind: 'refund', table: 'payments p', key: 'p.stripe_payment_intent_id', isDue: 'p.refund_requested_at IS NOT NULL AND p.revoked_at IS NULL AND p.stripe_payment_intent_id IS NOT NULL', dueAt: 'p.refund_requested_at' }, '?1', '?2')}`,
        [now, limit],
      ),
      requestedRefunds: statement<RequestedRefund, 'paymentIntentId'>(
        `SELECT ${requestedRefundColumns} FROM ${requestedRefundTables}
         ${dueRowsClause({ kind: 'order_refund', table: 'order_refunds r', key: 'r.id', isDue: `r.state = 'asked' AND r.asked_at <= ?1 - ${refundResponseSeconds}`, dueAt: 'r.asked_at' }, '?1', '?2')}`,
        [now, limit],
      ),
      disputeAnswers: statement<RequestedAnswer, 'paymentIntentId' | 'answer'>(
        `SELECT ${requestedAnswerColumns} FROM ${requestedAnswerTables}
         ${dueRowsClause({ kind: 'dispute_answer', table: 'disputes d', key: 'd.id', isDue: `d.answer_state = 'asked' AND d.answered_at <= ?1 - ${refundResponseSeconds}`, dueAt: 'd.answered_at' }, '?1', '?2')}`,
        [now, limit],
      ),
      events: statement<DueProviderWork['events'][number]>(
        `SELECT id FROM stripe_events e
         ${dueRowsClause({ kind: 'event', table: 'stripe_events e', key: 'e.id', isDue: `e.applied_at IS NULL AND e.received_at <= ?1 AND e.attempts < ?3 AND e.${isEvent}`, dueAt: 'e.received_at' }, '?1', '?2')}`,
        [now, limit, eventAttempts],
      ),
    });
  },

  /** Returns due work that does not depend on the payment provider, at most `limit` rows of each kind, in queue order. */
  async findDueByTime(db, now: number, limit: number): Promise<DueTimeWork> {
    return batchByName(db, {
      memberships: statement<DueTimeWork['memberships'][number]>(
        `SELECT id AS "userId" FROM users u
         ${dueRowsClause(
           {
             kind: 'membership',
             table: 'users u',
             indexedBy: 'INDEXED BY users_membership_ends',
             key: 'u.id',
             isDue: `u.role <> 'free' AND u.membership_expires_at <= ?1 AND NOT EXISTS (SELECT 1 FROM subscriptions s
               WHERE s.stripe_subscription_id = u.stripe_subscription_id AND s.tier = u.role AND s.ended_at IS NULL)`,
             dueAt: 'u.membership_expires_at',
           },
           '?1',
           '?2',
         )}`,
        [now, limit],
      ),
      lostMemberships: statement<DueTimeWork['lostMemberships'][number], 'lostAt'>(
        `SELECT id AS "userId", membership_lost_at AS "lostAt" FROM users u
         ${dueRowsClause(
           {
             kind: 'lost_membership',
             table: 'users u',
             indexedBy: 'INDEXED BY users_membership_lost',
             key: 'u.id',
             isDue: `u.membership_lost_at <= ?1 - ${deletionGraceSeconds} AND u.deletion_requested_at IS NULL AND u.erased_at IS NULL`,
             dueAt: 'u.membership_lost_at',
           },
           '?1',
           '?2',
         )}`,
        [now, limit],
      ),
      graces: statement<DueTimeWork['graces'][number]>(
        `SELECT user_id AS "userId", stripe_subscription_id AS "subscriptionId" FROM subscriptions s
         ${dueRowsClause(
           {
             kind: 'grace',
             table: 'subscriptions s',
             key: 's.stripe_subscription_id',
             isDue: `s.grace_until BETWEEN ?1 AND ?3 AND s.status <> 'active' AND s.end_requested_at IS NULL
               AND NOT EXISTS (SELECT 1 FROM outbox WHERE cause = 'grace_ending:' || s.stripe_subscription_id || ':' || s.current_period_start)`,
             dueAt: 's.grace_until',
           },
           '?1',
           '?2',
         )}`,
        [now, limit, now + graceReminderBeforeSeconds],
      ),
    });
  },

  async postpone(db, row: { orderId: number } | { subscriptionId: string }, nextCheckAt: number): Promise<void> {
    await batch(db, [
      'orderId' in row
        ? statement(`UPDATE orders SET next_check_at = ?2 WHERE id = ?1 AND status = 'open'`, [row.orderId, nextCheckAt])
        : statement('UPDATE subscriptions SET next_check_at = ?2 WHERE stripe_subscription_id = ?1 AND next_check_at IS NOT NULL', [
            row.subscriptionId,
            nextCheckAt,
          ]),
    ]);
  },
});
