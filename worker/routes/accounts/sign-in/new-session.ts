import type { Context } from 'hono';
import type { SignInMethod } from '#schema/accounts/sign-in-log.ts';
import type { SignedInUser } from '#schema/accounts/user.ts';
import { sessionTtlSeconds } from '#schema/rules.ts';
import { describeError, logWarning } from '#worker/log.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { rememberDevice } from '#worker/middleware/known-device.ts';
import { cookieSessionHash, setSessionCookies } from '#worker/middleware/session.ts';
import { sessionOpened } from '#worker/middleware/session-use.ts';
import { visitorCountry } from '#worker/middleware/visitor-country.ts';
import { presentUser } from '#worker/routes/cards/present-card.ts';
import { randomToken, sha256 } from '#worker/security/random.ts';
import { memberTokens, signSessionToken } from '#worker/security/session-token.ts';
import type { NewSession } from '#worker/store/accounts/sign-in/sessions.ts';
import type { SignInAttempt } from '#worker/store/accounts/sign-in/sign-in-log.ts';
import type { Member } from '#worker/store/accounts/users.ts';

export type SecretSession = NewSession & { id: string };

/** Starts a session. In a browser, it replaces the session in the cookie; other clients may have several sessions. */
export async function newSession(c: Context<AppEnv>, method: SignInMethod): Promise<SecretSession> {
  const id = randomToken();
  const isFromPage = c.req.header('Sec-Fetch-Site') !== undefined;
  return {
    id,
    hash: await sha256(id),
    ...describeAttempt(c, method),
    replaces: isFromPage ? ((await cookieSessionHash(c)) ?? null) : null,
  };
}

function describeAttempt(c: Context<AppEnv>, method: SignInMethod): SignInAttempt {
  return { userAgent: c.req.header('User-Agent')?.slice(0, 200) ?? null, country: visitorCountry(c), way: method };
}

/** Records a failed sign-in after the response so that known and unknown addresses take equally long. */
export function noteFailedSignIn(c: Context<AppEnv>, userId: number, outcome: 'failed' | 'refused', method: SignInMethod): void {
  const { now, requestId, store } = c.var;
  const failureRecord = store.signInLog.noteFailure(userId, outcome, describeAttempt(c, method), now);
  c.executionCtx.waitUntil(
    failureRecord.catch((error: unknown) => logWarning('failed_sign_in_not_noted', { requestId, error: describeError(error) })),
  );
}

export async function respondWithSession(c: Context<AppEnv>, member: Member, session: SecretSession): Promise<SignedInUser> {
  const { config, now, store } = c.var;
  const expiresAt = now + sessionTtlSeconds;
  const caller = { userId: member.id, sessionHash: session.hash };
  await store.sessions.remember(caller, expiresAt, now);
  sessionOpened(session.hash, now);
  setSessionCookies(c, session.id);
  await rememberDevice(c, { kind: 'member', id: member.id });
  const subject = { id: member.id, sessionHash: session.hash, email: member.email };
  return { ...presentUser(member, c.var.now), token: await signSessionToken(memberTokens, config.userTokenKey, subject, expiresAt) };
}
