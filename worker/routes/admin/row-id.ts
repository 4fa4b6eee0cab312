import type { Context } from 'hono';
import { rowId } from '#worker/routes/row-id.ts';

/** Returns the id in the path; 0 if it is invalid. */
export function readRowId(c: Context): number {
  return rowId(c.req.param('id'));
}
