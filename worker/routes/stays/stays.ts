import { Hono } from 'hono';
import type { StayCatalogue } from '#schema/stays/catalogue.ts';
import { currentCatalogue } from '#worker/domain/stays/catalogue.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { requireCaller, requireMember } from '#worker/middleware/session.ts';

export const stayRoutes = new Hono<AppEnv>().get('/catalogue', requireCaller, async (c) => {
  const { caller, config, now, store } = c.var;
  const { member, catalogue } = await store.stayCatalogues.load(caller, now);
  requireMember(member);
  return c.json((await currentCatalogue(catalogue, config.travel !== null)) satisfies StayCatalogue);
});
