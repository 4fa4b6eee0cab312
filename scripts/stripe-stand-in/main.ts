/**
 * `node scripts/stripe-stand-in/main.ts`: a process that speaks the part of Stripe's HTTP API which this product uses,
 * for development and tests. The product's code is the same as with Stripe itself; only the address differs.
 */
import { parseArgs } from 'node:util';
import { serve } from '#scripts/stripe-stand-in/server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    state: { type: 'string' },
    'secret-key': { type: 'string', default: 'sk_test_stand_in' },
    'publishable-key': { type: 'string', default: 'pk_test_stand_in' },
    'webhook-secret': { type: 'string', default: 'whsec_stand_in' },
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
    keys: { secretKey: values['secret-key'], publishableKey: values['publishable-key'], webhookSecret: values['webhook-secret'] },
  });
  const end = () => {
    standIn.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  if (values['ends-with-parent']) process.stdin.once('close', end).resume();
  console.log(`Stripe stand-in on ${standIn.url}`);
} catch (error) {
  console.error(`The Stripe stand-in could not start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
