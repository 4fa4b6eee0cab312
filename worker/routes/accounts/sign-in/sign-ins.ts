/** GET /api/sign-ins returns recent sign-ins and failures. */
import { Hono } from 'hono';
import type { SignIn } from '#schema/accounts/sign-in-log.ts';
import { deviceName } from '#worker/domain/accounts/device.ts';
import { toIso } from '#worker/domain/time.ts';
import { requireValue } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { requireCaller } from '#worker/middleware/session.ts';

export const signInLogRoutes = new Hono<AppEnv>().get('/', requireCaller, async (c) => {
  const { caller, now, store } = c.var;
  const signInRows = requireValue(await store.signInLog.list(caller, now), 'not_signed_in');
  return c.json(
    signInRows.map(({ userAgent, at, ...same }): SignIn => ({ ...same, at: toIso(at), device: deviceName(userAgent) })) satisfies SignIn[],
  );
});
