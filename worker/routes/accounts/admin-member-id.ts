import type { Context } from 'hono';
import { ApiError } from '#worker/errors.ts';

/** 0 for an invalid id. */
export function memberId(c: Context): number {
  const id = c.req.param('userId') ?? '';
  if (!/^\d{1,15}$/.test(id)) throw new ApiError('member_not_found');
  return Number(id);
}
