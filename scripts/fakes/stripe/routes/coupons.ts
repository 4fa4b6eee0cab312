import type Stripe from 'stripe';
import * as v from 'valibot';
import type { Routes } from '#scripts/fakes/stripe/http/call.ts';
import { badRequest, stateFailure } from '#scripts/fakes/stripe/http/errors.ts';
import { createParameters, integer, mergeMetadata, metadata, text } from '#scripts/fakes/stripe/http/parameters.ts';
import { makeCoupon } from '#scripts/fakes/stripe/objects/catalogue.ts';

const CreateParameters = createParameters<Stripe.CouponCreateParams>()({
  id: v.optional(text),
  amount_off: integer,
  currency: text,
  duration: v.optional(v.literal('once'), 'once'),
  max_redemptions: v.optional(integer),
  name: v.optional(v.pipe(text, v.maxLength(40))),
  metadata: v.optional(metadata),
});

export const couponRoutes: Routes = {
  'POST /v1/coupons': (call) => {
    const parameters = call.read(CreateParameters);
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
