/** Products, prices, coupons and the discounts that coupons give. */
import { newId, randomText } from '#scripts/stripe-stand-in/ids.ts';
import type { KeptCoupon, KeptDiscount, KeptPrice, KeptProduct } from '#scripts/stripe-stand-in/shapes.ts';

export function makeProduct(given: Partial<KeptProduct> & Pick<KeptProduct, 'name'>, now: number): KeptProduct {
  return {
    id: newId('prod'),
    object: 'product',
    active: true,
    created: now,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: now,
    url: null,
    ...given,
  };
}

type PriceGiven = Partial<KeptPrice> & Pick<KeptPrice, 'product' | 'currency'> & { unit_amount: number };

export function makePrice(given: PriceGiven, now: number): KeptPrice {
  return {
    id: newId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: now,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    recurring: null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: given.recurring ? 'recurring' : 'one_time',
    unit_amount_decimal: String(given.unit_amount),
    ...given,
  };
}

/** `recurring` of a price that is paid once a year. */
export const yearly = { interval: 'year', interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' } as const;

export function makeCoupon(given: Partial<KeptCoupon>, now: number): KeptCoupon {
  return {
    id: randomText(8),
    object: 'coupon',
    amount_off: null,
    created: now,
    currency: null,
    duration: 'once',
    duration_in_months: null,
    livemode: false,
    max_redemptions: null,
    metadata: {},
    name: null,
    percent_off: null,
    redeem_by: null,
    times_redeemed: 0,
    valid: true,
    ...given,
  };
}

export function makeDiscount(given: { coupon: string; customer: string; subscription: string }, now: number): KeptDiscount {
  return {
    id: newId('di'),
    object: 'discount',
    checkout_session: null,
    customer: given.customer,
    customer_account: null,
    end: null,
    invoice: null,
    invoice_item: null,
    promotion_code: null,
    source: { coupon: given.coupon, type: 'coupon' },
    start: now,
    subscription: given.subscription,
    subscription_item: null,
  };
}
