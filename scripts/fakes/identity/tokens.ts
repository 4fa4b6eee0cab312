/** Signs Firebase ID tokens with RS256. The key exists only in this process. */
import { createHash, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { SocialProvider } from '#schema/accounts/social-providers.ts';
import { fakeNow } from '#scripts/fakes/core/clock.ts';

/** Project id in the signed tokens. Must match the project id in worker/env.ts. */
const project = 'cache-cards-local';
const tokenTtlSeconds = 3_600;

export interface Person {
  provider: SocialProvider;
  email: string;
  name: string;
  isEmailVerified: boolean;
}

export interface Signer {
  keys: { keys: Record<string, unknown>[] };
  /** Signs a token for a sign-in at the current time. `claims` overrides the defaults; a null value removes a claim. */
  sign: (person: Person, claims?: Record<string, unknown>) => Promise<string>;
}

export async function createSigner(): Promise<Signer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = randomUUID();
  const publishedKey = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' };
  return {
    keys: { keys: [publishedKey] },
    sign: (person, claims = {}) =>
      new SignJWT(removeEmptyClaims({ ...createClaims(person), ...claims }))
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
        .sign(privateKey),
  };
}

/** Returns the claims of a Firebase ID token. The same email address means the same person at every provider. */
export function createClaims({ provider, email, name, isEmailVerified }: Person): Record<string, unknown> {
  const now = Math.floor(fakeNow() / 1_000);
  const uid = createPersonId(`person:${email.toLowerCase()}`);
  return {
    iss: `https://securetoken.google.com/${project}`,
    aud: project,
    sub: uid,
    user_id: uid,
    auth_time: now,
    iat: now,
    exp: now + tokenTtlSeconds,
    name,
    email,
    email_verified: isEmailVerified,
    firebase: {
      identities: { [`${provider}.com`]: [createPersonId(`${provider}:${email.toLowerCase()}`)], email: [email] },
      sign_in_provider: `${provider}.com`,
    },
  };
}

function removeEmptyClaims(claims: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null));
}

function createPersonId(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 28);
}
