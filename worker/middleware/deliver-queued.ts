/** Delivers the emails and push notifications queued by a request after its response is sent. The job delivers any that remain. */
import { createMiddleware } from 'hono/factory';
import { describeError, logError } from '#worker/log.ts';
import { deliverMail } from '#worker/mails/deliver-mail.ts';
import { deliverPush } from '#worker/mails/deliver-push.ts';
import { mailDeps, pushDeps } from '#worker/mails/deps.ts';
import type { AppEnv } from './context.ts';

const isOver = (chunks: number) => chunks >= 2;

export const deliverQueued = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { config, database, now, store, requestId } = c.var;
  const leaveToJob = (event: string) => (error: unknown) => logError(event, { requestId, error: describeError(error) });
  if (database.mailStatements > 0) {
    const delivery = deliverMail(mailDeps(c.env, config, store), now, { order: 'newest', isOver });
    c.executionCtx.waitUntil(delivery.catch(leaveToJob('mails_left_to_the_job')));
  }
  if (database.hasQueuedPush)
    c.executionCtx.waitUntil(deliverPush(pushDeps(c.env, config, store), now, isOver).catch(leaveToJob('push_left_to_the_job')));
});
