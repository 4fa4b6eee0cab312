import { Hono } from 'hono';
import type { MessageResponse } from '#schema/accounts/account.ts';
import type { Session } from '#schema/accounts/session.ts';
import { deviceName } from '#worker/domain/accounts/device.ts';
import { toIso } from '#worker/domain/time.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { rememberDevice } from '#worker/middleware/known-device.ts';
import { clearSessionCookies, requireCaller } from '#worker/middleware/session.ts';
import type { ListedSession } from '#worker/store/accounts/sign-in/sessions.ts';

export const sessionRoutes = new Hono<AppEnv>()
  .get('/', requireCaller, async (c) => {
    const { caller, now, store } = c.var;
    const sessions = requireValue(await store.sessions.list(caller, now), 'not_signed_in');
    return c.json(sessions.map(presentSession));
  })

  .delete('/', requireCaller, async (c) => {
    const { caller, now, store } = c.var;
    requireValue(await store.sessions.endOthers(caller, now), 'not_signed_in');
    await rememberDevice(c, { kind: 'member', id: caller.userId });
    return c.json({ message: 'All your other devices are signed out.' } satisfies MessageResponse);
  })

  .delete('/:sessionId', requireCaller, async (c) => {
    const { caller, now, store } = c.var;
    const endedSessions = requireValue(await store.sessions.endByName(caller, c.req.param('sessionId'), now), 'not_signed_in');
    if (endedSessions.length === 0) throw new ApiError('session_not_found');
    // Ending a session makes all other devices unknown, so that a lost device no longer has its own sign-in limit.
    if (endedSessions.includes(caller.sessionHash)) clearSessionCookies(c);
    else await rememberDevice(c, { kind: 'member', id: caller.userId });
    return c.json({ message: 'That device is signed out.' } satisfies MessageResponse);
  });

function presentSession({ id, userAgent, country, createdAt, lastUsedAt, isCurrent }: ListedSession): Session {
  return {
    id,
    device: deviceName(userAgent),
    country,
    createdAt: toIso(createdAt),
    lastUsedAt: toIso(lastUsedAt),
    isCurrent: isCurrent === 1,
  };
}
