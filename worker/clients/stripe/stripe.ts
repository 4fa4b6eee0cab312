/** Payment provider based on Stripe's SDK; in development, it uses the local fake at another base URL. */
import Stripe from 'stripe';
import type { PaidTier } from '#schema/orders/order.ts';
import { currency, membershipLookupKeys, membershipPriceCents } from '#schema/rules.ts';
import { idempotencyKey } from '#worker/clients/idempotency-key.ts';
import {
  type EventHint,
  type NewCustomer,
  type OrderToPay,
  type PayableObject,
  type PaymentProvider,
  PaymentProviderError,
  type Reading,
} from '#worker/clients/payment-provider.ts';
import { memberMark, orderMark, readOrderMark } from '#worker/domain/orders/order-mark.ts';
import type { PaymentsConfig } from '#worker/env.ts';
import { fetchBalance } from './stripe-balance.ts';
import { callStripe, catchMissing, catchRefusal, createOnce, defaultRequestOptions } from './stripe-calls.ts';
import {
  cardChange,
  changePaymentMethod,
  findCustomer,
  getCredit,
  markApplied,
  openCardChange,
  payOpenRenewal,
  renewalTerms,
} from './stripe-cards.ts';
import { answerDispute } from './stripe-disputes.ts';
import { disputeFacts, disputeStatus, getId, intentFacts, invoiceFacts, subscriptionFacts } from './stripe-facts.ts';
import { toHint } from './stripe-hints.ts';
import { fetchPage } from './stripe-lists.ts';
import { fetchObjectHint, findCustomers, findPayer, markedCustomers } from './stripe-owners.ts';
import { refundOnce } from './stripe-refunds.ts';

const priceCacheMs = 10 * 60_000;
const signatureToleranceSeconds = 300;
/** Clock skew tolerance in seconds: how far Stripe's clock may be ahead of this server's. */
const clockSkewSeconds = 60;
const cryptoProvider = Stripe.createSubtleCryptoProvider();

/**
 * Calls that create objects use our idempotency key, which is the same for every attempt. Calls that set a state (cancel, void, update) can
 * be repeated safely, and the SDK's own key covers its retries.
 */
export function stripeProvider(config: PaymentsConfig): PaymentProvider {
  const stripe = new Stripe(config.secretKey, {
    httpClient: Stripe.createFetchHttpClient((address, init) => fetch(address, { ...init, redirect: 'manual' })),
    ...defaultRequestOptions,
    telemetry: false,
    ...(config.apiBase && parseStripeAddress(config.apiBase)),
  });
  const priceIds = cachedPrices(stripe);
  const calls: StripeCalls = {
    customer: (member) => findOrCreateCustomer(stripe, member),
    findCustomers: (member) => findCustomers(stripe, member),
    credit: async (customerId) => {
      const customer = await catchMissing(stripe.customers.retrieve(customerId), undefined);
      return customer && !customer.deleted ? getCredit(customer) : 0;
    },
    openCardPayment: (order) => openCardPayment(stripe, order),
    openMembership: async (order) => openMembership(stripe, order, await priceIds(order.tier), config.automaticTax),
    membershipFor: async (customer, reference) => {
      const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
      const orderSubscriptions = data.filter(({ metadata }) => readOrderMark(metadata)?.reference === reference);
      return (orderSubscriptions.find(({ status }) => status !== 'incomplete_expired') ?? orderSubscriptions[0])?.id ?? null;
    },
    read: (object, id) => read(stripe, object, id),
    cancelIntent: (id) => catchRefusal(() => stripe.paymentIntents.cancel(id)),
    endSubscription: (id, unlessPaid) => endSubscription(stripe, id, unlessPaid),
    renewAutomatically: (subscriptionId, renews) => renewAutomatically(stripe, subscriptionId, renews),
    renewalTerms: (subscriptionId) => renewalTerms(stripe, subscriptionId),
    findCustomer: (subscriptionId) => findCustomer(stripe, subscriptionId),
    openCardChange: async (subscriptionId, member) => requireClientSecret(await openCardChange(stripe, subscriptionId, member)),
    cardChange: (id) => cardChange(stripe, id),
    changePaymentMethod: (customerId, subscriptionIds, paymentMethodId) =>
      changePaymentMethod(stripe, customerId, subscriptionIds, paymentMethodId),
    payOpenRenewal: (subscriptionId, change) => payOpenRenewal(stripe, subscriptionId, change),
    markApplied: (change) => markApplied(stripe, change),
    refund: (payment_intent) =>
      catchRefusal(() =>
        createOnce(`refund-${payment_intent}`, (options) => stripe.refunds.create({ payment_intent, reason: 'duplicate' }, options)),
      ),
    refundOnce: (parameters) => refundOnce(stripe, parameters),
    answerDispute: (answer) => answerDispute(stripe, answer),
    deleteCustomer: async (customerId) => {
      await catchMissing(stripe.customers.del(customerId), undefined);
    },
    receiptUrl: (payment) => receiptUrl(stripe, payment),
    hint: async (id) => (id.startsWith('evt_') ? toHint(await stripe.events.retrieve(id)) : fetchObjectHint(stripe, id)),
    fetchHint: (objectId) => fetchObjectHint(stripe, objectId),
    findPayer: (paymentIntentId) => findPayer(stripe, paymentIntentId),
    checkReadiness: async () => {
      await loadPriceId(stripe, 'basic');
    },
    walk: (kind, from) => fetchPage(stripe, kind, from),
    balanceTransactions: (range, after) => fetchBalance(stripe, range, after),
    paidInvoices: async (subscription) => {
      const { data } = await stripe.invoices.list({ subscription, status: 'paid', limit: 100 });
      return data.flatMap(({ id }) => id ?? []).reverse();
    },
  };
  return { ...wrapErrors(calls), verify: (body, signature) => verifyEvent(stripe, config.webhookSecrets, body, signature) };
}

