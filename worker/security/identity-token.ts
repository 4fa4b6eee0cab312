/**
 * Verifies identity tokens: they must be signed (RS256) with the provider's published keys, issued for our project, and not expired.
 * Product rules: Accounts and sessions.
 */
import { base64url, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { type Identity, type IdentityRefusal, readIdentity } from '#worker/domain/accounts/identity.ts';
import { err, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';
import type { IdentityConfig } from '#worker/env.ts';
import { getSigningKey, type KeyRefusal } from './key-set.ts';

/** Verifies the token; fails if it is invalid or the keys are unavailable. */
export async function verifyIdentity(
  { issuer, audience, keysAddress }: IdentityConfig,
  token: string,
  now: Seconds,
): Promise<Result<Identity, IdentityRefusal | KeyRefusal>> {
  const kid = readKeyId(token);
  if (kid === undefined) return err('identity_token_invalid');
  const key = await getSigningKey(keysAddress, kid, now);
  if (!key.ok) return key;
  try {
    const { payload } = await jwtVerify(token, key.value, {
      algorithms: ['RS256'],
      issuer,
      audience,
      currentDate: new Date(now * 1_000),
      requiredClaims: ['exp', 'iat', 'sub', 'auth_time'],
    });
    // The audience must be a string because a list could include another project's audience.
    if (payload.aud !== audience) return err('identity_token_invalid');
    return readIdentity(payload, now);
  } catch (error) {
    return err(error instanceof errors.JWTExpired ? 'identity_token_expired' : 'identity_token_invalid');
  }
}

/** Returns the `kid` of a well-formed RS256 token; undefined for any other token, including unsigned ones. */
function readKeyId(token: string): string | undefined {
  const parts = token.split('.');
  if (parts.length !== 3 || !parts.every(isCanonical)) return undefined;
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    return alg === 'RS256' && typeof kid === 'string' ? kid : undefined;
  } catch {
    return undefined;
  }
}

/** Requires canonical base64url because lenient decoders would accept several encodings of the same token. */
function isCanonical(part: string): boolean {
  try {
    return part !== '' && base64url.encode(base64url.decode(part)) === part;
  } catch {
    return false;
  }
}
