/**
 * `node scripts/mailbox/main.ts`: a process that takes the product's mails in development and shows them. With Cloudflare
 * the product's code is the same; only the client in front of it differs.
 */
import { parseArgs } from 'node:util';
import { serve } from '#scripts/mailbox/server.ts';
import { runStandIn, startOptions } from '#scripts/stand-in/run.ts';

const { values } = parseArgs({ options: { ...startOptions, state: { type: 'string' } } });

await runStandIn('Mailbox', values, (port) => serve({ port, stateFile: values.state }));
