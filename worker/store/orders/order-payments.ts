import { bindStore } from '#worker/store/database.ts';
import { execute, queryFirst, runGuarded, statement } from '#worker/store/sql.ts';
import type { OrderRow } from './orders.ts';

export const orderPaymentStore = bindStore({
  /** Stores the Stripe customer unless there already is one, and returns the stored id. */
  async saveCustomer(db, userId: number, customerId: string): Promise<string> {
    return (
      (
        await queryFirst<{ customerId: string }, 'customerId'>(
          db,
          'UPDATE users SET stripe_customer_id = coalesce(stripe_customer_id, ?2) WHERE id = ?1 RETURNING stripe_customer_id AS "customerId"',
          [userId, customerId],
        )
      )?.customerId ?? customerId
    );
  },

  async customer(db, userId: number): Promise<string | null> {
    return (
      (await queryFirst<{ customerId: string | null }>(db, 'SELECT stripe_customer_id AS "customerId" FROM users WHERE id = ?1', [userId]))
        ?.customerId ?? null
    );
  },

  /** Clears a customer id that Stripe no longer has; the next checkout creates a new customer. */
  async forgetCustomer(db, userId: number, customerId: string): Promise<void> {
    await execute(db, 'UPDATE users SET stripe_customer_id = NULL WHERE id = ?1 AND stripe_customer_id = ?2', [userId, customerId]);
  },

  /**
   * Stores the id of the order's payment intent or subscription at Stripe. Returns false if the order already has another one, or is no
   * longer open.
   */
  async attach(
    db,
    order: Pick<OrderRow, 'id' | 'attempt'>,
    stripeObject: { paymentIntentId: string | null; subscriptionId: string | null },
  ): Promise<boolean> {
    return (
      (await queryFirst<{ id: number }>(
        db,
        `UPDATE orders SET stripe_payment_intent_id = coalesce(?3, stripe_payment_intent_id), stripe_subscription_id = coalesce(?4, stripe_subscription_id)
         WHERE id = ?1 AND attempt = ?2 AND status = 'open' AND (?3 IS NULL OR coalesce(stripe_payment_intent_id, ?3) = ?3)
           AND (?4 IS NULL OR coalesce(stripe_subscription_id, ?4) = ?4) RETURNING id`,
        [order.id, order.attempt, stripeObject.paymentIntentId, stripeObject.subscriptionId],
      )) !== undefined
    );
  },

  /**
   * Starts a new attempt after a rejection. Stripe repeats its response for the same idempotency key, so the next attempt needs a new key.
   */
  async startNewAttempt(db, order: Pick<OrderRow, 'id' | 'attempt'>): Promise<void> {
    await execute(
      db,
      `UPDATE orders SET attempt = attempt + 1 WHERE id = ?1 AND attempt = ?2 AND stripe_payment_intent_id IS NULL
           AND stripe_subscription_id IS NULL AND status = 'open'`,
      [order.id, order.attempt],
    );
  },

  /** Closes an order that has no payment intent or subscription at Stripe. Returns false if one has been created in the meantime. */
  async closeWithoutCheckout(db, orderId: number, now: number): Promise<boolean> {
    return runGuarded(db, [
      statement<{ id: number }>(
        `UPDATE orders SET status = 'cancelled', cancelled_at = ?2, version = version + 1 WHERE id = ?1 AND status = 'open'
           AND stripe_payment_intent_id IS NULL AND stripe_subscription_id IS NULL RETURNING id`,
        [orderId, now],
      ),
      statement(
        `DELETE FROM cache_cards WHERE order_id = ?1 AND available_at IS NULL
           AND EXISTS (SELECT 1 FROM orders WHERE id = ?1 AND status = 'cancelled')`,
        [orderId],
      ),
    ]);
  },
});
