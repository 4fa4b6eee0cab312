import type { PaidTier } from '#schema/orders/order.ts';
import { openOrderTtlSeconds, secondsPerDay } from '#schema/rules.ts';
import type { DemoPayment, DemoSubscriber } from '#scripts/fakes/stripe/demo.ts';
import type { Row } from '#scripts/seed/rows.ts';

export interface PaymentRows {
  orders: Row[];
  subscriptions: Row[];
  payments: Row[];
  membershipPeriods: Row[];
}

/** Returns the member's subscription with deterministic Stripe ids, which are the same on every machine. */
export function demoSubscriber(
  member: { id: number; email: string; name: string; tier: PaidTier; createdAt: number },
  orderId: number,
  startedAt: number,
): DemoSubscriber {
  const { id: userId, email, name, tier, createdAt: userCreatedAt } = member;
  return {
    ...{ customerId: `cus_demo_${tier}`, subscriptionId: `sub_demo_${tier}`, email, name, tier },
    ...{ userId, userCreatedAt, orderId, reference: `demo-order-${tier}`, startedAt },
  };
}

export function subscriberRows(
  { userId, orderId, reference, subscriptionId, tier, startedAt }: DemoSubscriber,
  demoPayments: DemoPayment[],
  rowId: number,
): PaymentRows {
  const firstPayment = demoPayments[0];
  const latestPayment = demoPayments.at(-1);
  if (!firstPayment || !latestPayment) throw new Error(`${subscriptionId} has no payment in the fake`);
  const name = tier === 'premium' ? 'Premium membership' : 'Basic membership';
  return {
    orders: [
      {
        id: orderId,
        reference,
        user_id: userId,
        kind: 'membership',
        tier,
        amount_cents: firstPayment.amountCents,
        status: 'paid',
        stripe_payment_intent_id: firstPayment.paymentIntentId,
        stripe_subscription_id: subscriptionId,
        created_at: startedAt,
        expires_at: startedAt + openOrderTtlSeconds,
        paid_at: firstPayment.paidAt,
      },
    ],
    subscriptions: [
      {
        id: rowId,
        user_id: userId,
        stripe_subscription_id: subscriptionId,
        tier,
        status: 'active',
        price_cents: latestPayment.amountCents,
        current_period_start: latestPayment.periodStart,
        current_period_end: latestPayment.periodEnd,
        created_at: startedAt,
        updated_at: latestPayment.paidAt,
        next_check_at: latestPayment.periodEnd + secondsPerDay,
      },
    ],
    payments: demoPayments.map((payment, index) => ({
      user_id: userId,
      order_id: index === 0 ? orderId : null,
      subscription_id: rowId,
      stripe_payment_intent_id: payment.paymentIntentId,
      stripe_invoice_id: payment.invoiceId,
      amount_cents: payment.amountCents,
      currency: 'usd',
      // Omits the card fingerprint. All demo members use the same test card, and a shared fingerprint would put every commission on hold.
      card_fingerprint: null,
      description: index === 0 ? `${name}, one year` : `${name}, renewal for one year`,
      paid_at: payment.paidAt,
      period_start: payment.periodStart,
      period_end: payment.periodEnd,
    })),
    membershipPeriods: demoPayments.map((payment) => ({
      user_id: userId,
      tier,
      starts_at: payment.periodStart,
      ends_at: payment.periodEnd,
      source: 'stripe',
      subscription_id: rowId,
      cause: `invoice:${payment.invoiceId}`,
      created_at: payment.paidAt,
    })),
  };
}
