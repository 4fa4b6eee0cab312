/** POST /api/admin/viewers, for every administrator, because each of them can open every conversation, case and order. */
import { Hono } from 'hono';
import { type ViewerKind, ViewRequest, type ViewResponse } from '#schema/admin/viewers.ts';
import { requireValue } from '#worker/errors.ts';
import { type AdminEnv, requireAdminInBackground } from '#worker/middleware/admin.ts';
import { json } from '#worker/middleware/json-body.ts';

const notFound = {
  message: 'message_not_found',
  review: 'certificate_not_found',
  order: 'order_not_found',
} as const satisfies Record<ViewerKind, string>;

export const viewerRoutes = new Hono<AdminEnv>().post('/', requireAdminInBackground, json(ViewRequest), async (c) => {
  const { admin, now, store } = c.var;
  const request = c.req.valid('json');
  const { version, viewers } = await store.admin.viewers.report({ ...request, adminId: admin.id }, now);
  return c.json({
    viewers: viewers.map(({ email, isActing }) => ({ email, isActing: isActing === 1 })),
    version: requireValue(version, notFound[request.kind]),
  } satisfies ViewResponse);
});
