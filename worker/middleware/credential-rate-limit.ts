/** A rate limit per address in front of the password hash, which costs CPU. One for members and administrators. */
import type { Context } from 'hono';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from './context.ts';

/** @throws ApiError 429 where an address asks for too many password hashes a minute. */
export async function limitCredentialRate(c: Pick<Context<AppEnv>, 'env' | 'var'>): Promise<void> {
  const outcome = await c.env.CREDENTIALS_LIMITER?.limit({ key: await c.var.addressHash() });
  if (outcome && !outcome.success) throw new ApiError('too_many_requests', { retryAfterSeconds: 60 });
}
