/** Session tokens: JWTs of ours (HS256) naming the session they belong to. Members and administrators have keys and audiences of their own. */
import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { FifoCache } from '#worker/fifo-cache.ts';

const issuer = 'cache-cards';

/** Members. Product rules: Accounts and sessions name the claim. */
export const memberTokens = { audience: 'cache-cards:member', idClaim: 'userId' } as const;
export const adminTokens = { audience: 'cache-cards:admin', idClaim: 'adminId' } as const;
/** An administrator sees a member's account as they do: `sid` is the administrator's own session, with which it ends. */
export const viewingTokens = { audience: 'cache-cards:viewing', idClaim: 'userId' } as const;
export type TokenKind = typeof memberTokens | typeof adminTokens | typeof viewingTokens;

const Claims = v.looseObject({ sid: v.pipe(v.string(), v.length(43)), exp: v.number() });
const Id = v.pipe(v.number(), v.integer(), v.minValue(1));

export interface TokenSubject {
  /** Of the member or administrator. */
  id: number;
  /** SHA-256 of the session's id. */
  sessionHash: string;
}

/** `expiresAt` in unix seconds. */
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
 * Tokens that were verified lately, by key and kind (two kinds share a key): the page shows the same one at every call. Only the
 * very same text is believed, and as nothing else than what it was verified as.
 */
const verified = new WeakMap<CryptoKey, FifoCache<{ subject: TokenSubject; expiresAt: number }>>();

/** Whom a token names, or undefined for one that is forged, expired, foreign or malformed. Whether the session holds, the database says. */
export async function readSessionToken(kind: TokenKind, key: CryptoKey, token: string): Promise<TokenSubject | undefined> {
  const name = `${kind.audience} ${token}`;
  const cached = verified.get(key)?.get(name);
  if (cached) return cached.expiresAt > Date.now() / 1_000 ? cached.subject : undefined;
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
    const recent = verified.get(key) ?? new FifoCache(1_000);
    verified.set(key, recent);
    recent.set(name, { subject, expiresAt: exp });
    return subject;
  } catch {
    return undefined;
  }
}
