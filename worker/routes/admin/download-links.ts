/** POST /api/admin/download-links signs the URL of a download so that the browser can navigate to it. Other URLs are rejected. */
import { Hono } from 'hono';
import { DownloadLinkRequest } from '#schema/admin/list.ts';
import { ApiError } from '#worker/errors.ts';
import { type AdminEnv, moneyMoverOnly, requireAdmin } from '#worker/middleware/admin.ts';
import { json } from '#worker/middleware/json-body.ts';
import { isPrintFile, signDownload } from '#worker/security/download-link.ts';

export const downloadLinkRoutes = new Hono<AdminEnv>().post('/', requireAdmin, json(DownloadLinkRequest), async (c) => {
  const { adminCaller, config, now } = c.var;
  const { path } = c.req.valid('json');
  // The download itself also requires the proof, but cannot ask for it.
  if (isPrintFile(path)) moneyMoverOnly(c);
  const url = await signDownload(config.linkSigningKey, path, adminCaller, now);
  if (!url) throw new ApiError('invalid_input', { fields: { path: 'This is not an admin download' } });
  return c.json({ url });
});
