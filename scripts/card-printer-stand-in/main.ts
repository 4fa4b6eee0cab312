/**
 * `node scripts/card-printer-stand-in/main.ts`: a process that speaks the part of Cloudprinter CORE which this product uses,
 * for development and tests. The product's code is the same as with Cloudprinter itself; only the address differs.
 */
import { parseArgs } from 'node:util';
import { serve } from '#scripts/card-printer-stand-in/server.ts';
import { runStandIn, startOptions } from '#scripts/stand-in/run.ts';

const { values } = parseArgs({
  options: {
    ...startOptions,
    state: { type: 'string' },
    'production-key': { type: 'string', default: 'cp_production_local' },
    'sandbox-key': { type: 'string', default: 'cp_sandbox_local' },
    'webhook-key': { type: 'string', default: 'cp_webhook_local' },
    // Where signals go; without it they are only kept.
    'webhook-url': { type: 'string' },
  },
});

await runStandIn('Card printer stand-in', values, (port) =>
  serve({
    port,
    stateFile: values.state,
    keys: { production: values['production-key'], sandbox: values['sandbox-key'], webhook: values['webhook-key'] },
    webhookUrl: values['webhook-url'],
  }),
);
