/** Session tokens are JWTs (HS256) that identify their session. Members and administrators have separate keys and audiences. */
import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { FifoCache } from '#worker/fifo-cache.ts';

const issuer = 'cache-cards';

/** Audience and id claim of member tokens. The claim's name is fixed; see "Accounts and sessions" in docs/product-rules.md. */
export const memberTokens = { audience: 'cache-cards:member', idClaim: 'userId' } as const;
export const adminTokens = { audience: 'cache-cards:admin', idClaim: 'adminId' } as const;
/**
 * Token kind for an administrator viewing a member's account. `sid` is the administrator's session, so the token becomes invalid when that
 * session ends.
 */
export const viewingTokens = { audience: 'cache-cards:viewing', idClaim: 'userId' } as const;
export type TokenKind = typeof memberTokens | typeof adminTokens | typeof viewingTokens;

const Claims = v.looseObject({ sid: v.pipe(v.string(), v.length(43)), exp: v.number() });
const Id = v.pipe(v.number(), v.integer(), v.minValue(1));

export interface TokenSubject {
  id: number;
  sessionHash: string;
}

/** Signs a token. `expiresAt` is in Unix seconds. */
export async function signSessionToken(
  kind: TokenKind,
  key: CryptoKey,
  subject: TokenSubject & { email: string },
  expiresAt: number,
): Promise<string> {
  return new SignJWT({ [kind.idClaim]: subject.id, email: subject.email, sid: subject.sessionHash })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(kind.audience)
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(key);
}

/**
 * Caches recently verified tokens because pages send the token with every request. Each signing key has its own cache. Cache keys include
 * the token's kind because two kinds share a signing key.
 */
const verified = new WeakMap<CryptoKey, FifoCache<{ subject: TokenSubject; expiresAt: number }>>();

/**
 * Verifies a token. Returns undefined if it is forged, expired, malformed or of another kind. Does not check whether the session is still
 * valid, because that requires the database.
 */
export async function readSessionToken(kind: TokenKind, key: CryptoKey, token: string): Promise<TokenSubject | undefined> {
  const name = `${kind.audience} ${token}`;
  const cachedToken = verified.get(key)?.get(name);
  if (cachedToken) return cachedToken.expiresAt > Date.now() / 1_000 ? cachedToken.subject : undefined;
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer,
      audience: kind.audience,
      requiredClaims: ['exp'],
    });
    const claims = v.safeParse(Claims, payload);
    const id = v.safeParse(Id, payload[kind.idClaim]);
    if (!claims.success || !id.success) return undefined;
    const { sid, exp } = claims.output;
    const subject = { id: id.output, sessionHash: sid };
    const verifiedTokens = verified.get(key) ?? new FifoCache(1_000);
    verified.set(key, verifiedTokens);
    verifiedTokens.set(name, { subject, expiresAt: exp });
    return subject;
  } catch {
    return undefined;
  }
}
