/** A stand-in as a process: from its arguments to its end. */
import type { RunningStandIn } from '#scripts/stand-in/loopback.ts';

/** The arguments that each of them takes, for parseArgs. */
export const startOptions = {
  port: { type: 'string', default: '0' },
  // For tests: ends when whoever holds the other end of standard input is gone, however that ended.
  'ends-with-parent': { type: 'boolean', default: false },
} as const;

/** Starts it, says `<name> on <address>` once it answers, and stops it when the process is told to end. */
export async function runStandIn(
  name: string,
  values: { port: string; 'ends-with-parent': boolean },
  start: (port: number) => Promise<RunningStandIn>,
): Promise<void> {
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    console.error(`--port must be a number from 0 to 65535, not "${values.port}".`);
    process.exit(1);
  }
  try {
    const standIn = await start(port);
    const end = () => {
      standIn.stop();
      process.exit(0);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
    if (values['ends-with-parent']) process.stdin.once('close', end).resume();
    console.log(`${name} on ${standIn.url}`);
  } catch (error) {
    console.error(`${name} could not start: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}
