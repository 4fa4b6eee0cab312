/** In production the Worker answers at PUBLIC_ORIGIN alone, so encrypted alone. Product rules: Environments. */
import { createMiddleware } from 'hono/factory';
import { readConfig } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from './context.ts';

/**
 * A second address would be a site of its own to browsers: other cookies, other storage, sign-in and payments that are allowed for the
 * first one only. No call is excepted: a health check of another host would say that all is well where members do not come. Nor is
 * anybody led from http to https here: what a program has sent in the clear should be noticed.
 */
export const ownHost = createMiddleware<AppEnv>(async (c, next) => {
  const { environment, publicOrigin } = await readConfig(c.env);
  if (environment === 'production' && new URL(c.req.url).origin !== publicOrigin) throw new ApiError('wrong_host');
  await next();
});
