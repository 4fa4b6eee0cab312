/** Refunds that were asked for here. What went back of a payment, the payment says: Stripe is believed, not this. */
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
    /** What Stripe's object names it by, and what its idempotency key is made of. */
    reference: text('reference').notNull().unique().default(sql`(lower(hex(randomblob(10))))`),
    /** After an answer that settles nothing, such as a fault of Stripe's, the next try needs another key. */
    attempt: integer('attempt').notNull().default(1),
    orderId: foreignId('order_id', () => orders.id).notNull(),
    paymentId: foreignId('payment_id', () => payments.id).notNull(),
    userId: foreignId('user_id', () => users.id).notNull(),
    amountCents: integer('amount_cents').notNull(),
    reason: text('reason', { enum: refundReasons }).notNull(),
    /** In the administrator's own words. */
    note: text('note').notNull(),
    state: text('state', { enum: refundStates }).notNull().default('asked'),
    stripeRefundId: text('stripe_refund_id').unique(),
    /** What Stripe said where it refused. */
    error: text('error'),
    askedAt: seconds('asked_at').notNull(),
    askedById: foreignId('asked_by_id', () => admins.id).notNull(),
  },
  (t) => [
    // Of two at once one is written: the next one is asked for once it is known what became of this one.
    uniqueIndex('order_refunds_one_asked').on(t.paymentId).where(sql`state = 'asked'`),
    index('order_refunds_unanswered').on(t.askedAt).where(sql`state = 'asked'`),
    index('order_refunds_order').on(t.orderId, t.id),
    index('order_refunds_user').on(t.userId),
    check('order_refunds_amount', sql`amount_cents > 0`),
  ],
);
