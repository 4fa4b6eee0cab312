import type Stripe from 'stripe';
import * as v from 'valibot';
import { advanceTestClock, makeTestClock } from '#scripts/stripe-stand-in/billing/turning-clocks.ts';
import type { Route } from '#scripts/stripe-stand-in/call.ts';
import { badRequest } from '#scripts/stripe-stand-in/errors.ts';
import { integer, parametersOf, text } from '#scripts/stripe-stand-in/parameters.ts';

const ClockParameters = parametersOf<Stripe.TestHelpers.TestClockCreateParams>()({ frozen_time: integer, name: v.optional(text) });
const AdvanceParameters = parametersOf<Stripe.TestHelpers.TestClockAdvanceParams>()({ frozen_time: integer });

export const testClockRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/test_helpers/test_clocks',
    answer: (call) => {
      const { frozen_time: at, name } = call.read(ClockParameters);
      return makeTestClock(call.account, at, name ?? null);
    },
  },
  {
    method: 'GET',
    path: '/v1/test_helpers/test_clocks/:id',
    answer: (call) => call.account.store.get('test_helpers.test_clock', call.id),
  },
  {
    method: 'POST',
    path: '/v1/test_helpers/test_clocks/:id/advance',
    answer: (call) => {
      const { frozen_time: to } = call.read(AdvanceParameters);
      const clock = call.account.store.get('test_helpers.test_clock', call.id);
      if (to <= clock.frozen_time) {
        throw badRequest('The new frozen time must be later than the current frozen time.', { param: 'frozen_time' });
      }
      advanceTestClock(call.account, clock, to);
      return clock;
    },
  },
];
