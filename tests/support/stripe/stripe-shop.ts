/** The official Stripe SDK, connected to a fake with our prices, and helpers that make purchases as the product does. For tests in Node. */
import type Stripe from 'stripe';
import type { PaidTier } from '#schema/orders/order.ts';
import { membershipLookupKeys } from '#schema/rules.ts';
import { createStripe, setUpStripe } from '#scripts/stripe-setup.ts';
import { fakeKeys } from '#tests/support/stripe/stripe-fake.ts';

export interface Purchase {
  customer: string;
  subscription: Stripe.Subscription;
  invoice: Stripe.Invoice;
  clientSecret: string;
  intentId: string;
}

/** Returns the SDK connected to a fake with our products and prices. */
export async function openShop(url: string): Promise<Stripe> {
  const stripe = createStripe(fakeKeys.secretKey, url);
  await setUpStripe(stripe, { webhookUrl: null });
  return stripe;
}

interface Options {
  customer?: string;
  testClock?: string;
  coupon?: string;
  metadata?: Stripe.MetadataParam;
}

/** Creates an unpaid yearly subscription for a customer. By default, the customer is new. */
export async function orderMembership(stripe: Stripe, tier: PaidTier, options: Options = {}): Promise<Purchase> {
  const customer =
    options.customer ??
    (await stripe.customers.create({ email: 'member@demo.test', ...(options.testClock && { test_clock: options.testClock }) })).id;
  const [price] = (await stripe.prices.list({ lookup_keys: [membershipLookupKeys[tier]], active: true })).data;
  const subscription = await stripe.subscriptions.create({
    customer,
    items: [{ price: price?.id ?? '' }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
    metadata: options.metadata ?? {},
    ...(options.coupon && { discounts: [{ coupon: options.coupon }] }),
    expand: ['latest_invoice.confirmation_secret'],
  });
  const invoice = getExpanded(subscription.latest_invoice);
  const clientSecret = invoice.confirmation_secret?.client_secret ?? '';
  return { customer, subscription, invoice, clientSecret, intentId: clientSecret.slice(0, clientSecret.indexOf('_secret_')) };
}

/** Returns the object that `expand` substituted for its id. Throws if it was not expanded. */
export function getExpanded<Value extends object>(value: string | Value | null | undefined): Value {
  if (typeof value !== 'object' || value === null) throw new Error(`Expected an expanded object, not ${value}`);
  return value;
}
