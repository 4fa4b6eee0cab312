/** The card that a membership is charged to, at Stripe. */
import type Stripe from 'stripe';
import type { PaymentCard } from '#schema/payment-card.ts';

/** The subscription's own, else the customer's; null where it is no card (or there is none). */
export async function cardOnFile(stripe: Stripe, subscriptionId: string): Promise<PaymentCard | null> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId, {
    expand: ['default_payment_method', 'customer.invoice_settings.default_payment_method'],
  });
  const { customer } = subscription;
  const ofCustomer = typeof customer === 'object' && !customer.deleted ? customer.invoice_settings.default_payment_method : null;
  return cardOf(subscription.default_payment_method ?? ofCustomer);
}

function cardOf(method: Stripe.PaymentMethod | string | null): PaymentCard | null {
  if (method === null || typeof method !== 'object' || !method.card) return null;
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card;
  return { brand, last4, expMonth, expYear };
}
