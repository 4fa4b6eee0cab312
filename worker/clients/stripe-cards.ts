/** The card that a membership is charged to, at Stripe: reading it, and having another one given. */
import Stripe from 'stripe';
import type { OpenRenewalOutcome, PaymentCard } from '#schema/payment-card.ts';
import type { CardChangeFacts } from '#worker/domain/money/card-change.ts';
import { memberMark } from '#worker/domain/money/order-mark.ts';
import { idOf } from './stripe-facts.ts';

/** The subscription's own, else the customer's; null where it is no card (or there is none). */
export async function cardOnFile(stripe: Stripe, subscriptionId: string): Promise<PaymentCard | null> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId, {
    expand: ['default_payment_method', 'customer.invoice_settings.default_payment_method'],
  });
  const { customer } = subscription;
  const ofCustomer = typeof customer === 'object' && !customer.deleted ? customer.invoice_settings.default_payment_method : null;
  return cardOf(subscription.default_payment_method ?? ofCustomer);
}

/** A SetupIntent's secret. One that nobody confirms charges and changes nothing. */
export async function openCardChange(
  stripe: Stripe,
  customer: string,
  member: { userId: number; userCreatedAt: number },
): Promise<string | null> {
  const intent = await stripe.setupIntents.create({
    customer,
    usage: 'off_session',
    allowed_payment_method_types: ['card'],
    metadata: memberMark(member),
  });
  return intent.client_secret;
}

export async function cardChange(stripe: Stripe, id: string): Promise<CardChangeFacts | undefined> {
  try {
    const { status, customer, payment_method: method, metadata } = await stripe.setupIntents.retrieve(id, { expand: ['payment_method'] });
    return {
      id,
      isConfirmed: status === 'succeeded',
      isApplied: metadata?.[appliedMark] === 'yes',
      customerId: idOf(customer),
      paymentMethodId: idOf(method),
      card: cardOf(method),
    };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return undefined;
    throw error;
  }
}

/** Whatever is charged from now on is charged to it. */
export async function chargeTo(stripe: Stripe, customerId: string, subscriptionIds: string[], paymentMethodId: string): Promise<void> {
  await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: paymentMethodId } });
  for (const id of subscriptionIds) await stripe.subscriptions.update(id, { default_payment_method: paymentMethodId });
}

/** Charges the open invoice of a renewal now. The key is the change's: asked again, the same try answers. */
export async function payOpenRenewal(stripe: Stripe, subscriptionId: string, change: CardChangeFacts): Promise<OpenRenewalOutcome> {
  const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] });
  if (typeof invoice !== 'object' || invoice?.status !== 'open' || !invoice.id || change.paymentMethodId === null) return 'none';
  try {
    await stripe.invoices.pay(
      invoice.id,
      { payment_method: change.paymentMethodId },
      { idempotencyKey: `card-change-${change.id}-${invoice.id}` },
    );
    return 'paid';
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError)
      return error.code === 'invoice_payment_intent_requires_action' ? 'asks' : 'declined';
    // Paid by another tab, or by Stripe's own next try, in this very moment: what it is then, the next reading says.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return 'none';
    throw error;
  }
}

const appliedMark = 'applied';

/** Last of all: a change that was cut off before is done again, one that was done is not, though its page be opened years later. */
export async function markApplied(stripe: Stripe, { id }: CardChangeFacts): Promise<void> {
  await stripe.setupIntents.update(id, { metadata: { [appliedMark]: 'yes' } });
}

function cardOf(method: Stripe.PaymentMethod | string | null): PaymentCard | null {
  if (method === null || typeof method !== 'object' || !method.card) return null;
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card;
  return { brand, last4, expMonth, expYear };
}
