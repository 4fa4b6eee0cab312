import { parseArgs } from 'node:util';
import { followClock } from '#scripts/fakes/core/clock.ts';
import type { RunningFake } from '#scripts/fakes/core/server.ts';

export interface Start {
  port: number;
  stateFile: string | undefined;
}

/**
 * Starts the fake, prints `<name> on <address>` once it responds, and stops it on a signal. Every fake accepts --port (0 means any free
 * port), --state FILE and --clock FILE (see clock.ts). Tests pass --ends-with-parent, which makes the fake exit when its standard input
 * closes, even if the parent crashed. `own` contains the fake's own options with their defaults.
 */
export async function runFake<Own extends Record<string, string>>(
  name: string,
  own: Own,
  start: (common: Start, own: Own) => Promise<RunningFake>,
): Promise<void> {
  try {
    const text = { type: 'string' } as const;
    const ownOptions = Object.fromEntries(Object.keys(own).map((option) => [option, text]));
    const {
      port,
      state,
      clock,
      'ends-with-parent': endsWithParent,
      ...options
    } = parseArgs({
      options: {
        ...ownOptions,
        port: { ...text, default: '0' },
        state: text,
        clock: text,
        'ends-with-parent': { type: 'boolean', default: false },
      },
    }).values;
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Error(`--port must be a number from 0 to 65535, not "${port}".`);
    followClock(clock);
    const fake = await start({ port: Number(port), stateFile: state }, { ...own, ...options });
    const end = () => {
      fake.stop();
      process.exit(0);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
    if (endsWithParent) process.stdin.once('close', end).resume();
    console.log(`${name} on ${fake.url}`);
  } catch (error) {
    console.error(`${name} could not start: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}
