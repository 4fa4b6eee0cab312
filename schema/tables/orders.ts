/** Orders, subscriptions and payments. Stripe is the source of truth for payments; these rows mirror its objects. */
import { sql } from 'drizzle-orm';
import { check, index, integer, type SQLiteColumn, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { membershipSources } from '#schema/memberships/membership.ts';
import { orderKinds } from '#schema/orders/admin-orders.ts';
import { bookingKinds } from '#schema/orders/money-months.ts';
import { deliveries, disputeStatuses, orderStatuses, paidTiers } from '#schema/orders/order.ts';
import { cardSizes, printEnvironments, printStatuses } from '#schema/printing/print.ts';
import { admins } from './admins.ts';
import { createdAt, flag, foreignId, jsonText, rowId, seconds, version } from './columns.ts';
import { users } from './members.ts';

export const orders = sqliteTable(
  'orders',
  {
    id: rowId(),
    /** Order id that is stored in Stripe's objects. It is random because row ids are reused after a database restore. */
    reference: text('reference').notNull().unique().default(sql`(lower(hex(randomblob(10))))`),
    userId: foreignId('user_id', () => users.id).notNull(),
    kind: text('kind', { enum: orderKinds }).notNull(),
    tier: text('tier', { enum: paidTiers }),
    quantity: integer('quantity'),
    /** Id of the lost card (TC-…) that the order's one card replaces once it is paid. Null for other orders. */
    replacesCard: text('replaces_card'),
    amountCents: integer('amount_cents').notNull(),
    /** Credit for the unused part of a Basic year, already deducted from `amountCents`. */
    creditCents: integer('credit_cents').notNull().default(0),
    currency: text('currency').notNull().default('usd'),
    status: text('status', { enum: orderStatuses }).notNull().default('open'),
    /** Attempt number, which is part of Stripe's idempotency keys together with the reference. */
    attempt: integer('attempt').notNull().default(1),
    stripePaymentIntentId: text('stripe_payment_intent_id').unique(),
    stripeSubscriptionId: text('stripe_subscription_id').unique(),
    refundedCents: integer('refunded_cents').notNull().default(0),
    delivery: text('delivery', { enum: deliveries }),
    shippingAddress: jsonText('shipping_address'),
    createdAt: createdAt(),
    expiresAt: seconds('expires_at').notNull(),
    paidAt: seconds('paid_at'),
    cancelledAt: seconds('cancelled_at'),
    version: version(),
    /** When to poll Stripe about the open order if no webhook arrives. */
    nextCheckAt: seconds('next_check_at'),
    /** When the cards were ordered from the printer's production environment. */
    sentToPrintAt: seconds('sent_to_print_at'),
  },
  (t) => [
    index('orders_created').on(t.createdAt),
    index('orders_newest_of_status').on(t.status, t.createdAt),
    index('orders_newest_of_kind').on(t.kind, t.createdAt),
    // Index of unprinted orders. It includes the sort column so that SQLite prefers it to the indexes on status or kind.
    index('orders_to_print').on(t.delivery, t.status, t.createdAt).where(sql`sent_to_print_at IS NULL`),
    index('orders_memberships').on(t.userId).where(sql`kind = 'membership' AND status <> 'cancelled'`),
    index('orders_next_check').on(t.nextCheckAt).where(sql`status = 'open'`),
    uniqueIndex('orders_one_open_membership').on(t.userId, t.tier).where(sql`status = 'open' AND kind = 'membership'`),
    uniqueIndex('orders_one_open_cards').on(t.userId, t.quantity).where(sql`status = 'open' AND kind = 'cache_cards'`),
    index('orders_user').on(t.userId, t.id),
    index('orders_status').on(t.status, t.expiresAt),
    index('orders_paid').on(t.paidAt),
    check(
      'orders_kind',
      sql`(kind = 'membership') = (tier IS NOT NULL) AND (kind = 'cache_cards') = (quantity IS NOT NULL) AND (quantity IS NULL OR quantity > 0)`,
    ),
    check('orders_amounts', sql`amount_cents >= 0 AND credit_cents >= 0 AND refunded_cents BETWEEN 0 AND amount_cents`),
  ],
);

const payingStatuses = ['active', 'past_due', 'trialing'];
/** SQL condition for active subscriptions. Excludes subscriptions that were superseded and those that we have decided to end. */
export const isPayingSubscription = [
  `status IN (${payingStatuses.map((status) => `'${status}'`).join(', ')})`,
  ...['ended_at', 'end_requested_at', 'superseded_by_id'].map((column) => `${column} IS NULL`),
].join(' AND ');

export const subscriptions = sqliteTable(
  'subscriptions',
  {
    id: rowId(),
    userId: foreignId('user_id', () => users.id).notNull(),
    stripeSubscriptionId: text('stripe_subscription_id').notNull().unique(),
    tier: text('tier', { enum: paidTiers }).notNull(),
    status: text('status').notNull(),
    currentPeriodStart: seconds('current_period_start'),
    currentPeriodEnd: seconds('current_period_end'),
    priceCents: integer('price_cents'),
    cancelAtPeriodEnd: flag('cancel_at_period_end').notNull().default(false),
    graceUntil: seconds('grace_until'),
    endedAt: seconds('ended_at'),
    supersededById: foreignId('superseded_by_id', (): SQLiteColumn => subscriptions.id),
    createdAt: createdAt(),
    updatedAt: seconds('updated_at').notNull(),
    version: version(),
    /**
     * When we decided to end the subscription because it was superseded or refunded, or because the account was deleted. `endedAt` is set
     * once Stripe confirms.
     */
    endRequestedAt: seconds('end_requested_at'),
    /**
     * When to poll Stripe if no webhook arrives: immediately if the subscription must be ended, at the end of a grace period, or one day
     * after the end of a paid period.
     */
    nextCheckAt: seconds('next_check_at'),
    /** `currentPeriodEnd` for which a renewal notice was last emailed. */
    renewalToldFor: seconds('renewal_told_for'),
  },
  (t) => [
    index('subscriptions_renewal_untold')
      .on(t.currentPeriodEnd)
      .where(
        sql`status = 'active' AND cancel_at_period_end = 0 AND end_requested_at IS NULL AND renewal_told_for IS NOT current_period_end`,
      ),
    index('subscriptions_next_check').on(t.nextCheckAt).where(sql`next_check_at IS NOT NULL`),
    index('subscriptions_user').on(t.userId),
    index('subscriptions_status').on(t.status, t.currentPeriodEnd),
    index('subscriptions_grace').on(t.graceUntil).where(sql`grace_until IS NOT NULL`),
    // Covering index for the query that counts paying members and adds up their revenue.
    index('subscriptions_paying').on(t.tier, t.cancelAtPeriodEnd, t.priceCents).where(sql.raw(isPayingSubscription)),
  ],
);

/**
 * SQL expression for the revenue of a payment: 0 after a lost dispute, otherwise the amount minus refunds. A refund that counts as full may
 * leave up to a tenth of the amount as revenue.
 */
export const paymentRevenue = "iif(dispute_status = 'lost', 0, amount_cents - refunded_cents - refund_owed_cents)";
export const isUnbookedPayment = `counted_cents <> ${paymentRevenue}`;

/** A payment reported by Stripe: the first payment of an order, or a renewal. */
export const payments = sqliteTable(
  'payments',
  {
    id: rowId(),
    userId: foreignId('user_id', () => users.id).notNull(),
    orderId: foreignId('order_id', () => orders.id),
    subscriptionId: foreignId('subscription_id', () => subscriptions.id),
    stripePaymentIntentId: text('stripe_payment_intent_id').unique(),
    stripeInvoiceId: text('stripe_invoice_id').unique(),
    amountCents: integer('amount_cents').notNull(),
    balanceCents: integer('balance_cents').notNull().default(0),
    currency: text('currency').notNull(),
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** Total of the refunds that failed at the bank, according to Stripe. */
    refundFailedCents: integer('refund_failed_cents').notNull().default(0),
    /** Part of the failed refunds that an administrator pays back outside Stripe because the member's purchase was not restored. */
    refundOwedCents: integer('refund_owed_cents').notNull().default(0),
    disputeStatus: text('dispute_status', { enum: disputeStatuses }),
    disputedAt: seconds('disputed_at'),
    cardFingerprint: text('card_fingerprint'),
    description: text('description').notNull(),
    paidAt: seconds('paid_at').notNull(),
    version: version(),
    /** The membership period that was bought, even if it was shortened later. `periodEnd` is exclusive. */
    periodStart: seconds('period_start'),
    periodEnd: seconds('period_end'),
    /** When the payment was returned in full, through a refund or a lost dispute. */
    revokedAt: seconds('revoked_at'),
    /**
     * When a full refund was requested because the member already had a membership; otherwise null. The refund is retried until Stripe
     * confirms it.
     */
    refundRequestedAt: seconds('refund_requested_at'),
    /** Part of this payment's revenue that is already recorded in `payment_bookings`. */
    countedCents: integer('counted_cents').notNull().default(0),
  },
  (t) => [
    // Partial index of payments whose revenue has changed since it was last recorded in `payment_bookings`. Normally empty.
    index('payments_uncounted').on(t.id).where(sql.raw(isUnbookedPayment)),
    index('payments_memberships').on(t.userId).where(sql`subscription_id IS NOT NULL`),
    index('payments_refund_requested').on(t.refundRequestedAt).where(sql`refund_requested_at IS NOT NULL AND revoked_at IS NULL`),
    // Covering index for a member's payments in open disputes, which every response about the member includes.
    index('payments_in_dispute').on(t.userId, t.amountCents, t.disputedAt).where(sql`dispute_status = 'open'`),
    index('payments_user').on(t.userId, t.id),
    index('payments_order').on(t.orderId),
    index('payments_subscription').on(t.subscriptionId),
    index('payments_card').on(t.cardFingerprint),
    index('payments_paid').on(t.paidAt),
    check('payments_amounts', sql`amount_cents >= 0 AND balance_cents >= 0 AND refunded_cents BETWEEN 0 AND amount_cents`),
  ],
);

/**
 * Every change in a payment's revenue, dated when it happened at Stripe, and every Stripe fee. Append-only so that closed months do not
 * change. A payment's rows, excluding fees, add up to its revenue.
 */
export const paymentBookings = sqliteTable(
  'payment_bookings',
  {
    id: rowId(),
    paymentId: foreignId('payment_id', () => payments.id).notNull(),
    kind: text('kind', { enum: bookingKinds }).notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** Id of Stripe's refund or balance transaction; null for changes that are derived from the payment itself. */
    source: text('source'),
    bookedAt: seconds('booked_at').notNull(),
  },
  (t) => [
    uniqueIndex('payment_bookings_once').on(t.paymentId, t.kind, t.source),
    // Covering index for the daily totals of revenue and fees.
    index('payment_bookings_day').on(t.bookedAt, t.kind, t.amountCents),
  ],
);

/**
 * Daily totals (UTC) of Stripe's balance transactions, excluding those of other shops on the same Stripe account. `job_progress` contains
 * the first and the last complete day.
 */
export const stripeDays = sqliteTable('stripe_days', {
  /** UTC date, YYYY-MM-DD. */
  day: text('day').primaryKey(),
  paymentCents: integer('payment_cents').notNull().default(0),
  /** Total refunds minus failed refunds, in cents. */
  refundCents: integer('refund_cents').notNull().default(0),
  feeCents: integer('fee_cents').notNull().default(0),
});

/** Membership periods of paid tiers, including granted ones, which determine the monthly chests. `endsAt` is exclusive. */
export const membershipPeriods = sqliteTable(
  'membership_periods',
  {
    id: rowId(),
    userId: foreignId('user_id', () => users.id).notNull(),
    tier: text('tier', { enum: paidTiers }).notNull(),
    startsAt: seconds('starts_at').notNull(),
    endsAt: seconds('ends_at').notNull(),
    /** Original end of a granted period that a deletion request cut short; otherwise null. */
    grantedUntil: seconds('granted_until'),
    source: text('source', { enum: membershipSources }).notNull(),
    subscriptionId: foreignId('subscription_id', () => subscriptions.id),
    /** Source of the period, for example `invoice:in_…` or `grant:12`. */
    cause: text('cause').notNull().unique(),
    createdAt: createdAt(),
  },
  (t) => [
    index('membership_periods_user').on(t.userId, t.endsAt),
    // Indexes for the administrators' list. The expression keeps SQLite from using the second one for a member's periods.
    index('membership_periods_end').on(t.endsAt),
    index('membership_periods_kind').on(sql`(source || tier)`, t.endsAt),
    index('membership_periods_span').on(t.endsAt, t.startsAt),
    index('membership_periods_start').on(t.startsAt),
    index('membership_periods_subscription').on(t.subscriptionId),
    check('membership_periods_order', sql`ends_at >= starts_at`),
  ],
);

/**
 * Stripe's webhook events, applied or pending. The primary key makes duplicate deliveries harmless. A Stripe object that was found without
 * an event and could not be applied is stored under its own id.
 */
export const stripeEvents = sqliteTable(
  'stripe_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    objectId: text('object_id'),
    userId: foreignId('user_id', () => users.id),
    receivedAt: seconds('received_at').notNull(),
    appliedAt: seconds('applied_at'),
    attempts: integer('attempts').notNull().default(0),
    error: text('error'),
    /** Details of a pending event for an administrator. Contains only ids, no personal data. */
    about: text('about'),
    /** Amount of a pending payment at Stripe, in the smallest unit of `currency`. Null if the object has none, such as a dispute. */
    amountCents: integer('amount_cents'),
    currency: text('currency'),
  },
  (t) => [
    index('stripe_events_applied').on(t.appliedAt).where(sql`applied_at IS NOT NULL`),
    index('stripe_events_waiting').on(t.receivedAt).where(sql`applied_at IS NULL`),
    index('stripe_events_user').on(t.userId),
    index('stripe_events_object').on(t.objectId),
  ],
);

