/**
 * `node scripts/stripe-stand-in/main.ts`: a process that speaks the part of Stripe's HTTP API which this product uses,
 * for development and tests. The product's code is the same as with Stripe itself; only the address differs.
 */
import { parseArgs } from 'node:util';
import { runStandIn, startOptions } from '#scripts/stand-in/run.ts';
import { serve } from '#scripts/stripe-stand-in/server.ts';

const { values } = parseArgs({
  options: {
    ...startOptions,
    state: { type: 'string' },
    'secret-key': { type: 'string', default: 'sk_test_stand_in' },
    'publishable-key': { type: 'string', default: 'pk_test_stand_in' },
    'webhook-secret': { type: 'string', default: 'whsec_stand_in' },
  },
});

await runStandIn('Stripe stand-in', values, (port) =>
  serve({
    port,
    stateFile: values.state,
    keys: { secretKey: values['secret-key'], publishableKey: values['publishable-key'], webhookSecret: values['webhook-secret'] },
  }),
);
