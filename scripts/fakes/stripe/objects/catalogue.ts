import type { StoredCoupon, StoredDiscount, StoredPrice, StoredProduct } from '#scripts/fakes/stripe/http/shapes.ts';
import { createId, randomText } from '#scripts/fakes/stripe/ids.ts';
import { createNulls } from '#scripts/fakes/stripe/objects/nulls.ts';

export function makeProduct(input: Partial<StoredProduct> & Pick<StoredProduct, 'name'>, now: number): StoredProduct {
  return {
    id: createId('prod'),
    object: 'product',
    active: true,
    created: now,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    type: 'service',
    updated: now,
    ...createNulls('default_price', 'description', 'package_dimensions', 'shippable', 'statement_descriptor', 'tax_code', 'tax_details'),
    ...createNulls('unit_label', 'url'),
    ...input,
  };
}

type PriceInput = Partial<StoredPrice> & Pick<StoredPrice, 'product' | 'currency'> & { unit_amount: number };

export function makePrice(input: PriceInput, now: number): StoredPrice {
  return {
    id: createId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: now,
    livemode: false,
    metadata: {},
    tax_behavior: 'unspecified',
    type: input.recurring ? 'recurring' : 'one_time',
    unit_amount_decimal: String(input.unit_amount),
    ...createNulls('custom_unit_amount', 'lookup_key', 'nickname', 'recurring', 'tiers_mode', 'transform_quantity'),
    ...input,
  };
}

export const yearly = { interval: 'year', interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' } as const;

export function makeCoupon(input: Partial<StoredCoupon>, now: number): StoredCoupon {
  return {
    id: randomText(8),
    object: 'coupon',
    created: now,
    duration: 'once',
    livemode: false,
    metadata: {},
    times_redeemed: 0,
    valid: true,
    ...createNulls('amount_off', 'currency', 'duration_in_months', 'max_redemptions', 'name', 'percent_off', 'redeem_by'),
    ...input,
  };
}

export function makeDiscount(input: { coupon: string; customer: string; subscription: string }, now: number): StoredDiscount {
  return {
    id: createId('di'),
    object: 'discount',
    customer: input.customer,
    source: { coupon: input.coupon, type: 'coupon' },
    start: now,
    subscription: input.subscription,
    ...createNulls('checkout_session', 'customer_account', 'end', 'invoice', 'invoice_item', 'promotion_code', 'subscription_item'),
  };
}
