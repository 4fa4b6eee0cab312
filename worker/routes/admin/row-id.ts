/** The `:id` of an address under /api/admin. */
import type { Context } from 'hono';

/** As a number; 0, which is nobody's, for what is no id. */
export function rowIdOf(c: Context): number {
  const id = c.req.param('id') ?? '';
  return /^\d{1,15}$/.test(id) ? Number(id) : 0;
}
