/**
 * `node scripts/fakes/card-printer/main.ts`: implements the part of Cloudprinter CORE that this product uses, for development and tests.
 * The product uses the same client code as for Cloudprinter, with a different URL.
 */
import { serve } from '#scripts/fakes/card-printer/server.ts';
import { runFake } from '#scripts/fakes/core/run.ts';

await runFake(
  'Card printer fake',
  {
    'production-key': 'cp_production_local',
    'sandbox-key': 'cp_sandbox_local',
    'webhook-key': 'cp_webhook_local',
    'webhook-url': '',
  },
  (common, options) =>
    serve({
      ...common,
      keys: { production: options['production-key'], sandbox: options['sandbox-key'], webhook: options['webhook-key'] },
      webhookUrl: options['webhook-url'] || undefined,
    }),
);
