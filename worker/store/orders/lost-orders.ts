/** Recreates orders that exist only at Stripe after a database restore. */

import type { OrderState } from '#worker/domain/memberships/account.ts';
import { countNewCards } from '#worker/store/admin/system/sums.ts';
import { bindStore } from '#worker/store/database.ts';
import { buyer } from '#worker/store/orders/order-effects.ts';
import { setDefaultDigest } from '#worker/store/scans/digest-defaults.ts';
import { queryFirst, type Statement, statement } from '#worker/store/sql.ts';
import type { NewCard } from './checkouts.ts';

export const lostOrderStore = bindStore({
  /**
   * Looks up a lost order. Returns undefined if the member has been erased, or if no member with that id registered at the recorded time.
   * Otherwise returns whether the order exists, and an unused id for it.
   */
  async find(db, userId: number, userCreatedAt: number, reference: string): Promise<{ orderId: number; exists: boolean } | undefined> {
    const row = await queryFirst<{ orderId: number; exists: 0 | 1 }, 'orderId' | 'exists'>(
      db,
      `SELECT coalesce((SELECT max(id) FROM orders), 0) + 1 AS "orderId", EXISTS (SELECT 1 FROM orders WHERE reference = ?3) AS "exists"
       FROM users WHERE id = ?1 AND created_at = ?2 AND erased_at IS NULL`,
      [userId, userCreatedAt, reference],
    );
    return row && { orderId: row.orderId, exists: row.exists === 1 };
  },
});

/** Makes the batch fail if, in the meantime, the id has been taken, the order recreated or the member erased. */
export function insertLostOrder(userId: number, order: OrderState, customerId: string | null, now: number): Statement[] {
  return [
    statement(
      `INSERT INTO orders (id, reference, user_id, kind, tier, quantity, amount_cents, credit_cents, status, created_at, expires_at, cancelled_at)
       VALUES (?1, ?2, (SELECT id FROM users WHERE id = ?3 AND erased_at IS NULL), ?4, ?5, ?6, ?7, ?8, 'cancelled', ?9, ?10, ?10)`,
      [
        order.id,
        order.reference,
        userId,
        order.kind,
        order.tier,
        order.quantity,
        order.amountCents,
        order.creditCents,
        order.createdAt,
        order.expiresAt,
      ],
    ),
    // Writes an audit row without an actor because the change comes from a Stripe event or from reconciliation with Stripe.
    statement(
      `INSERT INTO audit_log (action, entity_type, entity_id, user_id, after, request_id, created_at)
       VALUES ('order.restore', 'order', CAST(?1 AS INTEGER), ?2, ?3, ?4, ?5)`,
      [
        order.id,
        userId,
        JSON.stringify({ kind: order.kind, tier: order.tier, quantity: order.quantity, amountCents: order.amountCents }),
        order.reference,
        now,
      ],
    ),
    statement(
      `UPDATE users SET stripe_customer_id = coalesce(stripe_customer_id, ?2)
       WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM users WHERE stripe_customer_id = ?2)`,
      [userId, customerId],
    ),
  ];
}

/** Recreates an order's cards. The batch fails if too few candidates have unused ids. */
export function recreateCards({ id, quantity, paidAt }: OrderState, candidates: NewCard[], now: number): Statement[] {
  return [
    statement(
      `INSERT INTO cache_cards (card_id, code, user_id, status, order_id, available_at, created_at)
       SELECT j.value ->> 'cardId', j.value ->> 'code', o.user_id, 'ordered', o.id, ?4, ?5 FROM orders o JOIN json_each(?3) j
       WHERE o.id = ?1 AND NOT EXISTS (SELECT 1 FROM cache_cards c WHERE c.order_id = o.id)
         AND NOT EXISTS (SELECT 1 FROM cache_cards c WHERE c.card_id = j.value ->> 'cardId') LIMIT ?2`,
      [id, quantity, JSON.stringify(candidates), paidAt, now],
    ),
    countNewCards(),
    statement('UPDATE cache_cards SET available_at = ?2 WHERE order_id = ?1 AND available_at IS NULL', [id, paidAt]),
    countNewCards(),
    setDefaultDigest(buyer(id), now),
    statement(
      'UPDATE orders SET version = iif((SELECT count(*) FROM cache_cards c WHERE c.order_id = ?1) = quantity, version, NULL) WHERE id = ?1',
      [id],
    ),
  ];
}
