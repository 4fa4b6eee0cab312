import type Stripe from 'stripe';
import * as v from 'valibot';
import type { Routes } from '#scripts/fakes/stripe/http/call.ts';
import { stateFailure } from '#scripts/fakes/stripe/http/errors.ts';
import { clearableText, createParameters, flag, mergeMetadata, metadata, text } from '#scripts/fakes/stripe/http/parameters.ts';
import { makeProduct } from '#scripts/fakes/stripe/objects/catalogue.ts';

const details = { active: v.optional(flag), description: v.optional(clearableText), metadata: v.optional(metadata) };
const CreateParameters = createParameters<Stripe.ProductCreateParams>()({ ...details, id: v.optional(text), name: text });
const UpdateParameters = createParameters<Stripe.ProductUpdateParams>()({ ...details, name: v.optional(text) });

export const productRoutes: Routes = {
  'POST /v1/products': (call) => {
    const parameters = call.read(CreateParameters);
    const { store, clock } = call.account;
    if (store.find('product', parameters.id)) throw stateFailure('resource_already_exists', `Product already exists.`);
    return store.add('product', makeProduct({ ...parameters, metadata: mergeMetadata(null, parameters.metadata) }, clock.now(null)));
  },
  'GET /v1/products/:id': (call) => call.account.store.get('product', call.id),
  'POST /v1/products/:id': (call) => {
    const parameters = call.read(UpdateParameters);
    const { store, clock } = call.account;
    const product = store.get('product', call.id);
    store.change<'product'>(product, {
      ...parameters,
      metadata: mergeMetadata(product.metadata, parameters.metadata),
      updated: clock.now(null),
    });
    return product;
  },
};
