/**
 * `node scripts/fakes/card-printer/main.ts`: implements the part of Cloudprinter CORE that the app uses, for development and tests. The app
 * calls it with the client code for Cloudprinter, at a different URL.
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
