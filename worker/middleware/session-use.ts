/** Notes when and where sessions are in use, for their member's list of them. */
import { createMiddleware } from 'hono/factory';
import { sessionUseNotedSeconds } from '#schema/rules.ts';
import { FifoCache } from '#worker/fifo-cache.ts';
import { describeError, logWarning } from '#worker/log.ts';
import type { AppEnv } from './context.ts';
import { visitorCountry } from './visitor-country.ts';

/** The hottest call writes no row more than it must; the page that scans has made another one before. */
const unnoted = new Set(['/api/scan']);

/** When this isolate last noted a session, by its hash: so that not every request asks the database, which has the last word. */
const noted = new FifoCache<number>(5_000);

/** Just opened, which says when and where. */
export function sessionOpened(sessionHash: string, now: number): void {
  noted.set(sessionHash, now);
}

/** After the answer, and at most once an hour a session. Of a call that was refused nothing is noted. */
export const noteSessionUse = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const caller = c.get('caller');
  if (!caller || caller.isViewing || !c.res.ok || unnoted.has(c.req.path)) return;
  const before = noted.get(caller.sessionHash);
  const now = c.get('now');
  if (before !== undefined && now < before + sessionUseNotedSeconds) return;
  noted.set(caller.sessionHash, now);
  const { requestId, store } = c.var;
  const noting = store.sessions.noteUse(caller, visitorCountry(c), now).catch((error: unknown) => {
    logWarning('session_use_not_noted', { requestId, error: describeError(error) });
  });
  c.executionCtx.waitUntil(noting);
});
