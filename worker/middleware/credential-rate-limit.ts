/**
 * Rate limit on password hashing per network address, shared by members and administrators. It is checked before hashing, which is
 * CPU-intensive.
 */
import type { Context } from 'hono';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from './context.ts';

/** @throws ApiError 429 if a network address requests too many password hashes per minute. */
export async function limitCredentialRate(c: Pick<Context<AppEnv>, 'env' | 'var'>): Promise<void> {
  const outcome = await c.env.CREDENTIALS_LIMITER?.limit({ key: await c.var.addressHash() });
  if (outcome && !outcome.success) throw new ApiError('too_many_requests', { retryAfterSeconds: 60 });
}
