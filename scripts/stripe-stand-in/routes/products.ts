import type Stripe from 'stripe';
import * as v from 'valibot';
import type { Route } from '#scripts/stripe-stand-in/call.ts';
import { refused } from '#scripts/stripe-stand-in/errors.ts';
import { cursors, pageOf } from '#scripts/stripe-stand-in/lists.ts';
import { makeProduct } from '#scripts/stripe-stand-in/objects/catalogue.ts';
import { clearableText, flag, mergeMetadata, metadata, parametersOf, text } from '#scripts/stripe-stand-in/parameters.ts';

const details = { active: v.optional(flag), description: v.optional(clearableText), metadata: v.optional(metadata) };
const CreateParameters = parametersOf<Stripe.ProductCreateParams>()({ ...details, id: v.optional(text), name: text });
const UpdateParameters = parametersOf<Stripe.ProductUpdateParams>()({ ...details, name: v.optional(text) });
const ListParameters = parametersOf<Stripe.ProductListParams>()({
  ...cursors,
  active: v.optional(flag),
  ids: v.optional(v.array(text)),
});

export const productRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/products',
    answer: (call) => {
      const given = call.read(CreateParameters);
      const { store, clock } = call.account;
      if (store.find('product', given.id)) throw refused('resource_already_exists', `Product already exists.`);
      return store.add('product', makeProduct({ ...given, metadata: mergeMetadata(null, given.metadata) }, clock.now(null)));
    },
  },
  {
    method: 'GET',
    path: '/v1/products',
    answer: (call) => {
      const { active, ids, ...page } = call.read(ListParameters);
      const all = call.account.store.all('product');
      const fitting = all.filter((product) => (active === undefined || product.active === active) && (!ids || ids.includes(product.id)));
      return pageOf(call, fitting, page);
    },
  },
  { method: 'GET', path: '/v1/products/:id', answer: (call) => call.account.store.get('product', call.id) },
  {
    method: 'POST',
    path: '/v1/products/:id',
    answer: (call) => {
      const given = call.read(UpdateParameters);
      const { store, clock } = call.account;
      const product = store.get('product', call.id);
      store.change<'product'>(product, { ...given, metadata: mergeMetadata(product.metadata, given.metadata), updated: clock.now(null) });
      return product;
    },
  },
];
