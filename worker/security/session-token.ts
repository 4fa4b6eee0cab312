/** The member's session token: a JWT of ours (HS256) naming the session it belongs to. Rulings section 3. */
import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import type { Config } from '#worker/env.ts';
import { Recent } from '#worker/recent.ts';

const issuer = 'cache-cards';
const audience = 'cache-cards:member';

const Claims = v.object({ userId: v.pipe(v.number(), v.integer(), v.minValue(1)), sid: v.pipe(v.string(), v.length(43)), exp: v.number() });

export interface TokenSubject {
  userId: number;
  /** SHA-256 of the session's id. */
  sessionHash: string;
}

/** `expiresAt` in unix seconds. */
export async function signUserToken(config: Config, subject: TokenSubject & { email: string }, expiresAt: number): Promise<string> {
  return new SignJWT({ userId: subject.userId, email: subject.email, sid: subject.sessionHash })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(config.userTokenKey);
}

/** Tokens that were verified lately, by key: the page shows the same one at every call. Only the very same text is believed. */
const verified = new WeakMap<CryptoKey, Recent<{ subject: TokenSubject; expiresAt: number }>>();

/** Whom a token names, or undefined for one that is forged, expired, foreign or malformed. Whether the session holds, the database says. */
export async function readUserToken(config: Config, token: string): Promise<TokenSubject | undefined> {
  const known = verified.get(config.userTokenKey)?.get(token);
  if (known) return known.expiresAt > Date.now() / 1_000 ? known.subject : undefined;
  try {
    const { payload } = await jwtVerify(token, config.userTokenKey, { algorithms: ['HS256'], issuer, audience, requiredClaims: ['exp'] });
    const claims = v.safeParse(Claims, payload);
    if (!claims.success) return undefined;
    const { userId, sid, exp } = claims.output;
    const subject = { userId, sessionHash: sid };
    const recent = verified.get(config.userTokenKey) ?? new Recent(1_000);
    verified.set(config.userTokenKey, recent);
    recent.set(token, { subject, expiresAt: exp });
    return subject;
  } catch {
    return undefined;
  }
}
