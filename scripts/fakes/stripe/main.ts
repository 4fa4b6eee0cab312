/**
 * `node scripts/fakes/stripe/main.ts`: implements the part of Stripe's HTTP API that the app uses, for development and tests. The app calls
 * it with the client code for Stripe, at a different URL.
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
