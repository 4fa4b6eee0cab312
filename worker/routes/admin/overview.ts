/** Overview for every administrator, like payouts and charts. */
import { Hono } from 'hono';
import type { Overview } from '#schema/admin/overview.ts';
import { type AdminEnv, requireAdmin } from '#worker/middleware/admin.ts';

export const overviewRoutes = new Hono<AdminEnv>().get('/', requireAdmin, async (c) =>
  c.json((await c.var.store.admin.overview.overview(c.var.now)) satisfies Overview),
);
