import { Hono } from 'hono';
import type { MessageResponse } from '#schema/accounts/account.ts';
import { IdentityProof } from '#schema/accounts/identity-proof.ts';
import { RecentPasskeys, type Session } from '#schema/accounts/session.ts';
import { answers } from '#schema/answers.ts';
import { deviceName } from '#worker/domain/accounts/device.ts';
import { toIso } from '#worker/domain/time.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { optionalJson, query } from '#worker/middleware/json-body.ts';
import { rememberDevice } from '#worker/middleware/known-device.ts';
import { clearSessionCookies, requireCaller } from '#worker/middleware/session.ts';
import type { ListedSession } from '#worker/store/accounts/sign-in/sessions.ts';
import { confirmSignOut } from './confirm-sign-out.ts';

export const sessionRoutes = new Hono<AppEnv>()
  .get('/', requireCaller, async (c) => {
    const { caller, now, store } = c.var;
    const sessions = requireValue(await store.sessions.list(caller, now), 'not_signed_in');
    return c.json(sessions.map(presentSession));
  })

  .delete('/', requireCaller, query(RecentPasskeys), optionalJson(IdentityProof), async (c) => {
    const { caller, now, store } = c.var;
    const signOut = await confirmSignOut(c, c.req.valid('json').currentPassword, c.req.valid('query').recentPasskeys);
    await store.accountSecurity.endOtherSessions(caller, signOut, now);
    await rememberDevice(c, { kind: 'member', id: caller.userId });
    return c.json({ message: answers.otherDevicesSignedOut } satisfies MessageResponse);
  })

  .delete('/:sessionId', requireCaller, query(RecentPasskeys), optionalJson(IdentityProof), async (c) => {
    const { caller, now, store } = c.var;
    const sessions = requireValue(await store.sessions.list(caller, now), 'not_signed_in');
    const session = requireValue(
      sessions.find(({ id }) => id === c.req.param('sessionId')),
      'session_not_found',
    );
    if (session.isCurrent === 1) {
      await store.sessions.end(caller.sessionHash, now);
      clearSessionCookies(c);
    } else {
      const signOut = await confirmSignOut(c, c.req.valid('json').currentPassword, c.req.valid('query').recentPasskeys);
      const isEnded = await store.accountSecurity.endSession(caller, session.id, signOut, now);
      if (!isEnded) throw new ApiError('session_not_found');
      // Ending a session invalidates all other known devices so that a lost device no longer has its own sign-in limit.
      await rememberDevice(c, { kind: 'member', id: caller.userId });
    }
    return c.json({ message: answers.deviceSignedOut } satisfies MessageResponse);
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
