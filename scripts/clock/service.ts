/**
 * HTTP server that controls the clock of the running app, part of the `npm start` process. The Worker reads the clock offset from it, and
 * `npm run clock` changes the offset. It also stops the app while its state is copied or restored.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { backUpState, isMoved, offsetFile, restoreState } from '#scripts/clock/state-backup.ts';
import { readOffset, saveOffset } from '#scripts/fakes/core/clock.ts';
import { type FakeResponse, json } from '#scripts/fakes/core/responses.ts';
import { type RunningFake, serveFake } from '#scripts/fakes/core/server.ts';

export interface Addresses {
  product: string;
  mailbox: string;
  /** URL of the Stripe fake; null if payments go to the real Stripe. */
  stripe: string | null;
}

interface Owner {
  state: string;
  addresses(): Addresses;
  runWhileStopped(work: () => void): Promise<void>;
}

export const ClockResponse = v.object({
  offsetSeconds: v.number(),
  state: v.string(),
  addresses: v.object({ product: v.string(), mailbox: v.string(), stripe: v.nullable(v.string()) }),
});
const Move = v.strictObject({ to: v.pipe(v.number(), v.integer()) });

const addressFile = (state: string) => `${state}.clock-address`;

export function getClockAddress(state: string): string | undefined {
  try {
    return readFileSync(addressFile(state), 'utf8');
  } catch {
    return undefined;
  }
}

export async function startClock(port: number, { state, addresses, runWhileStopped }: Owner): Promise<RunningFake> {
  const offset = () => readOffset(offsetFile(state));
  const handlers: Record<string, (body: string) => FakeResponse | Promise<FakeResponse>> = {
    'GET /offset': () => json(200, { offsetSeconds: offset() }),
    'GET /clock': () => json(200, { offsetSeconds: offset(), state, addresses: addresses() } satisfies v.InferOutput<typeof ClockResponse>),
    'POST /clock': (body) => {
      const { to } = v.parse(Move, JSON.parse(body));
      const shiftSeconds = to - Math.floor(Date.now() / 1_000);
      if (shiftSeconds <= offset()) return json(409, { error: 'The clock only moves forward. Is another command moving it?' });
      saveOffset(offsetFile(state), shiftSeconds);
      return json(200, { offsetSeconds: shiftSeconds });
    },
    'POST /keep': async () => {
      if (isMoved(state)) return json(200, {});
      await runWhileStopped(() => {
        backUpState(state);
        // Marks the clock as moved even though the offset is still zero. The restarted product then serves pages that fetch the time.
        saveOffset(offsetFile(state), 0);
      });
      return json(200, {});
    },
    'POST /reset': async () => {
      if (isMoved(state)) await runWhileStopped(() => restoreState(state));
      return json(200, {});
    },
  };
  const fake = await serveFake(port, () => ({ handle: ({ call, body }) => handlers[call]?.(body) }));
  writeFileSync(addressFile(state), fake.url);
  return fake;
}
