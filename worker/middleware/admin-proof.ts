/**
 * The cookie of an administrator's second-factor proof. Unlike the bearer token, scripts cannot read it. Its hash is in the session's row,
 * so it is useless with another session's token.
 */
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { adminSessionTtlSeconds } from '#schema/rules.ts';
import { constantTimeEqual } from '#worker/security/constant-time.ts';
import { randomToken, sha256 } from '#worker/security/random.ts';
import type { AppEnv } from './context.ts';
import { cookieName, setHostCookie } from './cookies.ts';

const cookie = 'admin';

/** When the session proved a second factor; null if it never did, or if the request lacks its cookie. */
export async function loadProvedAt<E extends AppEnv>(
  c: Context<E>,
  session: { proofHash: string | null; provedAt: number | null },
): Promise<number | null> {
  const proofCookie = getCookie(c, cookieName(cookie, c.var.config));
  if (session.proofHash === null || proofCookie === undefined) return null;
  return constantTimeEqual(await sha256(proofCookie), session.proofHash) ? session.provedAt : null;
}

/** The secret for the browser, and its stored hash. */
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
