/** Delivers the emails queued by a request after its response is sent. The job delivers any that remain. */
import { createMiddleware } from 'hono/factory';
import { describeError, logError } from '#worker/log.ts';
import { deliverMail } from '#worker/mails/deliver-mail.ts';
import { mailDeps } from '#worker/mails/deps.ts';
import type { AppEnv } from './context.ts';

const run = { order: 'newest', isOver: (chunks: number) => chunks >= 2 } as const;

export const deliverQueued = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (c.get('database').mailStatements === 0) return;
  const { config, now, store } = c.var;
  const delivery = deliverMail(mailDeps(c.env, config, store), now, run).catch((error: unknown) => {
    logError('mails_left_to_the_job', { requestId: c.var.requestId, error: describeError(error) });
  });
  c.executionCtx.waitUntil(delivery);
});
