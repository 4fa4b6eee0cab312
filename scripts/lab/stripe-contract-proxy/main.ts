/**
 * `STRIPE_PROXY=FILE npm start` puts this program between the Worker and Stripe's fake. It checks every call, answer and event against
 * Stripe's own types, prints what does not fit, and stores the count in that file.
 */
import { runFake } from '#scripts/fakes/core/run.ts';
import { serveProxy } from '#scripts/lab/stripe-contract-proxy/server.ts';

await runFake('Stripe proxy', { target: '', refusals: '' }, (common, { target, refusals }) =>
  serveProxy({ ...common, target, mayBeRefused: refusals === 'wanted' }),
);
