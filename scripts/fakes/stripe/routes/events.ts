import type Stripe from 'stripe';
import * as v from 'valibot';
import type { Routes } from '#scripts/fakes/stripe/http/call.ts';
import { created, createListRoute, cursors, isSince } from '#scripts/fakes/stripe/http/lists.ts';
import { createParameters, text } from '#scripts/fakes/stripe/http/parameters.ts';

const ListEventsParameters = createParameters<Stripe.EventListParams>()({
  ...cursors,
  created,
  type: v.optional(text),
  types: v.optional(v.array(text)),
});

export const eventRoutes: Routes = {
  'GET /v1/events': createListRoute(
    'event',
    ListEventsParameters,
    (event, { type, types, ...query }) => (!type || event.type === type) && (!types || types.includes(event.type)) && isSince(event, query),
  ),
  'GET /v1/events/:id': (call) => call.account.store.get('event', call.id),
};
