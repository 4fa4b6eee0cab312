/** Refunds requested by administrators. The payment's refunded amount, as reported by Stripe, is authoritative. */
import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { refundReasons, refundStates } from '#schema/orders/admin-refunds.ts';
import { admins } from './admins.ts';
import { foreignId, rowId, seconds } from './columns.ts';
import { users } from './members.ts';
import { orders, payments } from './orders.ts';

export const orderRefunds = sqliteTable(
  'order_refunds',
  {
    id: rowId(),
    /** Random id that is stored in Stripe's object and is part of its idempotency key. */
    reference: text('reference').notNull().unique().default(sql`(lower(hex(randomblob(10))))`),
    /**
     * Attempt number. Incremented after an inconclusive response, such as a Stripe outage, because the next attempt then needs a new
     * idempotency key.
     */
    attempt: integer('attempt').notNull().default(1),
    orderId: foreignId('order_id', () => orders.id).notNull(),
    paymentId: foreignId('payment_id', () => payments.id).notNull(),
    userId: foreignId('user_id', () => users.id).notNull(),
    amountCents: integer('amount_cents').notNull(),
    reason: text('reason', { enum: refundReasons }).notNull(),
    note: text('note').notNull(),
    state: text('state', { enum: refundStates }).notNull().default('asked'),
    stripeRefundId: text('stripe_refund_id').unique(),
    error: text('error'),
    askedAt: seconds('asked_at').notNull(),
    askedById: foreignId('asked_by_id', () => admins.id).notNull(),
  },
  (t) => [
    // Allows only one open refund per payment. The next refund must wait for its outcome.
    uniqueIndex('order_refunds_one_asked').on(t.paymentId).where(sql`state = 'asked'`),
    index('order_refunds_unanswered').on(t.askedAt).where(sql`state = 'asked'`),
    index('order_refunds_order').on(t.orderId, t.id),
    index('order_refunds_user').on(t.userId),
    check('order_refunds_amount', sql`amount_cents > 0`),
  ],
);
