import type Stripe from 'stripe';
import * as v from 'valibot';
import type { Route } from '#scripts/stripe-stand-in/call.ts';
import { cursors, pageOf } from '#scripts/stripe-stand-in/lists.ts';
import { parametersOf, text } from '#scripts/stripe-stand-in/parameters.ts';

const ListEventsParameters = parametersOf<Stripe.EventListParams>()({
  ...cursors,
  type: v.optional(text),
  types: v.optional(v.array(text)),
});

export const eventRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/events',
    answer: (call) => {
      const { type, types, ...page } = call.read(ListEventsParameters);
      const fits = (given: string) => (!type || given === type) && (!types || types.includes(given));
      return pageOf(
        call,
        call.account.store.all('event').filter((event) => fits(event.type)),
        page,
      );
    },
  },
  { method: 'GET', path: '/v1/events/:id', answer: (call) => call.account.store.get('event', call.id) },
];
