/** In production, only PUBLIC_ORIGIN is served, and only over https. Product rules: Environments. */
import { createMiddleware } from 'hono/factory';
import { readConfig } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from './context.ts';

/**
 * Rejects requests for any other host. Browsers treat a second host as a separate site with its own cookies and storage, and sign-in and
 * payments only work on PUBLIC_ORIGIN. Health checks are not exempt, because they would report success for a site that members do not use.
 * http is deliberately not redirected to https so that clients sending unencrypted data fail visibly.
 */
export const ownHost = createMiddleware<AppEnv>(async (c, next) => {
  const { environment, publicOrigin } = await readConfig(c.env);
  if (environment === 'production' && new URL(c.req.url).origin !== publicOrigin) throw new ApiError('wrong_host');
  await next();
});
