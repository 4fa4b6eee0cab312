/** Stripe, through its official SDK; in development the local fake by another base address. */
import Stripe from 'stripe';
import type { PaidTier } from '#schema/orders/order.ts';
import { currency, membershipLookupKeys, membershipPriceCents } from '#schema/rules.ts';
import { idempotencyKey } from '#worker/clients/idempotency-key.ts';
import {
  type EventHint,
  type OrderToPay,
  type PayableObject,
  type PaymentProvider,
  PaymentProviderError,
  type Reading,
} from '#worker/clients/payment-provider.ts';
import { memberMark, orderMark, readOrderMark } from '#worker/domain/orders/order-mark.ts';
import type { PaymentsConfig } from '#worker/env.ts';
import { callStripe, creating, ordinarily, refusalOf, unlessMissing } from './stripe-calls.ts';
import { cardChange, chargeTo, creditOf, customerOf, markApplied, openCardChange, payOpenRenewal, renewalTerms } from './stripe-cards.ts';
import { disputeStatus, idOf, intentFacts, invoiceFacts, subscriptionFacts } from './stripe-facts.ts';
import { hintOf } from './stripe-hints.ts';
import { pageOf } from './stripe-lists.ts';
import { customersOf, hintOfObject, markedCustomers, payerOf } from './stripe-owners.ts';
import { refundOnce } from './stripe-refunds.ts';

const priceCacheMs = 10 * 60_000;
const signatureToleranceSeconds = 300;

/**
 * What makes something goes with a key of ours, the same on every try. What only sets a state (cancel, void, update) may be
 * repeated as it is; there the SDK's own key covers its retries.
 */
