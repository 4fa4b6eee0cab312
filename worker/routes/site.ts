/** Health, configuration for the page, and the earnings summary. */
import { Hono } from 'hono';
import type { Earnings, Health, SiteConfig } from '#schema/site.ts';
import { toIso } from '#worker/domain/time.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { confirmed, requireCaller } from '#worker/middleware/session.ts';

export const siteRoutes = new Hono<AppEnv>()
  .get('/health', (c) => c.json({ status: 'ok', time: toIso(c.var.now) } satisfies Health))

  .get('/config', (c) => {
    const { environment, publicOrigin } = c.var.config;
    return c.json({ environment, publicOrigin, signInProviders: [], stripePublishableKey: null } satisfies SiteConfig);
  })

  // Nothing pays commissions or chests yet, so every member's earnings are what the empty lists add up to.
  .get('/earnings', requireCaller, async (c) => {
    confirmed(await c.var.store.users.signedIn(c.var.caller, c.var.now));
    return c.json({
      summary: { commissions: 0, treasureChests: 0, pending: 0, paid: 0, grandTotal: 0 },
      commissions: [],
      treasureChests: [],
    } satisfies Earnings);
  });
