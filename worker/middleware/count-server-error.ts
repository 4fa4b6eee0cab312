import type { Context } from 'hono';
import { serverErrorAlarm } from '#schema/rules.ts';
import { windowStart } from '#worker/domain/time.ts';
import { describeError, logError } from '#worker/log.ts';
import { createStore } from '#worker/store/store.ts';
import type { AppEnv } from './context.ts';

/**
 * Number of errors that this isolate has counted in the current window. Counting stops at the alarm threshold to limit writes during an
 * error storm.
 */
const counted = { window: 0, errors: 0 };

/**
 * Counts a response with status 500 after it is sent. Uses its own store because the error may have occurred before the request's store was
 * created.
 */
export function countServerError(c: Context<AppEnv>): void {
  const now = c.get('now') ?? Math.floor(Date.now() / 1_000);
  const window = windowStart(now, serverErrorAlarm.windowSeconds);
  if (counted.window !== window) Object.assign(counted, { window, errors: 0 });
  if (counted.errors >= serverErrorAlarm.errors) return;
  counted.errors += 1;
  c.executionCtx.waitUntil(
    createStore(c.env)
      .serverErrors.count(now)
      .catch((error: unknown) => logError('error_not_counted', { error: describeError(error) })),
  );
}
