/**
 * Repeats a rejected read on the primary because a lagging replica may lack a new session or a card that was just paid for. Calls with a
 * body handle the retry themselves (`withFreshRead`).
 */
import type { ExecutionContext } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './context.ts';
import { repeatAtPrimary } from './open-database.ts';

type HandleRequest = (request: Request, env: AppEnv['Bindings'], context: ExecutionContext) => Response | Promise<Response>;

const readMethods = new Set(['GET', 'HEAD']);

export const retryRefusedReads = (handle: HandleRequest) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await next();
    if (c.res.status < 400 || !readMethods.has(c.req.method) || !c.var.database?.hasReadReplica) return;
    // Clear the response; otherwise, Hono would copy the headers of the first response.
    c.res = undefined;
    c.res = await handle(repeatAtPrimary(c.req.raw), c.env, c.executionCtx);
  });
