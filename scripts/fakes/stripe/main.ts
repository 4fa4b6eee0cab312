/**
 * `node scripts/fakes/stripe/main.ts`: implements the part of Stripe's HTTP API that this product uses, for development and tests. The
 * product uses the same client code as for Stripe, with a different URL.
 */
import { runFake } from '#scripts/fakes/core/run.ts';
import { serve } from '#scripts/fakes/stripe/server.ts';

await runFake(
  'Stripe fake',
  {
    'secret-key': 'sk_test_fake',
    'publishable-key': 'pk_test_fake',
    'webhook-secret': 'whsec_fake',
  },
  (common, args) =>
    serve({
      ...common,
      keys: { secretKey: args['secret-key'], publishableKey: args['publishable-key'], webhookSecret: args['webhook-secret'] },
    }),
);
