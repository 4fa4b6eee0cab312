/**
 * `node scripts/card-printer-stand-in/main.ts`: a process that speaks the part of Cloudprinter CORE which this product uses,
 * for development and tests. The product's code is the same as with Cloudprinter itself; only the address differs.
 */
import { parseArgs } from 'node:util';
import { serve } from '#scripts/card-printer-stand-in/server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    state: { type: 'string' },
    'production-key': { type: 'string', default: 'cp_production_local' },
    'sandbox-key': { type: 'string', default: 'cp_sandbox_local' },
    'webhook-key': { type: 'string', default: 'cp_webhook_local' },
    // Where signals go; without it they are only kept.
    'webhook-url': { type: 'string' },
    // For tests: ends when whoever holds the other end of standard input is gone, however that ended.
    'ends-with-parent': { type: 'boolean', default: false },
  },
});

const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`--port must be a number from 0 to 65535, not "${values.port}".`);
  process.exit(1);
}

try {
  const standIn = await serve({
    port,
    stateFile: values.state,
    keys: { production: values['production-key'], sandbox: values['sandbox-key'], webhook: values['webhook-key'] },
    webhookUrl: values['webhook-url'],
  });
  const end = () => {
    standIn.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  if (values['ends-with-parent']) process.stdin.once('close', end).resume();
  console.log(`Card printer stand-in on ${standIn.url}`);
} catch (error) {
  console.error(`The card printer stand-in could not start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
