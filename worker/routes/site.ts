import { Hono } from 'hono';
import { socialProviders } from '#schema/accounts/social-providers.ts';
import type { SiteConfig } from '#schema/site.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { getTilesUrl } from '#worker/routes/finding/map-tiles.ts';

export const siteRoutes = new Hono<AppEnv>().get('/config', (c) => {
  const { environment, identity, publicOrigin, payments } = c.var.config;
  const { clockOffset } = c.var;
  return c.json({
    environment,
    publicOrigin,
    signInProviders: identity ? [...socialProviders] : [],
    firebase: identity?.firebase ?? null,
    localSignInPage: identity?.localPage ?? null,
    stripePublishableKey: payments.publishableKey,
    localPayments: payments.publishableKey === null && payments.apiBase !== null,
    mapTiles: getTilesUrl(c.var.config, c.env),
    ...(clockOffset !== 0 && { clockOffsetSeconds: clockOffset }),
  } satisfies SiteConfig);
});
