/**
 * Per-minute rate limits on requests that are CPU-intensive, ask an outside service or read many rows, for each member or each visitor's
 * network address. Product rules: Errors.
 */
import { createMiddleware } from 'hono/factory';
import type { Env } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from './context.ts';

/** Must run after `identify` or `requireCaller`. */
function limitMemberRate(binding: 'DRAWINGS_LIMITER' | 'LISTS_LIMITER') {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { caller, config } = c.var;
    const limiter: Env[typeof binding] = c.env[binding];
    if (limiter && config.limitsCallRate) {
      const key = caller ? String(caller.userId) : await c.var.addressHash();
      const { success } = await limiter.limit({ key });
      if (!success) throw new ApiError('too_many_requests', { retryAfterSeconds: 60 });
    }
    await next();
  });
}

export const limitDrawings = limitMemberRate('DRAWINGS_LIMITER');
export const limitLists = limitMemberRate('LISTS_LIMITER');
/** For calls that ask an outside service each time. */
export const limitProviderCalls = limitDrawings;
