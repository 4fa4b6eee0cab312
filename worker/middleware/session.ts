/** Identifies the caller. A bearer token takes precedence over the cookie. Product rules: Accounts and sessions. */
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { sessionTtlSeconds } from '#schema/rules.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import { FifoCache } from '#worker/fifo-cache.ts';
import { describeError, logWarning } from '#worker/log.ts';
import { firstAccepted } from '#worker/security/first-accepted.ts';
import { sha256 } from '#worker/security/random.ts';
import { memberTokens, readSessionToken, type TokenKind, type TokenSubject } from '#worker/security/session-token.ts';
import { isSessionEnded, requireSession } from '#worker/store/accounts/sign-in/sessions.ts';
import { guardStore } from '#worker/store/store.ts';
import type { AppEnv } from './context.ts';
import { cookieName, cookieOptions, setHostCookie } from './cookies.ts';

const sessionName = 'session';
/** Cookie that is readable by the page but grants no access. The page uses it only to decide whether to load the user. */
const hintName = 'session_hint';

/** Returns the subject of a valid bearer token; undefined for another authorization scheme or another kind of token. */
export async function verifyBearer(kind: TokenKind, keys: CryptoKey[], authorization: string): Promise<TokenSubject | undefined> {
  const token = authorization.match(/^Bearer +(\S+)$/i)?.[1];
  return token === undefined ? undefined : firstAccepted(keys, (key) => readSessionToken(kind, key, token));
}

async function readCaller(c: Context<AppEnv>): Promise<Caller | undefined> {
  const viewer = c.get('viewer');
  if (viewer) return viewer;
  const authorization = c.req.header('Authorization');
  if (authorization !== undefined) {
    const subject = await verifyBearer(memberTokens, c.get('config').accepted.userToken, authorization);
    return subject ? { userId: subject.id, sessionHash: subject.sessionHash } : undefined;
  }
  const sessionHash = await cookieSessionHash(c);
  if (sessionHash === undefined) return undefined;
  const { database, now, store } = c.var;
  return database.withFreshRead(
    () => store.sessions.find(sessionHash, now, () => !database.hasReadReplica),
    (found) => found !== undefined,
  );
}

/**
 * Caches session hashes by cookie id because pages make several calls in a row. The cache grants no access: the database checks the
 * session.
 */
const sessionHashCache = new FifoCache<string>(1_000);

async function hashSessionId(sessionId: string): Promise<string> {
  const cachedHash = sessionHashCache.get(sessionId);
  if (cachedHash) return cachedHash;
  const hash = await sha256(sessionId);
  sessionHashCache.set(sessionId, hash);
  return hash;
}

/** Returns the session hash of the cookie, without checking that the session exists. */
export async function cookieSessionHash(c: Context<AppEnv>): Promise<string | undefined> {
  const id = getCookie(c, cookieName(sessionName, c.get('config')));
  return id && /^[\w-]{43}$/.test(id) ? hashSessionId(id) : undefined;
}

/** Identifies the caller, if any, on routes that do not require a session. */
export const identify = createMiddleware<AppEnv>(async (c, next) => {
  c.set('caller', await readCaller(c));
  await next();
});

export type SignedIn = AppEnv & { Variables: { caller: Caller } };

/**
 * Responds with 401 if the request has no session. The database checks whether the session is valid: when it reads, see `requireMember`, and
 * again with each write, because the session may end in between.
 */
export const requireCaller = createMiddleware<SignedIn>(async (c, next) => {
  const caller = requireValue(await readCaller(c as unknown as Context<AppEnv>), 'not_signed_in');
  c.set('caller', caller);
  const { database, now, store } = c.var;
  // Viewers have no session of the member, and only read.
  if (!caller.isViewing) {
    const explain = (error: unknown) => (isSessionEnded(error) ? new ApiError('not_signed_in') : error);
    c.set('store', guardStore(store, database.guardWrites(requireSession(caller, now), explain)));
  }
  await next();
  // Work after the response, such as delivering emails, does not depend on the session.
  c.set('store', store);
});

/** Removes sessions that the request has ended from KV after the response. */
export const forgetEndedSessions = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { database, requestId, store } = c.var;
  if (database.endedSessions.length === 0) return;
  const forgetting = store.sessions.forget(database.endedSessions);
  c.executionCtx.waitUntil(
    forgetting.catch((error: unknown) => logWarning('ended_sessions_not_forgotten', { requestId, error: describeError(error) })),
  );
});

/** Returns the member, or throws 401 if the session is invalid. */
export function requireMember<Confirmed extends { id: number }>(member: Confirmed | undefined): Confirmed {
  if (!member) throw new ApiError('not_signed_in');
  return member;
}

/** Sets the session secret in an HttpOnly cookie, and a second cookie that tells the page that a user is signed in. */
export function setSessionCookies<E extends AppEnv>(c: Context<E>, sessionId: string): void {
  setHostCookie(c, sessionName, sessionId, sessionTtlSeconds);
  setHint(c, '1', sessionTtlSeconds);
}

export function clearSessionCookies<E extends AppEnv>(c: Context<E>): void {
  setHostCookie(c, sessionName, '', 0);
  setHint(c, '', 0);
}

function setHint<E extends AppEnv>(c: Context<E>, value: string, maxAge: number): void {
  const { config } = c.var;
  setCookie(c, cookieName(hintName, config), value, { ...cookieOptions(config), maxAge });
}
