import type Stripe from 'stripe';
import * as v from 'valibot';
import type { Account } from '#scripts/fakes/stripe/account.ts';
import type { Routes } from '#scripts/fakes/stripe/http/call.ts';
import { badRequest, stateFailure } from '#scripts/fakes/stripe/http/errors.ts';
import { createListRoute, cursors, matchFields } from '#scripts/fakes/stripe/http/lists.ts';
import { clearableText, createParameters, flag, integer, mergeMetadata, metadata, text } from '#scripts/fakes/stripe/http/parameters.ts';
import type { StoredPrice } from '#scripts/fakes/stripe/http/shapes.ts';
import { makeCoupon, makePrice, makeProduct, yearly } from '#scripts/fakes/stripe/objects/catalogue.ts';
import { getItem } from '#scripts/fakes/stripe/objects/subscription.ts';

const ownParameters = {
  lookup_key: v.optional(text),
  transfer_lookup_key: v.optional(flag, 'false'),
  tax_behavior: v.optional(v.picklist(['exclusive', 'inclusive', 'unspecified'])),
};
const CreateParameters = createParameters<Stripe.PriceCreateParams>()({
  ...ownParameters,
  product: text,
  currency: text,
  unit_amount: integer,
  active: v.optional(flag),
  nickname: v.optional(text),
  metadata: v.optional(metadata),
  recurring: v.optional(
    v.strictObject({ interval: v.picklist(['day', 'week', 'month', 'year']), interval_count: v.optional(integer, '1') }),
  ),
});
const UpdateParameters = createParameters<Stripe.PriceUpdateParams>()({
  ...ownParameters,
  active: v.optional(flag),
  nickname: v.optional(clearableText),
  metadata: v.optional(metadata),
});
const ListParameters = createParameters<Stripe.PriceListParams>()({
  ...cursors,
  active: v.optional(flag),
  lookup_keys: v.optional(v.array(text)),
  product: v.optional(text),
  type: v.optional(v.picklist(['one_time', 'recurring'])),
});

/** Frees a lookup key for use by another price. Throws if the key is taken and `transfer_lookup_key` is not set. */
function claimLookupKey(account: Account, key: string | undefined, transfers: boolean, owner?: string): void {
  const priceWithKey = account.store.all('price').find((price) => price.lookup_key === key && price.id !== owner);
  if (!key || !priceWithKey) return;
  if (!transfers) {
    const message = `A price (\`${priceWithKey.id}\`) already uses that lookup key. You may transfer this lookup key by setting \`transfer_lookup_key=true\`.`;
    throw badRequest(message, { param: 'lookup_key' });
  }
  change(account, priceWithKey, { lookup_key: null });
}

/** Updates a price and its copies in subscriptions. */
function change(account: Account, price: StoredPrice, changes: Partial<StoredPrice>): void {
  account.store.change<'price'>(price, changes);
  for (const subscription of account.store.all('subscription')) {
    if (getItem(subscription).price.id === price.id) Object.assign(getItem(subscription).price, structuredClone(price));
  }
}

const details = { active: v.optional(flag), description: v.optional(clearableText), metadata: v.optional(metadata) };
const CreateProductParameters = createParameters<Stripe.ProductCreateParams>()({ ...details, id: v.optional(text), name: text });
const UpdateProductParameters = createParameters<Stripe.ProductUpdateParams>()({ ...details, name: v.optional(text) });

const CreateCouponParameters = createParameters<Stripe.CouponCreateParams>()({
  id: v.optional(text),
  amount_off: integer,
  currency: text,
  duration: v.optional(v.literal('once'), 'once'),
  max_redemptions: v.optional(integer),
  name: v.optional(v.pipe(text, v.maxLength(40))),
  metadata: v.optional(metadata),
});

export const catalogueRoutes: Routes = {
  'POST /v1/prices': (call) => {
    const { transfer_lookup_key: transfers, recurring, ...parameters } = call.read(CreateParameters);
    const { account } = call;
    account.store.get('product', parameters.product, 'product');
    if (parameters.unit_amount < 0)
      throw badRequest('Invalid non-negative integer', { param: 'unit_amount', code: 'parameter_invalid_integer' });
    claimLookupKey(account, parameters.lookup_key, transfers);
    const fields = {
      ...parameters,
      metadata: mergeMetadata(null, parameters.metadata),
      recurring: recurring ? { ...yearly, ...recurring } : null,
    };
    return account.store.add('price', makePrice(fields, account.clock.now(null)));
  },
  'GET /v1/prices': createListRoute(
    'price',
    ListParameters,
    (price, { lookup_keys: keys, ...query }) =>
      matchFields('active', 'product', 'type')(price, query) && (!keys || (price.lookup_key !== null && keys.includes(price.lookup_key))),
  ),
  'GET /v1/prices/:id': (call) => call.account.store.get('price', call.id),
  'POST /v1/prices/:id': (call) => {
    const { transfer_lookup_key: transfers, ...parameters } = call.read(UpdateParameters);
    const { account } = call;
    const price = account.store.get('price', call.id);
    if (parameters.tax_behavior && price.tax_behavior !== 'unspecified' && parameters.tax_behavior !== price.tax_behavior)
      throw badRequest('You cannot change the tax behavior of a price once it is set.', { param: 'tax_behavior' });
    claimLookupKey(account, parameters.lookup_key, transfers, price.id);
    change(account, price, { ...parameters, metadata: mergeMetadata(price.metadata, parameters.metadata) });
    return price;
  },
  'POST /v1/products': (call) => {
    const parameters = call.read(CreateProductParameters);
    const { store, clock } = call.account;
    if (store.find('product', parameters.id)) throw stateFailure('resource_already_exists', `Product already exists.`);
    return store.add('product', makeProduct({ ...parameters, metadata: mergeMetadata(null, parameters.metadata) }, clock.now(null)));
  },
  'GET /v1/products/:id': (call) => call.account.store.get('product', call.id),
  'POST /v1/products/:id': (call) => {
    const parameters = call.read(UpdateProductParameters);
    const { store, clock } = call.account;
    const product = store.get('product', call.id);
    store.change<'product'>(product, {
      ...parameters,
      metadata: mergeMetadata(product.metadata, parameters.metadata),
      updated: clock.now(null),
    });
    return product;
  },
  'POST /v1/coupons': (call) => {
    const parameters = call.read(CreateCouponParameters);
    const { store, clock } = call.account;
    if (parameters.amount_off < 1)
      throw badRequest('This value must be greater than or equal to 1.', { param: 'amount_off', code: 'parameter_invalid_integer' });
    if (parameters.max_redemptions !== undefined && parameters.max_redemptions < 1) {
      throw badRequest('This value must be greater than or equal to 1.', { param: 'max_redemptions', code: 'parameter_invalid_integer' });
    }
    if (store.find('coupon', parameters.id)) throw stateFailure('resource_already_exists', 'Coupon already exists.');
    return store.add('coupon', makeCoupon({ ...parameters, metadata: mergeMetadata(null, parameters.metadata) }, clock.now(null)));
  },
  'GET /v1/coupons/:id': (call) => call.account.store.get('coupon', call.id),
};
