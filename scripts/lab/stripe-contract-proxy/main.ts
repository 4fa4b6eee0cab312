/**
 * `STRIPE_PROXY=FILE npm start` runs this proxy between the Worker and the Stripe fake. It validates every call, response and event against
 * Stripe's types, prints violations, and writes their count to the file.
 */
import { runFake } from '#scripts/fakes/core/run.ts';
import { serveProxy } from '#scripts/lab/stripe-contract-proxy/server.ts';

await runFake('Stripe proxy', { target: '', refusals: '' }, (common, { target, refusals }) =>
  serveProxy({ ...common, target, mayBeRefused: refusals === 'wanted' }),
);
