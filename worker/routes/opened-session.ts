/** A sign-in that worked, whichever way: the session it opens, its cookies and the device's, its answer. */
import type { Context } from 'hono';
import { sessionTtlSeconds } from '#schema/rules.ts';
import type { SignedInUser } from '#schema/user.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { rememberDevice } from '#worker/middleware/known-device.ts';
import { setSessionCookies } from '#worker/middleware/session.ts';
import { randomToken, sha256 } from '#worker/security/random.ts';
import { memberTokens, signSessionToken } from '#worker/security/session-token.ts';
import type { Member } from '#worker/store/users.ts';
import { presentUser } from './present.ts';

/** A session's secret id, and what is stored of it. */
export async function newSession(c: Context<AppEnv>) {
  const id = randomToken();
  return { id, hash: await sha256(id), userAgent: c.req.header('User-Agent')?.slice(0, 200) ?? null };
}

/** Hands the session that was opened to the browser; answers the member with the token that shows it. */
export async function openedSession(c: Context<AppEnv>, member: Member, session: { id: string; hash: string }): Promise<SignedInUser> {
  const { config, now, store } = c.var;
  const expiresAt = now + sessionTtlSeconds;
  const caller = { userId: member.id, sessionHash: session.hash };
  await store.sessions.remember(caller, expiresAt, now);
  setSessionCookies(c, session.id);
  await rememberDevice(c, { kind: 'member', id: member.id });
  const subject = { id: member.id, sessionHash: session.hash, email: member.email };
  return { ...presentUser(member), token: await signSessionToken(memberTokens, config.userTokenKey, subject, expiresAt) };
}
