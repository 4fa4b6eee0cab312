/**
 * `node scripts/fakes/mailbox/main.ts`: receives and shows the product's mail in development. The product runs the same code as with
 * Cloudflare, except for the mail client.
 */
import { runFake } from '#scripts/fakes/core/run.ts';
import { serve } from '#scripts/fakes/mailbox/server.ts';

await runFake('Mailbox', {}, serve);
