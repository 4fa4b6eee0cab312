import type { Context } from 'hono';
import { ApiError } from '#worker/errors.ts';

/** Reads the Idempotency-Key, which is required because a retry after a lost response must not pay twice. */
export function readIdempotencyKey(c: Context): string {
  const key = c.req.header('Idempotency-Key') ?? '';
  if (!/^[\w-]{8,100}$/.test(key)) throw new ApiError('bad_idempotency_key');
  return key;
}
