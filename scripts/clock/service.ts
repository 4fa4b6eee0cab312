/**
 * The clock of a running product, an HTTP server in the process of `npm start`: the Worker asks it how far time was moved,
 * `npm run clock` moves it. It also pauses the product while its state is copied or brought back.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { backUpState, isMoved, offsetFile, restoreState } from '#scripts/clock/state-backup.ts';
import { type Answer, json } from '#scripts/fakes/core/answers.ts';
import { readOffset, saveOffset } from '#scripts/fakes/core/clock.ts';
import { type RunningFake, serveFake } from '#scripts/fakes/core/server.ts';

/** Where what `npm run clock` talks to is. */
export interface Addresses {
  /** Of the product, as it answers itself. */
  product: string;
  mailbox: string;
  /** Null where payments go to Stripe itself, whose time is nobody's to move. */
  stripe: string | null;
}

interface Owner {
  /** Of the local state. */
  state: string;
  addresses(): Addresses;
  /** Does some work while neither the product nor its fakes run. */
  whileStopped(work: () => void): Promise<void>;
}

export const ClockAnswer = v.object({
  offsetSeconds: v.number(),
  /** Whose clock it is. */
  state: v.string(),
  addresses: v.object({ product: v.string(), mailbox: v.string(), stripe: v.nullable(v.string()) }),
});
const Move = v.strictObject({ to: v.pipe(v.number(), v.integer()) });

/** Beside the state, for `npm run clock` to find. */
const addressFile = (state: string) => `${state}.clock-address`;

/** The address of the clock whose state this is, as it was last started; undefined where it never was. */
export function addressOfClock(state: string): string | undefined {
  try {
    return readFileSync(addressFile(state), 'utf8');
  } catch {
    return undefined;
  }
}

export async function startClock(port: number, { state, addresses, whileStopped }: Owner): Promise<RunningFake> {
  const offset = () => readOffset(offsetFile(state));
  const answers: Record<string, (body: string) => Answer | Promise<Answer>> = {
    'GET /offset': () => json(200, { offsetSeconds: offset() }),
    'GET /clock': () => json(200, { offsetSeconds: offset(), state, addresses: addresses() } satisfies v.InferOutput<typeof ClockAnswer>),
    'POST /clock': (body) => {
      const { to } = v.parse(Move, JSON.parse(body));
      const moved = to - Math.floor(Date.now() / 1_000);
      if (moved <= offset()) return json(409, { error: 'The clock is moved forward only. Is somebody else moving it?' });
      saveOffset(offsetFile(state), moved);
      return json(200, { offsetSeconds: moved });
    },
    'POST /keep': async () => {
      if (isMoved(state)) return json(200, {});
      await whileStopped(() => {
        backUpState(state);
        // Moved from now on, if by nothing yet: the product starts with pages that ask for the time.
        saveOffset(offsetFile(state), 0);
      });
      return json(200, {});
    },
    'POST /reset': async () => {
      if (isMoved(state)) await whileStopped(() => restoreState(state));
      return json(200, {});
    },
  };
  const running = await serveFake(port, () => ({ answer: ({ call, body }) => answers[call]?.(body) }));
  writeFileSync(addressFile(state), running.url);
  return running;
}
