/** Authenticates operators by the token in the environment. Responds with 404 if no token is configured. */
import { createMiddleware } from 'hono/factory';
import { ApiError } from '#worker/errors.ts';
import { constantTimeEqual } from '#worker/security/constant-time.ts';
import type { AppEnv } from './context.ts';

export const requireOps = createMiddleware<AppEnv>(async (c, next) => {
  const { token } = c.var.config.ops;
  if (token === null) throw new ApiError('not_found');
  const bearerToken = /^Bearer (\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
  if (bearerToken === undefined || !constantTimeEqual(bearerToken, token)) throw new ApiError('ops_token_wrong');
  await next();
});
