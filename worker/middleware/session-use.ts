import { createMiddleware } from 'hono/factory';
import { sessionUseUpdateSeconds } from '#schema/rules.ts';
import { FifoCache } from '#worker/fifo-cache.ts';
import { describeError, logWarning } from '#worker/log.ts';
import type { AppEnv } from './context.ts';
import { visitorCountry } from './visitor-country.ts';

/**
 * Paths of calls that do not record session use. Scans are the most frequent calls, and the page that sends them has already recorded
 * session use through another call.
 */
const untrackedPaths = new Set(['/api/scan']);

/**
 * When this isolate last recorded each session's use, by session hash. The cache only saves queries; the database is authoritative on
 * whether a use is recorded.
 */
const recentSessions = new FifoCache<number>(5_000);

export function sessionOpened(sessionHash: string, now: number): void {
  recentSessions.set(sessionHash, now);
}

/** Records session use after the response, at most once an hour per session and not for rejected calls. */
export const noteSessionUse = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const caller = c.get('caller');
  if (!caller || caller.isViewing || !c.res.ok || untrackedPaths.has(c.req.path)) return;
  const lastUpdatedAt = recentSessions.get(caller.sessionHash);
  const now = c.get('now');
  if (lastUpdatedAt !== undefined && now < lastUpdatedAt + sessionUseUpdateSeconds) return;
  recentSessions.set(caller.sessionHash, now);
  const { requestId, store } = c.var;
  const sessionUpdate = store.sessions.noteUse(caller, visitorCountry(c), now).catch((error: unknown) => {
    logWarning('session_use_not_noted', { requestId, error: describeError(error) });
  });
  c.executionCtx.waitUntil(sessionUpdate);
});
