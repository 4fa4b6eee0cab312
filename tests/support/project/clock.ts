/** Changes the clock of the app under test, like `npm run clock`. */
import { join } from 'node:path';
import * as v from 'valibot';
import { ClockResponse } from '#scripts/clock/service.ts';
import { root, run } from '#scripts/setup/run.mjs';
import { testOrigin } from '#tests/support/browser/demo.ts';

/** Number of ports to probe for the clock endpoint. Its port comes after the ports of the app and its fakes. */
const portCount = 12;

/** Returns the state folder of the app under test, as reported by its clock endpoint. */
export async function stateUnderTest(): Promise<string> {
  const first = Number(new URL(testOrigin).port);
  for (let port = first + 1; port < first + portCount; port += 1) {
    const answer = await fetch(`http://localhost:${port}/clock`).catch(() => undefined);
    const clock = v.safeParse(ClockResponse, await answer?.json().catch(() => undefined));
    if (clock.success && clock.output.addresses.product === testOrigin) return clock.output.state;
  }
  throw new Error(`No clock answers near ${testOrigin}`);
}

/** Runs `npm run clock` and returns the printed lines. */
export async function npmRunClock(state: string, ...args: string[]): Promise<string> {
  const { code, output } = await run(process.execPath, [join(root, 'scripts', 'clock.ts'), ...args], {
    env: { CACHE_CARDS_STATE: state },
    output: 'captured',
  });
  if (code !== 0) throw new Error(`npm run clock -- ${args.join(' ')} failed: ${output}`);
  return output;
}
