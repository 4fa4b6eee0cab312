/**
 * `node scripts/fakes/mailbox/main.ts`: receives and shows the product's email in development. Apart from the email client, the product
 * runs the same code as on Cloudflare.
 */
import { runFake } from '#scripts/fakes/core/run.ts';
import { serve } from '#scripts/fakes/mailbox/server.ts';

await runFake('Mailbox', { 'events-url': '', 'email-url': '' }, (common, own) =>
  serve({ ...common, eventsUrl: own['events-url'], emailUrl: own['email-url'] }),
);
