/**
 * A copy may not have what the caller asks for yet: a session that is seconds old, a card that was just paid for. So a read that is
 * refused after a copy was asked is answered again at the primary. A call with a body does that itself (`withFreshRead`).
 */
import type { ExecutionContext } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './context.ts';
import { repeatAtPrimary } from './open-database.ts';

type AnswerRequest = (request: Request, env: AppEnv['Bindings'], context: ExecutionContext) => Response | Promise<Response>;

const readMethods = new Set(['GET', 'HEAD']);

export const retryRefusedReads = (answer: AnswerRequest) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await next();
    if (c.res.status < 400 || !readMethods.has(c.req.method) || !c.var.database?.hasReadCopy) return;
    // Otherwise Hono would copy the headers of the first response.
    c.res = undefined;
    c.res = await answer(repeatAtPrimary(c.req.raw), c.env, c.executionCtx);
  });
