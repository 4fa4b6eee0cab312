/**
 * `STRIPE_PROXY=FILE npm start` puts this program between the Worker and Stripe's fake. It checks every call and every answer
 * that passes against Stripe's own types, says what does not fit, and keeps the count in that file. `DELETE /fake/breaches`
 * answers it with what did not fit since it was last asked; everything else is handed on.
 */
import { runFake } from '#scripts/fakes/core/run.ts';
import { serveProxy } from '#scripts/lab/stripe-contract-proxy/server.ts';

await runFake('Stripe proxy', { target: '', refusals: '' }, (common, { target, refusals }) =>
  serveProxy({ ...common, target, mayBeRefused: refusals === 'wanted' }),
);
