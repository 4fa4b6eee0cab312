import { Hono } from 'hono';
import { SearchQuery, type SearchResult } from '#schema/admin/search.ts';
import { type AdminEnv, requireAdmin } from '#worker/middleware/admin.ts';
import { query } from '#worker/middleware/json-body.ts';

export const searchRoutes = new Hono<AdminEnv>().get('/', requireAdmin, query(SearchQuery), async (c) => {
  const { q, in: step } = c.req.valid('query');
  const { actsAs, store } = c.var;
  const results = await store.admin.search.find(q, { inTexts: step === 'texts', isSuperAdmin: actsAs === 'super_admin' });
  return c.json(results satisfies SearchResult[]);
});
