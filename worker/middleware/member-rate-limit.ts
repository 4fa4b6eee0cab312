/** Per-minute rate limits for each member on requests that are CPU-intensive or read many rows. Product rules: Errors. */
import { createMiddleware } from 'hono/factory';
import type { Env } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from './context.ts';

/** Must run after `identify` or `requireCaller`. Visitors are limited elsewhere. */
function limitMemberRate(binding: 'DRAWINGS_LIMITER' | 'LISTS_LIMITER') {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { caller, config } = c.var;
    const limiter: Env[typeof binding] = c.env[binding];
    if (caller && limiter && config.limitsUse) {
      const { success } = await limiter.limit({ key: String(caller.userId) });
      if (!success) throw new ApiError('too_many_requests', { retryAfterSeconds: 60 });
    }
    await next();
  });
}

export const limitDrawings = limitMemberRate('DRAWINGS_LIMITER');
export const limitLists = limitMemberRate('LISTS_LIMITER');
