import type Stripe from 'stripe';
import * as v from 'valibot';
import { advanceTestClock, makeTestClock } from '#scripts/fakes/stripe/billing/advance-clocks.ts';
import type { Routes } from '#scripts/fakes/stripe/http/call.ts';
import { badRequest } from '#scripts/fakes/stripe/http/errors.ts';
import { createParameters, integer, text } from '#scripts/fakes/stripe/http/parameters.ts';

const ClockParameters = createParameters<Stripe.TestHelpers.TestClockCreateParams>()({ frozen_time: integer, name: v.optional(text) });
const AdvanceParameters = createParameters<Stripe.TestHelpers.TestClockAdvanceParams>()({ frozen_time: integer });

export const testClockRoutes: Routes = {
  'POST /v1/test_helpers/test_clocks': (call) => {
    const { frozen_time: at, name } = call.read(ClockParameters);
    return makeTestClock(call.account, at, name ?? null);
  },
  'GET /v1/test_helpers/test_clocks/:id': (call) => call.account.store.get('test_helpers.test_clock', call.id),
  // Deletes the test clock and all objects on it.
  'DELETE /v1/test_helpers/test_clocks/:id': ({ account: { store }, id }) => {
    store.get('test_helpers.test_clock', id);
    for (const kind of ['customer', 'subscription', 'invoice'] as const) {
      for (const object of [...store.all(kind)]) if (object.test_clock === id) store.remove(kind, object.id);
    }
    store.remove('test_helpers.test_clock', id);
    return { id, object: 'test_helpers.test_clock', deleted: true };
  },
  'POST /v1/test_helpers/test_clocks/:id/advance': (call) => {
    const { frozen_time: to } = call.read(AdvanceParameters);
    const clock = call.account.store.get('test_helpers.test_clock', call.id);
    if (to <= clock.frozen_time) {
      throw badRequest('The new frozen time must be later than the current frozen time.', { param: 'frozen_time' });
    }
    advanceTestClock(call.account, clock, to);
    return clock;
  },
};
