/** The `:id` of an address under /api/admin. */
import type { Context } from 'hono';
import { rowId } from '#worker/routes/row-id.ts';

/** As a number; 0, which is nobody's, for what is no id. */
export function rowIdOf(c: Context): number {
  return rowId(c.req.param('id'));
}
