import type Stripe from 'stripe';
import * as v from 'valibot';
import type { Routes } from '#scripts/fakes/stripe/http/call.ts';
import { refused } from '#scripts/fakes/stripe/http/errors.ts';
import { clearableText, flag, mergeMetadata, metadata, parametersOf, text } from '#scripts/fakes/stripe/http/parameters.ts';
import { makeProduct } from '#scripts/fakes/stripe/objects/catalogue.ts';

const details = { active: v.optional(flag), description: v.optional(clearableText), metadata: v.optional(metadata) };
const CreateParameters = parametersOf<Stripe.ProductCreateParams>()({ ...details, id: v.optional(text), name: text });
const UpdateParameters = parametersOf<Stripe.ProductUpdateParams>()({ ...details, name: v.optional(text) });

export const productRoutes: Routes = {
  'POST /v1/products': (call) => {
    const given = call.read(CreateParameters);
    const { store, clock } = call.account;
    if (store.find('product', given.id)) throw refused('resource_already_exists', `Product already exists.`);
    return store.add('product', makeProduct({ ...given, metadata: mergeMetadata(null, given.metadata) }, clock.now(null)));
  },
  'GET /v1/products/:id': (call) => call.account.store.get('product', call.id),
  'POST /v1/products/:id': (call) => {
    const given = call.read(UpdateParameters);
    const { store, clock } = call.account;
    const product = store.get('product', call.id);
    store.change<'product'>(product, { ...given, metadata: mergeMetadata(product.metadata, given.metadata), updated: clock.now(null) });
    return product;
  },
};
