import Stripe from 'stripe';
import type { OpenRenewalOutcome, PaymentCard } from '#schema/memberships/payment-card.ts';
import type { CardChangeFacts } from '#worker/domain/memberships/card-change.ts';
import type { RenewalTerms } from '#worker/domain/memberships/renewal-notice.ts';
import { memberMark } from '#worker/domain/orders/order-mark.ts';
import { catchMissing } from './stripe-calls.ts';
import { getId } from './stripe-facts.ts';

/**
 * Returns the renewal price, the customer's credit, and the payment card. The card is the subscription's or, if it has none, the customer's
 * default card; null if neither has one.
 */
export async function renewalTerms(stripe: Stripe, subscriptionId: string): Promise<RenewalTerms> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId, {
    expand: ['default_payment_method', 'customer.invoice_settings.default_payment_method'],
  });
  const { customer } = subscription;
  const activeCustomer = typeof customer === 'object' && !customer.deleted ? customer : null;
  const priceCents = subscription.items.data[0]?.price.unit_amount ?? null;
  if (priceCents === null) throw new Error(`Subscription ${subscriptionId} has no price`);
  const balanceCents = activeCustomer ? Math.min(priceCents, getCredit(activeCustomer)) : 0;
  const method = subscription.default_payment_method ?? activeCustomer?.invoice_settings.default_payment_method ?? null;
  return { card: toPaymentCard(method), priceCents, balanceCents };
}

/** Returns the customer's credit in cents. At Stripe, a credit is a negative balance, which pays for future invoices. */
export function getCredit({ balance }: Stripe.Customer): number {
  return Math.max(0, -balance);
}

/** Reads the customer from the subscription because our stored customer may be outdated after a database restore. */
export async function findCustomer(stripe: Stripe, subscriptionId: string): Promise<string> {
  return getId((await stripe.subscriptions.retrieve(subscriptionId)).customer) ?? '';
}

/** Returns the client secret of a SetupIntent for the subscription's customer. Nothing changes until the SetupIntent is confirmed. */
export async function openCardChange(
  stripe: Stripe,
  subscriptionId: string,
  member: { userId: number; userCreatedAt: number },
): Promise<string | null> {
  const intent = await stripe.setupIntents.create({
    customer: await findCustomer(stripe, subscriptionId),
    usage: 'off_session',
    allowed_payment_method_types: ['card'],
    metadata: memberMark(member),
  });
  return intent.client_secret;
}

export async function cardChange(stripe: Stripe, id: string): Promise<CardChangeFacts | undefined> {
  const intent = await catchMissing(stripe.setupIntents.retrieve(id, { expand: ['payment_method'] }), undefined);
  if (!intent) return undefined;
  const { status, customer, payment_method: method, metadata } = intent;
  return {
    id,
    isConfirmed: status === 'succeeded',
    isApplied: metadata?.[appliedMetadataKey] === 'yes',
    customerId: getId(customer),
    paymentMethodId: getId(method),
    card: toPaymentCard(method),
  };
}

/** Makes the card the default for all future charges of the customer and the subscriptions. */
export async function changePaymentMethod(
  stripe: Stripe,
  customerId: string,
  subscriptionIds: string[],
  paymentMethodId: string,
): Promise<void> {
  await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: paymentMethodId } });
  for (const id of subscriptionIds) await stripe.subscriptions.update(id, { default_payment_method: paymentMethodId });
}

/** Charges the open renewal invoice now. The idempotency key is derived from the card change, so a retry gets the same result. */
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
    // Another tab or Stripe's automatic retry has just paid the invoice. The next read of the subscription will include the payment.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return 'none';
    throw error;
  }
}

const appliedMetadataKey = 'applied';

/**
 * Marks the card change as applied. This is the last step, so that an interrupted change is applied again. A marked change is never applied
 * again, even if the member reopens the page years later.
 */
export async function markApplied(stripe: Stripe, { id }: CardChangeFacts): Promise<void> {
  await stripe.setupIntents.update(id, { metadata: { [appliedMetadataKey]: 'yes' } });
}

function toPaymentCard(method: Stripe.PaymentMethod | string | null): PaymentCard | null {
  if (method === null || typeof method !== 'object' || !method.card) return null;
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card;
  return { brand, last4, expMonth, expYear };
}
