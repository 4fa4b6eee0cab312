/** ID tokens as Firebase issues them: RS256, with a key of this process alone. */
import { createHash, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { SocialProvider } from '#schema/accounts/social-providers.ts';
import { fakeNow } from '#scripts/fakes/core/clock.ts';

/** As in worker/env.ts. */
const project = 'cache-cards-local';
const tokenTtlSeconds = 3_600;

export interface Person {
  provider: SocialProvider;
  email: string;
  name: string;
  isEmailVerified: boolean;
}

export interface Signer {
  /** The public keys, as the provider publishes them. */
  keys: { keys: Record<string, unknown>[] };
  /** The token of a sign-in that has just happened; `claims` replace what it would say; null leaves one out. */
  sign: (person: Person, claims?: Record<string, unknown>) => Promise<string>;
}

/** Makes a key pair and what signs with it. */
export async function createSigner(): Promise<Signer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = randomUUID();
  const published = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' };
  return {
    keys: { keys: [published] },
    sign: (person, claims = {}) =>
      new SignJWT(withoutEmpty({ ...claimsOf(person), ...claims })).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(privateKey),
  };
}

/** The claims of Firebase's ID tokens. One address is one person, whichever provider they use. */
export function claimsOf({ provider, email, name, isEmailVerified }: Person): Record<string, unknown> {
  const now = Math.floor(fakeNow() / 1_000);
  const uid = idOf(`person:${email.toLowerCase()}`);
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
      identities: { [`${provider}.com`]: [idOf(`${provider}:${email.toLowerCase()}`)], email: [email] },
      sign_in_provider: `${provider}.com`,
    },
  };
}

function withoutEmpty(claims: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null));
}

function idOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 28);
}
