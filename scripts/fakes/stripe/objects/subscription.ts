import type { StoredPrice, StoredSubscription, StoredSubscriptionItem } from '#scripts/fakes/stripe/http/shapes.ts';
import { createId } from '#scripts/fakes/stripe/ids.ts';
import { createNulls } from '#scripts/fakes/stripe/objects/nulls.ts';

interface Input {
  id?: string;
  customer: string;
  testClock: string | null;
  price: StoredPrice;
  quantity: number;
  periodEnd: number;
  defaultPaymentMethod: string | null;
  description: string | null;
  metadata: Record<string, string>;
  savesPaymentMethod: boolean;
  automaticTax?: boolean;
}

export function makeSubscription(input: Input, now: number): StoredSubscription {
  const id = input.id ?? createId('sub');
  return {
    id,
    object: 'subscription',
    automatic_tax: { disabled_reason: null, enabled: input.automaticTax ?? false, liability: input.automaticTax ? { type: 'self' } : null },
    billing_cycle_anchor: now,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    cancel_at_period_end: false,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: input.price.currency,
    customer: input.customer,
    default_payment_method: input.defaultPaymentMethod,
    default_tax_rates: [],
    description: input.description,
    discounts: [],
    invoice_settings: { account_tax_ids: null, custom_fields: null, description: null, footer: null, issuer: { type: 'self' } },
    items: {
      object: 'list',
      data: [makeItem(id, input, now)],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    livemode: false,
    metadata: input.metadata,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: ['card'],
      save_default_payment_method: input.savesPaymentMethod ? 'on_subscription' : 'off',
    },
    start_date: now,
    status: 'incomplete',
    test_clock: input.testClock,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    ...createNulls(
      'application',
      'application_fee_percent',
      'billing_cycle_anchor_config',
      'billing_thresholds',
      'cancel_at',
      'canceled_at',
    ),
    ...createNulls('customer_account', 'days_until_due', 'default_source', 'ended_at', 'latest_invoice', 'managed_payments'),
    ...createNulls('next_pending_invoice_item_invoice', 'on_behalf_of', 'pause_collection', 'pending_invoice_item_interval'),
    ...createNulls('pending_setup_intent', 'pending_update', 'schedule', 'transfer_data', 'trial_end', 'trial_start'),
  };
}

function makeItem(subscription: string, { price, quantity, periodEnd }: Input, now: number): StoredSubscriptionItem {
  return {
    id: createId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: periodEnd,
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: createPlan(price),
    price: structuredClone(price),
    quantity,
    subscription,
    tax_rates: [],
  };
}

/** Returns the legacy plan object for a recurring price, which Stripe still includes in each subscription item. */
function createPlan(price: StoredPrice): StoredSubscriptionItem['plan'] {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'year',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    nickname: price.nickname,
    product: price.product,
    usage_type: 'licensed',
    ...createNulls('meter', 'tiers_mode', 'transform_usage', 'trial_period_days'),
  };
}

export function getItem(subscription: StoredSubscription): StoredSubscriptionItem {
  const item = subscription.items.data[0];
  if (!item) throw new Error(`${subscription.id} has no item`);
  return item as StoredSubscriptionItem;
}
