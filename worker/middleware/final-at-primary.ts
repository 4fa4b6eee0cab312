/**
 * What a copy refuses may have come about since: a session of seconds ago, a card that was just paid for. So a read that is
 * refused by what a copy says is answered once more at the primary. A call with a body sees to that itself, as a scan does.
 */
import type { ExecutionContext } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './context.ts';
import { repeatAtPrimary } from './open-database.ts';

/** The whole app, as it answers a request. */
type Answering = (request: Request, env: AppEnv['Bindings'], context: ExecutionContext) => Response | Promise<Response>;

const reading = new Set(['GET', 'HEAD']);

export const finalAtPrimary = (answer: Answering) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await next();
    if (c.res.status < 400 || !reading.has(c.req.method) || !c.var.database?.hasReadCopy) return;
    // Or Hono would copy the headers of the first answer.
    c.res = undefined;
    c.res = await answer(repeatAtPrimary(c.req.raw), c.env, c.executionCtx);
  });
