/** Whoever runs the service, by a token of the environment. Without one, or without the right one, there is nothing here. */
import { createMiddleware } from 'hono/factory';
import { ApiError } from '#worker/errors.ts';
import { isSame } from '#worker/security/constant-time.ts';
import type { AppEnv } from './context.ts';

export const requireOps = createMiddleware<AppEnv>(async (c, next) => {
  const { token } = c.var.config.ops;
  const shown = c.req.header('Authorization') ?? '';
  if (token === null || !isSame(shown, `Bearer ${token}`)) throw new ApiError('not_found');
  await next();
});
