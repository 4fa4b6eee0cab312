import type { Context } from 'hono';
import { ApiError } from '#worker/errors.ts';

/** Returns the member id in the path; 0 if it is invalid. */
export function memberId(c: Context): number {
  const id = c.req.param('userId') ?? '';
  if (!/^\d{1,15}$/.test(id)) throw new ApiError('member_not_found');
  return Number(id);
}
