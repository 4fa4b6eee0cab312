/** In production only PUBLIC_ORIGIN is served, over https only. Product rules: Environments. */
import { createMiddleware } from 'hono/factory';
import { readConfig } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from './context.ts';

/**
 * A second host would be another site to browsers: other cookies and storage, and sign-in and payments are only allowed for the first. No
 * exceptions: a health check of another host would report success for a site members do not use. No redirect from http to https either:
 * sending in the clear should be noticed.
 */
export const ownHost = createMiddleware<AppEnv>(async (c, next) => {
  const { environment, publicOrigin } = await readConfig(c.env);
  if (environment === 'production' && new URL(c.req.url).origin !== publicOrigin) throw new ApiError('wrong_host');
  await next();
});