type StripeCalls = Omit<PaymentProvider, 'verify'>;

function wrapErrors(calls: StripeCalls): StripeCalls {
  const wrappedCalls = Object.entries(calls).map(([name, call]: [string, (...args: never[]) => Promise<unknown>]) => [
    name,
    (...args: never[]) => callStripe(() => call(...args)),
  ]);
  return Object.fromEntries(wrappedCalls);
}

async function findOrCreateCustomer(stripe: Stripe, { email, order, ...member }: NewCustomer): Promise<string> {
  // The customer may already exist if a database restore lost our copy or another tab has just created it, so look it up first.
  const [known] = await markedCustomers(stripe, { email, ...member });
  if (known !== undefined) return known;
  // A different email address needs a different key because Stripe rejects a key that is reused with other parameters.
  const key = await idempotencyKey('customer', order, email);
  return (await createOnce(key, (options) => stripe.customers.create({ email, metadata: memberMark(member) }, options))).id;
}

async function openCardPayment(stripe: Stripe, order: OrderToPay): Promise<PayableObject> {
  const parameters: Stripe.PaymentIntentCreateParams = {
    amount: order.amountCents,
    currency,
    customer: order.customerId,
    description: order.description,
    allowed_payment_method_types: ['card'],
    metadata: orderMark(order),
  };
  const key = await idempotencyKey('payment', order);
  const intent = await createOnce(key, (options) => stripe.paymentIntents.create(parameters, options));
  return payable(requireClientSecret(intent.client_secret), null, intent.amount);
}

async function openMembership(
  stripe: Stripe,
  order: OrderToPay & { visitorAddress: string | null },
  price: string,
  automaticTax: boolean,
): Promise<PayableObject> {
  const discounts = order.creditCents > 0 ? [{ coupon: await creditCoupon(stripe, order) }] : undefined;
  if (automaticTax && order.visitorAddress) await stripe.customers.update(order.customerId, { tax: { ip_address: order.visitorAddress } });
  const parameters: Stripe.SubscriptionCreateParams = {
    customer: order.customerId,
    items: [{ price }],
    description: order.description,
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
    metadata: orderMark(order),
    ...(discounts && { discounts }),
    ...(automaticTax && { automatic_tax: { enabled: true } }),
    expand: ['latest_invoice.confirmation_secret'],
  };
  const key = await idempotencyKey('membership', order);
  const subscription = await createOnce(key, (options) => stripe.subscriptions.create(parameters, options));
  // If the customer's balance covers the price, there is nothing to confirm and the membership is active immediately.
  const invoice = typeof subscription.latest_invoice === 'object' ? subscription.latest_invoice : null;
  return payable(invoice?.confirmation_secret?.client_secret, subscription.id, invoice?.amount_due ?? order.amountCents);
}

