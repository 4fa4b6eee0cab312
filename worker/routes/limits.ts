import type { Context } from 'hono';
import { type Limit, secondsUntilAllowed } from '#worker/domain/limit.ts';
import { ApiError, type Reason } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';

export async function countAttempt({ var: { now, store } }: Pick<Context<AppEnv>, 'var'>, limits: Limit[], refusal: Reason): Promise<void> {
  refuseOverrun(limits, await store.counters.attempt(limits), now, refusal);
}

/** Throws if an attempt that was already counted exceeds a limit. `counts` includes the attempt, in the same order as `limits`. */
export function refuseOverrun(limits: Limit[], counts: number[], now: number, refusal: Reason): void {
  const retryAfterSeconds = secondsUntilAllowed(limits, counts, now);
  if (retryAfterSeconds !== undefined) throw new ApiError(refusal, { retryAfterSeconds });
}