export function stripeProvider(config: PaymentsConfig): PaymentProvider {
  const stripe = new Stripe(config.secretKey, {
    httpClient: Stripe.createFetchHttpClient((address, init) => fetch(address, { ...init, redirect: 'manual' })),
    ...ordinarily,
    telemetry: false,
    ...(config.apiBase && addressOf(config.apiBase)),
  });
  const crypto = Stripe.createSubtleCryptoProvider();
  const priceIds = cachedPrices(stripe);

  return {
    customer: ({ email, order, ...member }) =>
      callStripe(async () => {
        // From an attempt lost in a database restore, or just made by another tab.
        const [existing] = await markedCustomers(stripe, { email, ...member });
        if (existing !== undefined) return existing;
        // Another address is another request: Stripe refuses a key that comes back with other parameters.
        const key = await idempotencyKey('customer', order, email);
        return (await creating(key, (options) => stripe.customers.create({ email, metadata: memberMark(member) }, options))).id;
      }),

    customersOf: (member) => callStripe(() => customersOf(stripe, member)),

    credit: (customerId) =>
      callStripe(async () => {
        const customer = await unlessMissing(stripe.customers.retrieve(customerId), undefined);
        return customer && !customer.deleted ? creditOf(customer) : 0;
      }),

    openCardPayment: (order) =>
      callStripe(async () => {
        const parameters: Stripe.PaymentIntentCreateParams = {
          amount: order.amountCents,
          currency,
          customer: order.customerId,
          description: order.description,
          allowed_payment_method_types: ['card'],
          metadata: orderMark(order),
        };
        const key = await idempotencyKey('payment', order);
        const intent = await creating(key, (options) => stripe.paymentIntents.create(parameters, options));
        if (!intent.client_secret) throw new PaymentProviderError('Stripe gave no client secret', true);
        return payable(intent.client_secret, null, intent.amount);
      }),

    openMembership: (order) =>
      callStripe(async () => {
        const price = await priceIds(order.tier);
        const discounts = order.creditCents > 0 ? [{ coupon: await creditCoupon(stripe, order) }] : undefined;
        if (config.automaticTax && order.visitorAddress)
          await stripe.customers.update(order.customerId, { tax: { ip_address: order.visitorAddress } });
        const parameters: Stripe.SubscriptionCreateParams = {
          customer: order.customerId,
          items: [{ price }],
          description: order.description,
          payment_behavior: 'default_incomplete',
          payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
          metadata: orderMark(order),
          ...(discounts && { discounts }),
          ...(config.automaticTax && { automatic_tax: { enabled: true } }),
          expand: ['latest_invoice.confirmation_secret'],
        };
        const key = await idempotencyKey('membership', order);
        const subscription = await creating(key, (options) => stripe.subscriptions.create(parameters, options));
        // Where the customer's balance pays it there is nothing to confirm: it is active at once.
        const invoice = typeof subscription.latest_invoice === 'object' ? subscription.latest_invoice : null;
        return payable(invoice?.confirmation_secret?.client_secret, subscription.id, invoice?.amount_due ?? order.amountCents);
      }),

    membershipFor: (customer, reference) =>
      callStripe(async () => {
        const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
        const matching = data.filter(({ metadata }) => readOrderMark(metadata)?.reference === reference);
        return (matching.find(({ status }) => status !== 'incomplete_expired') ?? matching[0])?.id ?? null;
      }),

    read: (object, id) => callStripe(() => read(stripe, object, id)),

    cancelIntent: (id) => callStripe(() => refusalOf(() => stripe.paymentIntents.cancel(id))),

    endSubscription: (id, unlessPaid) => callStripe(() => endSubscription(stripe, id, unlessPaid)),

    renewAutomatically: (subscriptionId, renews) =>
      callStripe(async () => {
        const running = renews ? await stripe.subscriptions.retrieve(subscriptionId) : undefined;
        // The customer portal ends a subscription by a date; only one of the two may be named.
        const endsByDate = running !== undefined && running.cancel_at !== null && !running.cancel_at_period_end;
        await stripe.subscriptions.update(subscriptionId, endsByDate ? { cancel_at: '' } : { cancel_at_period_end: !renews });
      }),

    renewalTerms: (subscriptionId) => callStripe(() => renewalTerms(stripe, subscriptionId)),
    customerOf: (subscriptionId) => callStripe(() => customerOf(stripe, subscriptionId)),
    openCardChange: (subscriptionId, member) =>
      callStripe(async () => {
        const secret = await openCardChange(stripe, subscriptionId, member);
        if (!secret) throw new PaymentProviderError('Stripe gave no client secret', true);
        return secret;
      }),
    cardChange: (id) => callStripe(() => cardChange(stripe, id)),
    chargeTo: (customerId, subscriptionIds, paymentMethodId) =>
      callStripe(() => chargeTo(stripe, customerId, subscriptionIds, paymentMethodId)),
    payOpenRenewal: (subscriptionId, change) => callStripe(() => payOpenRenewal(stripe, subscriptionId, change)),
    markApplied: (change) => callStripe(() => markApplied(stripe, change)),

    refund: (paymentIntentId) =>
      callStripe(() =>
        refusalOf(() =>
          creating(`refund-${paymentIntentId}`, (options) =>
            stripe.refunds.create({ payment_intent: paymentIntentId, reason: 'duplicate' }, options),
          ),
        ),
      ),

    refundOnce: (refund) => callStripe(() => refundOnce(stripe, refund)),

    deleteCustomer: (customerId) =>
      callStripe(async () => {
        await unlessMissing(stripe.customers.del(customerId), undefined);
      }),

    receiptUrl: ({ paymentIntentId, invoiceId }) =>
      callStripe(async () => {
        if (paymentIntentId) {
          const intent = await stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['latest_charge'] });
          if (intent.latest_charge && typeof intent.latest_charge === 'object') return intent.latest_charge.receipt_url;
        }
        return invoiceId ? ((await stripe.invoices.retrieve(invoiceId)).hosted_invoice_url ?? null) : null;
      }),

    async verify(body, signature) {
      // The one before too, while the secret is being changed.
      for (const secret of config.webhookSecrets) {
        let event: Stripe.Event;
        try {
          event = await stripe.webhooks.constructEventAsync(body, signature, secret, signatureToleranceSeconds, crypto);
        } catch (error) {
          const isRefused = error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError;
          // Signed, and of a kind that this endpoint does not take: the SDK refuses thin events here.
          if (!isRefused) return { hint: undefined };
          continue;
        }
        return { hint: hintOf(event) };
      }
      return 'bad_signature';
    },

    hint: (id) => callStripe(async () => (id.startsWith('evt_') ? hintOf(await stripe.events.retrieve(id)) : hintOfObject(stripe, id))),
    hintOf: (objectId) => callStripe(() => hintOfObject(stripe, objectId)),
    payerOf: (paymentIntentId) => callStripe(() => payerOf(stripe, paymentIntentId)),

    checkReadiness: () =>
      callStripe(async () => {
        await priceIdOf(stripe, 'basic');
      }),

    walk: (kind, from) => callStripe(() => pageOf(stripe, kind, from)),

    paidInvoices: (subscription) =>
      callStripe(async () => {
        const { data } = await stripe.invoices.list({ subscription, status: 'paid', limit: 100 });
        return data.flatMap(({ id }) => id ?? []).reverse();
      }),
  };
}

