/**
 * `node scripts/mailbox/main.ts`: a process that takes the product's mails in development and shows them. With Cloudflare
 * the product's code is the same; only the client in front of it differs.
 */
import { parseArgs } from 'node:util';
import { serve } from '#scripts/mailbox/server.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' }, state: { type: 'string' } } });

const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`--port must be a number from 0 to 65535, not "${values.port}".`);
  process.exit(1);
}

try {
  const mailbox = await serve({ port, stateFile: values.state });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      mailbox.stop();
      process.exit(0);
    });
  }
  console.log(`Mailbox on ${mailbox.url}`);
} catch (error) {
  console.error(`The mailbox could not start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
