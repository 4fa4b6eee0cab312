/** Two health checks: a shallow one for uptime monitoring, and a deep one that requires a token. */
import { type Context, Hono } from 'hono';
import type { DeepHealth, Health } from '#schema/site.ts';
import { assessHealth } from '#worker/domain/admin/health.ts';
import { toIso } from '#worker/domain/time.ts';
import { describeError, logError } from '#worker/log.ts';
import { mailDeps } from '#worker/mails/deps.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { requireOps } from '#worker/middleware/ops.ts';

export const healthRoutes = new Hono<AppEnv>()
  .get('/', (c) => c.json({ status: 'ok', time: toIso(c.var.now) } satisfies Health))

  .get('/deep', requireOps, async (c) => {
    const { config, store, now } = c.var;
    const [queues, canReadSessions] = await Promise.all([
      undefinedOnError(c, 'database_not_asked', () => store.health.queues(now)),
      undefinedOnError(c, 'sessions_not_asked', async () => {
        await store.health.checkSessions();
        return true;
      }),
    ]);
    const hasMailProvider = mailDeps(c.env, config, store).provider !== null;
    const health = assessHealth({ queues, canReadSessions: canReadSessions ?? false, hasMailProvider }, now);
    return c.json(health satisfies DeepHealth, health.status === 'ok' ? 200 : 503);
  });

async function undefinedOnError<Value>(c: Context<AppEnv>, event: string, check: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await check();
  } catch (error) {
    logError(event, { requestId: c.var.requestId, error: describeError(error) });
    return undefined;
  }
}