/** A single-use coupon for the unused part of a basic year. */
async function creditCoupon(stripe: Stripe, order: OrderToPay): Promise<string> {
  const parameters = {
    amount_off: order.creditCents,
    currency,
    duration: 'once',
    max_redemptions: 1,
    name: 'Unused part of your Basic year',
  } as const;
  const key = await idempotencyKey('credit', order);
  return (await creating(key, (options) => stripe.coupons.create(parameters, options))).id;
}

function cachedPrices(stripe: Stripe): (tier: PaidTier) => Promise<string> {
  const cache = new Map<PaidTier, { id: string; until: number }>();
  return async (tier) => {
    const cached = cache.get(tier);
    if (cached && cached.until > Date.now()) return cached.id;
    const id = await priceIdOf(stripe, tier);
    cache.set(tier, { id, until: Date.now() + priceCacheMs });
    return id;
  };
}

/** The yearly price by its lookup key. One whose amount is not ours would charge what nobody agreed to. */
async function priceIdOf(stripe: Stripe, tier: PaidTier): Promise<string> {
  const { data } = await stripe.prices.list({ lookup_keys: [membershipLookupKeys[tier]], active: true });
  const price = data.find(
    (candidate) =>
      candidate.unit_amount === membershipPriceCents[tier] && candidate.currency === currency && candidate.recurring?.interval === 'year',
  );
  if (!price)
    throw new PaymentProviderError(`No yearly price ${membershipLookupKeys[tier]} as in the rules: run npm run stripe:setup`, true);
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
      const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.refunds'] });
      const facts = intentFacts(intent);
      return {
        news: { kind: 'intent', intent: facts },
        clientSecret: facts.status === 'payable' ? intent.client_secret : null,
        mark: readOrderMark(intent.metadata),
        customerId: idOf(intent.customer),
      };
    }
    case 'dispute': {
      const dispute = await stripe.disputes.retrieve(id);
      const paymentIntentId = idOf(dispute.payment_intent) ?? '';
      return {
        news: { kind: 'dispute', paymentIntentId, status: disputeStatus(dispute.status), openedAt: dispute.created },
        clientSecret: null,
        // A dispute carries no metadata: its payment says whose it is.
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
    customerId: idOf(subscription.customer),
  };
}

/** The open invoice first: once it is void no payment can come any more. One that was paid meanwhile wins, if it may. */
async function endSubscription(stripe: Stripe, id: string, unlessPaid: boolean): Promise<PaymentProviderError | null> {
  const subscription = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
  if (subscription.ended_at !== null || subscription.status === 'canceled' || subscription.status === 'incomplete_expired') return null;
  const invoice = typeof subscription.latest_invoice === 'object' ? subscription.latest_invoice : null;
  if (unlessPaid && invoice?.status === 'paid') return null;
  if (invoice?.id && invoice.status === 'open') {
    const invoiceId = invoice.id;
    const refusal = await refusalOf(() => stripe.invoices.voidInvoice(invoiceId));
    if (unlessPaid && refusal) return refusal;
  }
  return refusalOf(() => stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false }));
}

function payable(clientSecret: string | null | undefined, subscriptionId: string | null, dueCents: number): PayableObject {
  if (!clientSecret) return { clientSecret: null, subscriptionId, paymentIntentId: null, dueCents };
  return { clientSecret, subscriptionId, paymentIntentId: clientSecret.slice(0, clientSecret.indexOf('_secret_')), dueCents };
}

function addressOf(base: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(base);
  return { host: hostname, port: port || (protocol === 'https:' ? '443' : '80'), protocol: protocol === 'https:' ? 'https' : 'http' };
}
