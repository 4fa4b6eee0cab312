/** The clock of a development machine, which `npm run clock` moves. Production has none: there time is the machine's own. */
import * as v from 'valibot';
import type { Seconds } from '#worker/domain/time.ts';
import type { Config } from '#worker/env.ts';

const timeoutMs = 5_000;
const Answer = v.object({ offsetSeconds: v.pipe(v.number(), v.integer()) });

/** How far the product's time is ahead of the machine's. Rejects where the clock does not answer: a wrong time would be written down. */
export async function clockOffset({ clockBase }: Pick<Config, 'clockBase'>): Promise<Seconds> {
  if (clockBase === null) return 0;
  const answer = await fetch(`${clockBase}/offset`, { signal: AbortSignal.timeout(timeoutMs) });
  return v.parse(Answer, await answer.json()).offsetSeconds;
}
