import type { Context } from 'hono';
import { rowId } from '#worker/routes/row-id.ts';

/** 0 for an invalid id. */
export function readRowId(c: Context): number {
  return rowId(c.req.param('id'));
}