function requireClientSecret(clientSecret: string | null): string {
  if (!clientSecret) throw new PaymentProviderError('Stripe returned no client secret', true);
  return clientSecret;
}

async function renewAutomatically(stripe: Stripe, subscriptionId: string, renews: boolean): Promise<void> {
  const subscription = renews ? await stripe.subscriptions.retrieve(subscriptionId) : undefined;
  // The customer portal sets `cancel_at` instead of `cancel_at_period_end`. Only one of the two parameters may be sent.
  const hasCancelDate = subscription !== undefined && subscription.cancel_at !== null && !subscription.cancel_at_period_end;
  await stripe.subscriptions.update(subscriptionId, hasCancelDate ? { cancel_at: '' } : { cancel_at_period_end: !renews });
}

async function receiptUrl(
  stripe: Stripe,
  { paymentIntentId, invoiceId }: Parameters<PaymentProvider['receiptUrl']>[0],
): Promise<string | null> {
  if (paymentIntentId) {
    const intent = await stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['latest_charge'] });
    if (intent.latest_charge && typeof intent.latest_charge === 'object') return intent.latest_charge.receipt_url;
  }
  return invoiceId ? ((await stripe.invoices.retrieve(invoiceId)).hosted_invoice_url ?? null) : null;
}

/**
 * Checks the timestamp in a webhook's signature. Stripe's SDK rejects only old timestamps; it accepts future ones and text that is not a
 * number.
 */
function hasCredibleTime(signature: string): boolean {
  const times = signature.split(',').flatMap((part) => part.match(/^t=(.*)$/)?.[1] ?? []);
  const [time = ''] = times;
  return times.length === 1 && /^\d{1,12}$/.test(time) && Number(time) <= Date.now() / 1_000 + clockSkewSeconds;
}

async function verifyEvent(stripe: Stripe, secrets: string[], body: string, signature: string): ReturnType<PaymentProvider['verify']> {
  if (!hasCredibleTime(signature)) return 'bad_signature';
  // While the secret is being rotated, the previous one is also accepted.
  for (const secret of secrets) {
    let event: Stripe.Event;
    try {
      event = await stripe.webhooks.constructEventAsync(body, signature, secret, signatureToleranceSeconds, cryptoProvider);
    } catch (error) {
      const isRefused = error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError;
      // The SDK throws a different error for thin events. Their signature is valid, but we do not support them.
      if (!isRefused) return { hint: undefined };
      continue;
    }
    return { hint: toHint(event) };
  }
  return 'bad_signature';
}

async function creditCoupon(stripe: Stripe, order: OrderToPay): Promise<string> {
  const parameters = {
    amount_off: order.creditCents,
    currency,
    duration: 'once',
    max_redemptions: 1,
    name: 'Unused part of your Basic year',
  } as const;
  const key = await idempotencyKey('credit', order);
  return (await createOnce(key, (options) => stripe.coupons.create(parameters, options))).id;
}

function cachedPrices(stripe: Stripe): (tier: PaidTier) => Promise<string> {
  const cache = new Map<PaidTier, { id: string; until: number }>();
  return async (tier) => {
    const cachedPrice = cache.get(tier);
    if (cachedPrice && cachedPrice.until > Date.now()) return cachedPrice.id;
    const id = await loadPriceId(stripe, tier);
    cache.set(tier, { id, until: Date.now() + priceCacheMs });
    return id;
  };
}

