/** The Idempotency-Key that moving money needs. */
import type { Context } from 'hono';
import { ApiError } from '#worker/errors.ts';

/** Required: without one, a payment that is sent again because its answer was lost could not be told from a second one. */
export function idempotencyKeyOf(c: Context): string {
  const key = c.req.header('Idempotency-Key') ?? '';
  if (!/^[\w-]{8,100}$/.test(key)) throw new ApiError('bad_idempotency_key');
  return key;
}
