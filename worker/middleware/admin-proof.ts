/**
 * Cookie that proves an administrator's second factor. Unlike the bearer token, it is not readable by page scripts. The session's row
 * stores its hash, so the cookie cannot be combined with the token of another session.
 */
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { adminSessionTtlSeconds } from '#schema/rules.ts';
import { constantTimeEqual } from '#worker/security/constant-time.ts';
import { randomToken, sha256 } from '#worker/security/random.ts';
import type { AppEnv } from './context.ts';
import { cookieName, setHostCookie } from './cookies.ts';

const cookie = 'admin';

/** Returns when a second factor was verified in this session. Null if this never happened or if the request lacks the cookie. */
export async function loadProvedAt<E extends AppEnv>(
  c: Context<E>,
  session: { proofHash: string | null; provedAt: number | null },
): Promise<number | null> {
  const proofCookie = getCookie(c, cookieName(cookie, c.var.config));
  if (session.proofHash === null || proofCookie === undefined) return null;
  return constantTimeEqual(await sha256(proofCookie), session.proofHash) ? session.provedAt : null;
}

/** Generates the secret for the browser's cookie, and its hash for the database. */
export async function newProof(): Promise<{ secret: string; hash: string }> {
  const secret = randomToken();
  return { secret, hash: await sha256(secret) };
}

export function setProofCookie<E extends AppEnv>(c: Context<E>, { secret }: { secret: string }): void {
  setHostCookie(c, cookie, secret, adminSessionTtlSeconds);
}

export function clearProofCookie<E extends AppEnv>(c: Context<E>): void {
  setHostCookie(c, cookie, '', 0);
}
