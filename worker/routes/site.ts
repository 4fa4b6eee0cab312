/** Health, and configuration for the page. */
import { Hono } from 'hono';
import type { Health, SiteConfig } from '#schema/site.ts';
import { socialProviders } from '#schema/social-providers.ts';
import { toIso } from '#worker/domain/time.ts';
import type { AppEnv } from '#worker/middleware/context.ts';

export const siteRoutes = new Hono<AppEnv>()
  .get('/health', (c) => c.json({ status: 'ok', time: toIso(c.var.now) } satisfies Health))

  .get('/config', (c) => {
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
      ...(clockOffset !== 0 && { clockOffsetSeconds: clockOffset }),
    } satisfies SiteConfig);
  });
