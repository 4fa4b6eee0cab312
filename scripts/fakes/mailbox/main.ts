/**
 * `node scripts/fakes/mailbox/main.ts`: receives and shows the product's mail in development. Only the mail client differs from
 * Cloudflare.
 */
import { runFake } from '#scripts/fakes/core/run.ts';
import { serve } from '#scripts/fakes/mailbox/server.ts';

await runFake('Mailbox', {}, serve);