/** A print order for a member's paid order, or an administrator's test order. */
export const printOrders = sqliteTable(
  'print_orders',
  {
    id: rowId(),
    /** Our reference, which the printer uses in its responses and webhooks. */
    reference: text('reference').notNull().unique(),
    orderId: foreignId('order_id', () => orders.id),
    requestedByAdminId: foreignId('requested_by_admin_id', () => admins.id),
    environment: text('environment', { enum: printEnvironments }).notNull(),
    cardSize: text('card_size', { enum: cardSizes }).notNull(),
    quantity: integer('quantity').notNull(),
    designUrl: text('design_url'),
    quoteId: text('quote_id'),
    quote: jsonText('quote'),
    /**
     * When a draft was last submitted. Reset to null if the printer rejected it immediately, but not if the printer did not respond,
     * because it may be printing the order.
     */
    submittedAt: seconds('submitted_at'),
    printerOrderId: text('printer_order_id'),
    priceCents: integer('price_cents'),
    currency: text('currency'),
    status: text('status', { enum: printStatuses }).notNull().default('draft'),
    statusAt: seconds('status_at').notNull(),
    tracking: text('tracking'),
    error: text('error'),
    createdAt: createdAt(),
    version: version(),
    /** The shipped print order that this one replaces because its parcel was lost. */
    resendOfId: foreignId('resend_of_id', (): SQLiteColumn => printOrders.id),
    resendReason: text('resend_reason'),
    /** True if the cards get new codes before this print order is placed. */
    hasNewCodes: flag('has_new_codes').notNull().default(false),
    codesReplacedAt: seconds('codes_replaced_at'),
  },
  (t) => [
    index('print_orders_order').on(t.orderId, t.createdAt),
    // Allows one production and one sandbox print order per order, not counting canceled ones. To resend a lost parcel, a separate print
    // order is created, which does not count either.
    uniqueIndex('print_orders_once')
      .on(t.orderId, t.environment)
      .where(sql`order_id IS NOT NULL AND status <> 'cancelled' AND resend_of_id IS NULL`),
    uniqueIndex('print_orders_resent_once').on(t.resendOfId).where(sql`resend_of_id IS NOT NULL AND status <> 'cancelled'`),
    index('print_orders_printer').on(t.printerOrderId).where(sql`printer_order_id IS NOT NULL`),
    index('print_orders_quote').on(t.quoteId).where(sql`quote_id IS NOT NULL`),
    index('print_orders_status').on(t.status, t.id),
    index('print_orders_created').on(t.createdAt).where(sql`environment = 'production'`),
    // Index of submitted print orders with an unknown outcome.
    index('print_orders_unanswered').on(t.submittedAt).where(sql`status = 'draft' AND submitted_at IS NOT NULL`),
    check('print_orders_quantity', sql`quantity > 0`),
  ],
);

/** Printer webhooks that have already been applied. Needed because the printer repeats webhooks and sends them out of order. */
export const printEvents = sqliteTable(
  'print_events',
  {
    id: rowId(),
    printOrderId: foreignId('print_order_id', () => printOrders.id).notNull(),
    type: text('type').notNull(),
    item: text('item').notNull().default(''),
    tracking: text('tracking'),
    message: text('message'),
    occurredAt: seconds('occurred_at').notNull(),
    receivedAt: seconds('received_at').notNull(),
  },
  (t) => [uniqueIndex('print_events_once').on(t.printOrderId, t.type, t.item, t.occurredAt)],
);
