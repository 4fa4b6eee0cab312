/** The member's session token: a JWT of ours (HS256) naming the session it belongs to. Rulings section 3. */
import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import type { Config } from '#worker/env.ts';

const issuer = 'cache-cards';
const audience = 'cache-cards:member';

const Claims = v.object({ userId: v.pipe(v.number(), v.integer(), v.minValue(1)), sid: v.pipe(v.string(), v.length(43)) });

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

/** Whom a token names, or undefined for one that is forged, expired, foreign or malformed. */
export async function readUserToken(config: Config, token: string): Promise<TokenSubject | undefined> {
  try {
    const { payload } = await jwtVerify(token, config.userTokenKey, { algorithms: ['HS256'], issuer, audience });
    const claims = v.safeParse(Claims, payload);
    return claims.success ? { userId: claims.output.userId, sessionHash: claims.output.sid } : undefined;
  } catch {
    return undefined;
  }
}
