/**
 * Per-minute rate limits on requests that are CPU-intensive, ask an outside service or read many rows, for each member or each visitor's
 * network address. Product rules: Errors.
 */
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Env } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from './context.ts';

type Limiter = 'DRAWINGS_LIMITER' | 'LISTS_LIMITER' | 'TILES_LIMITER';

async function limitRate(c: Pick<Context<AppEnv>, 'env' | 'var'>, binding: Limiter): Promise<void> {
  const { caller, config } = c.var;
  const limiter: Env[Limiter] = c.env[binding];
  if (!limiter || !config.limitsCallRate) return;
  // The database has not confirmed the session yet. One that has ended is missing in KV and counts as a visitor. Otherwise, it could use up
  // its member's calls.
  const isMember = caller !== undefined && (await c.var.store.sessions.isRemembered(caller.sessionHash));
  const key = isMember ? String(caller.userId) : await c.var.addressHash();
  const { success } = await limiter.limit({ key });
  if (!success) throw new ApiError('too_many_requests', { retryAfterSeconds: 60 });
}

/** Must run after `identify` or `requireCaller`; without them, it counts by network address. */
const limitMemberRate = (binding: Limiter) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await limitRate(c, binding);
    await next();
  });

export const limitDrawings = limitMemberRate('DRAWINGS_LIMITER');
export const limitLists = limitMemberRate('LISTS_LIMITER');
export const limitTiles = limitMemberRate('TILES_LIMITER');
/** For calls that ask the travel provider each time. */
export const limitProviderCalls = limitDrawings;

/** Does nothing for administrators and webhooks. @throws ApiError 429 if a member causes too many calls to outside services per minute. */
export async function limitMemberCalls(c: Pick<Context<AppEnv>, 'env' | 'var'>): Promise<void> {
  if (c.var.caller) await limitRate(c, 'DRAWINGS_LIMITER');
}
