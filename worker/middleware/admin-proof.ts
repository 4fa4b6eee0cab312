/**
 * The cookie that goes with the proof of an administrator's second factor. It stands beside the bearer token, where no script
 * can read it; its hash is in the row of the session that has proved it, so that it is worth nothing with another one's token.
 */
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { adminSessionTtlSeconds } from '#schema/rules.ts';
import { constantTimeEqual } from '#worker/security/constant-time.ts';
import { randomToken, sha256 } from '#worker/security/random.ts';
import type { AppEnv } from './context.ts';
import { cookieName, setHostCookie } from './cookies.ts';

const cookie = 'admin';

/** When the session has proved a factor; null where it has not, or the request does not bring the cookie of that proof. */
export async function loadProvedAt<E extends AppEnv>(
  c: Context<E>,
  session: { proofHash: string | null; provedAt: number | null },
): Promise<number | null> {
  const proofCookie = getCookie(c, cookieName(cookie, c.var.config));
  if (session.proofHash === null || proofCookie === undefined) return null;
  return constantTimeEqual(await sha256(proofCookie), session.proofHash) ? session.provedAt : null;
}

/** A new proof: its secret for the browser, and what is kept of it. */
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
