import type Stripe from 'stripe';
import * as v from 'valibot';
import { getNow } from '#scripts/fakes/stripe/account.ts';
import { cancelSubscription, subscribe } from '#scripts/fakes/stripe/billing/subscriptions.ts';
import { publishChange } from '#scripts/fakes/stripe/events.ts';
import type { Routes } from '#scripts/fakes/stripe/http/call.ts';
import { badRequest, stateFailure } from '#scripts/fakes/stripe/http/errors.ts';
import { createListRoute, cursors, isListed } from '#scripts/fakes/stripe/http/lists.ts';
import { clearableText, createParameters, flag, integer, mergeMetadata, metadata, text } from '#scripts/fakes/stripe/http/parameters.ts';
import type { StoredSubscription } from '#scripts/fakes/stripe/http/shapes.ts';
import { getItem } from '#scripts/fakes/stripe/objects/subscription.ts';
import { requireOwnMethod } from '#scripts/fakes/stripe/require-own-method.ts';

const CreateParameters = createParameters<Stripe.SubscriptionCreateParams>()({
  customer: text,
  items: v.pipe(v.array(v.strictObject({ price: text, quantity: v.optional(integer, '1') })), v.length(1)),
  // Accepts only the payment behavior that does not charge the customer until they confirm the payment.
  payment_behavior: v.literal('default_incomplete'),
  payment_settings: v.optional(
    v.strictObject({
      save_default_payment_method: v.optional(v.picklist(['on_subscription', 'off'])),
      payment_method_types: v.optional(v.array(v.literal('card'))),
    }),
  ),
  automatic_tax: v.optional(v.strictObject({ enabled: flag })),
  collection_method: v.optional(v.literal('charge_automatically')),
  currency: v.optional(text),
  default_payment_method: v.optional(text),
  description: v.optional(v.pipe(text, v.maxLength(500))),
  discounts: v.optional(v.union([v.literal(''), v.pipe(v.array(v.strictObject({ coupon: text })), v.maxLength(1))])),
  metadata: v.optional(metadata),
  off_session: v.optional(flag),
});
const UpdateParameters = createParameters<Stripe.SubscriptionUpdateParams>()({
  cancel_at_period_end: v.optional(flag),
  cancel_at: v.optional(v.union([v.literal(''), integer])),
  default_payment_method: v.optional(clearableText),
  description: v.optional(clearableText),
  metadata: v.optional(metadata),
});
const feedback = v.picklist([
  ...(['customer_service', 'low_quality', 'missing_features', 'other'] as const),
  ...(['switched_service', 'too_complex', 'too_expensive', 'unused'] as const),
]);
const cancellationDetails = v.strictObject({ comment: v.optional(clearableText), feedback: v.optional(feedback) });
const CancelParameters = createParameters<Stripe.SubscriptionCancelParams>()({
  cancellation_details: v.optional(cancellationDetails),
  invoice_now: v.optional(v.literal('false')),
  prorate: v.optional(v.literal('false')),
});
const statuses = [
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const;
const ListParameters = createParameters<Stripe.SubscriptionListParams>()({
  ...cursors,
  customer: v.optional(text),
  price: v.optional(text),
  test_clock: v.optional(text),
  status: v.optional(v.picklist(statuses)),
});

function hasStatus(subscription: StoredSubscription, status: (typeof statuses)[number] | undefined): boolean {
  if (status === 'all') return true;
  if (status === 'ended') return subscription.ended_at !== null;
  return status ? subscription.status === status : subscription.status !== 'canceled' && subscription.status !== 'incomplete_expired';
}

export const subscriptionRoutes: Routes = {
  'POST /v1/subscriptions': (call) => {
    const parameters = call.read(CreateParameters);
    const { account } = call;
    const item = parameters.items[0];
    if (!item) throw badRequest('Missing required param: items.', { code: 'parameter_missing', param: 'items' });
    if (parameters.default_payment_method)
      requireOwnMethod(account, parameters.customer, parameters.default_payment_method, 'default_payment_method');
    return subscribe(account, {
      customer: parameters.customer,
      ...item,
      coupon: parameters.discounts ? parameters.discounts[0]?.coupon : undefined,
      defaultPaymentMethod: parameters.default_payment_method ?? null,
      description: parameters.description ?? null,
      automaticTax: parameters.automatic_tax?.enabled ?? false,
      metadata: mergeMetadata(null, parameters.metadata),
      savesPaymentMethod: parameters.payment_settings?.save_default_payment_method === 'on_subscription',
    });
  },
  'GET /v1/subscriptions': createListRoute(
    'subscription',
    ListParameters,
    (subscription, { customer, price, status, test_clock }) =>
      hasStatus(subscription, status) &&
      isListed(subscription, { customer, test_clock }) &&
      (!customer || subscription.customer === customer) &&
      (!price || getItem(subscription).price.id === price),
  ),
  'GET /v1/subscriptions/:id': (call) => call.account.store.get('subscription', call.id),
  'POST /v1/subscriptions/:id': (call) => {
    const { cancel_at_period_end: cancels, cancel_at: at, metadata, ...parameters } = call.read(UpdateParameters);
    const { account } = call;
    const subscription = account.store.get('subscription', call.id);
    if (subscription.ended_at !== null) {
      throw stateFailure(
        'invalid_canceled_subscription_fields',
        'A canceled subscription can only update its cancellation_details and metadata.',
      );
    }
    if (parameters.default_payment_method)
      requireOwnMethod(account, subscription.customer, parameters.default_payment_method, 'default_payment_method');
    if (cancels !== undefined && at !== undefined)
      throw badRequest('You may only specify one of these parameters: cancel_at, cancel_at_period_end.');
    const previous = account.store.change<'subscription'>(subscription, {
      ...parameters,
      metadata: mergeMetadata(subscription.metadata, metadata),
      ...(cancels !== undefined && cancellation(subscription, cancels, getNow(account, subscription.customer))),
      ...(at !== undefined && cancellationAt(at === '' ? null : at, getNow(account, subscription.customer))),
    });
    publishChange(account, 'customer.subscription.updated', subscription, previous);
    return subscription;
  },
  'DELETE /v1/subscriptions/:id': (call) => {
    const parameters = call.read(CancelParameters).cancellation_details;
    const subscription = call.account.store.get('subscription', call.id);
    const details = { feedback_option: null, comment: parameters?.comment ?? null, feedback: parameters?.feedback ?? null };
    cancelSubscription(call.account, subscription, { ...details, reason: 'cancellation_requested' });
    return subscription;
  },
};

/** Returns the changes that set or clear a cancellation date, as the customer portal does. `cancel_at_period_end` becomes false. */
function cancellationAt(at: number | null, now: number): Partial<StoredSubscription> {
  return { cancel_at: at, cancel_at_period_end: false, canceled_at: at === null ? null : now };
}

/** Returns the changes that set or clear `cancel_at_period_end`. Does not clear a cancellation date that was set separately. */
function cancellation(subscription: StoredSubscription, cancels: boolean, now: number): Partial<StoredSubscription> {
  if (!cancels && !subscription.cancel_at_period_end) return {};
  return {
    cancel_at_period_end: cancels,
    cancel_at: cancels ? getItem(subscription).current_period_end : null,
    canceled_at: cancels ? (subscription.canceled_at ?? now) : null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: cancels ? 'cancellation_requested' : null },
  };
}
