/**
 * `node scripts/fakes/mailbox/main.ts`: receives and shows the product's email in development. Except for the email client, the product
 * runs the same code as with Cloudflare.
 */
import { runFake } from '#scripts/fakes/core/run.ts';
import { serve } from '#scripts/fakes/mailbox/server.ts';

await runFake('Mailbox', {}, serve);
