/** `node scripts/identity-stand-in/main.ts`: a process that stands in for the sign-in providers in development. */
import { parseArgs } from 'node:util';
import { serve } from '#scripts/identity-stand-in/server.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });

const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`--port must be a number from 0 to 65535, not "${values.port}".`);
  process.exit(1);
}

try {
  const standIn = await serve({ port });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      standIn.stop();
      process.exit(0);
    });
  }
  console.log(`Sign-in page on ${standIn.url}`);
} catch (error) {
  console.error(`The sign-in page could not start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
