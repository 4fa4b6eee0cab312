/**
 * `node scripts/fakes/mailbox/main.ts`: a process that takes the product's mails in development and shows them. With Cloudflare
 * the product's code is the same; only the client in front of it differs.
 */
import { runFake } from '#scripts/fakes/core/run.ts';
import { serve } from '#scripts/fakes/mailbox/server.ts';

await runFake('Mailbox', {}, serve);
