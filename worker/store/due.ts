/** What of the payments is due for a look, each by a small index of its own. */
import { graceReminderBeforeSeconds } from '#schema/rules.ts';
import { batch, batchByName, statement } from './sql.ts';

export interface DueOrder {
  id: number;
  reference: string;
  userId: number;
  kind: 'membership' | 'cache_cards';
  stripePaymentIntentId: string | null;
  stripeSubscriptionId: string | null;
  expiresAt: number;
}

export interface DueWork {
  orders: DueOrder[];
  subscriptions: { id: string; userId: number; endRequestedAt: number | null; graceUntil: number | null }[];
  refunds: { paymentIntentId: string; userId: number }[];
  /** Members whose grant has ended by now. */
  members: { userId: number }[];
  /** Members whose grace ends soon and who were not reminded yet. */
  reminders: { userId: number }[];
  events: { id: string }[];
}

/** An event that could not be applied this often is a person's matter. */
export const eventAttempts = 100;

export function dueStore(db: D1Database) {
  return {
    /** At most `limit` of each kind, oldest first. */
    async list(now: number, limit: number): Promise<DueWork> {
      return batchByName(db, {
        orders: statement<DueOrder>(
          `SELECT id, reference, user_id AS "userId", kind, stripe_payment_intent_id AS "stripePaymentIntentId",
             stripe_subscription_id AS "stripeSubscriptionId", expires_at AS "expiresAt"
           FROM orders INDEXED BY orders_next_check WHERE status = 'open' AND next_check_at <= ?1 ORDER BY next_check_at LIMIT ?2`,
          now,
          limit,
        ),
        subscriptions: statement<DueWork['subscriptions'][number]>(
          `SELECT stripe_subscription_id AS "id", user_id AS "userId", end_requested_at AS "endRequestedAt", grace_until AS "graceUntil"
           FROM subscriptions WHERE next_check_at <= ?1 ORDER BY next_check_at LIMIT ?2`,
          now,
          limit,
        ),
        refunds: statement<DueWork['refunds'][number], 'paymentIntentId'>(
          `SELECT stripe_payment_intent_id AS "paymentIntentId", user_id AS "userId" FROM payments
           WHERE refund_requested_at IS NOT NULL AND revoked_at IS NULL AND stripe_payment_intent_id IS NOT NULL ORDER BY refund_requested_at LIMIT ?1`,
          limit,
        ),
        members: statement<DueWork['members'][number]>(
          `SELECT u.id AS "userId" FROM users u INDEXED BY users_membership_ends WHERE u.role <> 'free' AND u.membership_expires_at <= ?1
             AND NOT EXISTS (SELECT 1 FROM subscriptions s
               WHERE s.stripe_subscription_id = u.stripe_subscription_id AND s.tier = u.role AND s.ended_at IS NULL) ORDER BY membership_expires_at LIMIT ?2`,
          now,
          limit,
        ),
        reminders: statement<DueWork['reminders'][number]>(
          `SELECT user_id AS "userId" FROM subscriptions s WHERE grace_until BETWEEN ?1 AND ?2 AND status <> 'active' AND end_requested_at IS NULL
             AND NOT EXISTS (SELECT 1 FROM outbox WHERE cause = 'grace_ending:' || s.stripe_subscription_id || ':' || s.current_period_start)
           ORDER BY grace_until LIMIT ?3`,
          now,
          now + graceReminderBeforeSeconds,
          limit,
        ),
        events: statement<DueWork['events'][number]>(
          `SELECT id FROM stripe_events WHERE applied_at IS NULL AND received_at <= ?1 AND attempts < ?2 ORDER BY received_at LIMIT ?3`,
          now,
          eventAttempts,
          limit,
        ),
      });
    },

    /** Puts the next look at something off, where this one settled nothing. */
    async putOff(what: { orderId: number } | { subscriptionId: string }, until: number): Promise<void> {
      await batch(db, [
        'orderId' in what
          ? statement(`UPDATE orders SET next_check_at = ?2 WHERE id = ?1 AND status = 'open'`, what.orderId, until)
          : statement(
              'UPDATE subscriptions SET next_check_at = ?2 WHERE stripe_subscription_id = ?1 AND next_check_at IS NOT NULL',
              what.subscriptionId,
              until,
            ),
      ]);
    },
  };
}
