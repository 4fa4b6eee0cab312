/**
 * `node scripts/fakes/card-printer/main.ts`: a process that speaks the part of Cloudprinter CORE which this product uses,
 * for development and tests. The product's code is the same as with Cloudprinter itself; only the address differs.
 */
import { serve } from '#scripts/fakes/card-printer/server.ts';
import { runFake } from '#scripts/fakes/core/run.ts';

await runFake(
  'Card printer fake',
  {
    'production-key': 'cp_production_local',
    'sandbox-key': 'cp_sandbox_local',
    'webhook-key': 'cp_webhook_local',
    // Where signals go; without it they are only kept.
    'webhook-url': '',
  },
  (common, options) =>
    serve({
      ...common,
      keys: { production: options['production-key'], sandbox: options['sandbox-key'], webhook: options['webhook-key'] },
      webhookUrl: options['webhook-url'] || undefined,
    }),
);
