/** Client for the development clock, which `npm run clock` changes. Not used in production. */
import * as v from 'valibot';
import type { Seconds } from '#worker/domain/time.ts';
import type { Config } from '#worker/env.ts';

const timeoutMs = 5_000;
const OffsetResponse = v.object({ offsetSeconds: v.pipe(v.number(), v.integer()) });

/** Returns the clock's offset in seconds. Rejects if the clock does not respond. */
export async function clockOffset({ clockBase }: Pick<Config, 'clockBase'>): Promise<Seconds> {
  if (clockBase === null) return 0;
  const response = await fetch(`${clockBase}/offset`, { signal: AbortSignal.timeout(timeoutMs) });
  return v.parse(OffsetResponse, await response.json()).offsetSeconds;
}