/** Returns the id of the yearly price with our lookup key. Rejects if its amount differs from ours. */
async function loadPriceId(stripe: Stripe, tier: PaidTier): Promise<string> {
  const { data } = await stripe.prices.list({ lookup_keys: [membershipLookupKeys[tier]], active: true });
  const price = data.find(
    (candidate) =>
      candidate.unit_amount === membershipPriceCents[tier] && candidate.currency === currency && candidate.recurring?.interval === 'year',
  );
  if (!price)
    throw new PaymentProviderError(
      `Stripe has no yearly price ${membershipLookupKeys[tier]} with our amount: run npm run stripe:setup`,
      true,
    );
  return price.id;
}

async function read(stripe: Stripe, object: EventHint['object'], id: string): Promise<Reading> {
  switch (object) {
    case 'subscription': {
      const expand = ['latest_invoice.payments', 'latest_invoice.confirmation_secret', 'default_payment_method'];
      const subscription = await stripe.subscriptions.retrieve(id, { expand });
      const invoice = typeof subscription.latest_invoice === 'object' ? subscription.latest_invoice : null;
      return membershipReading(subscription, invoice);
    }
    case 'invoice': {
      const owner = 'parent.subscription_details.subscription';
      const invoice = await stripe.invoices.retrieve(id, {
        expand: ['payments', 'confirmation_secret', owner, `${owner}.default_payment_method`],
      });
      const subscription = invoice.parent?.subscription_details?.subscription;
      if (typeof subscription !== 'object') throw new PaymentProviderError(`Invoice ${id} belongs to no subscription`, true);
      return membershipReading(subscription, invoice);
    }
    case 'intent': {
      const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.refunds.data.failure_balance_transaction'] });
      const facts = intentFacts(intent);
      return {
        news: { kind: 'intent', intent: facts },
        clientSecret: facts.status === 'payable' ? intent.client_secret : null,
        mark: readOrderMark(intent.metadata),
        customerId: getId(intent.customer),
      };
    }
    case 'dispute': {
      const dispute = await stripe.disputes.retrieve(id);
      const paymentIntentId = getId(dispute.payment_intent) ?? '';
      return {
        news: { kind: 'dispute', paymentIntentId, status: disputeStatus(dispute.status), openedAt: dispute.created },
        dispute: disputeFacts(dispute),
        clientSecret: null,
        // A dispute has no metadata, so its payment identifies the owner.
        mark: null,
        customerId: null,
      };
    }
  }
}

function membershipReading(subscription: Stripe.Subscription, invoice: Stripe.Invoice | null): Reading {
  return {
    news: { kind: 'membership', subscription: subscriptionFacts(subscription), invoice: invoice && invoiceFacts(invoice) },
    clientSecret: invoice?.status === 'open' ? (invoice.confirmation_secret?.client_secret ?? null) : null,
    mark: readOrderMark(subscription.metadata),
    customerId: getId(subscription.customer),
  };
}

/**
 * Cancels the subscription. Voids its open invoice first, so that the invoice can no longer be paid. `unlessPaid` leaves a subscription
 * active if it has just been paid.
 */
async function endSubscription(stripe: Stripe, id: string, unlessPaid: boolean): Promise<PaymentProviderError | null> {
  const subscription = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
  if (subscription.ended_at !== null || subscription.status === 'canceled' || subscription.status === 'incomplete_expired') return null;
  const invoice = typeof subscription.latest_invoice === 'object' ? subscription.latest_invoice : null;
  if (unlessPaid && invoice?.status === 'paid') return null;
  if (invoice?.id && invoice.status === 'open') {
    const invoiceId = invoice.id;
    const refusal = await catchRefusal(() => stripe.invoices.voidInvoice(invoiceId));
    if (unlessPaid && refusal) return refusal;
  }
  return catchRefusal(() => stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false }));
}

function payable(clientSecret: string | null | undefined, subscriptionId: string | null, dueCents: number): PayableObject {
  if (!clientSecret) return { clientSecret: null, subscriptionId, paymentIntentId: null, dueCents };
  return { clientSecret, subscriptionId, paymentIntentId: clientSecret.slice(0, clientSecret.indexOf('_secret_')), dueCents };
}

function parseStripeAddress(base: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(base);
  return { host: hostname, port: port || (protocol === 'https:' ? '443' : '80'), protocol: protocol === 'https:' ? 'https' : 'http' };
}
