/** Users who sign in through Google, Facebook or Apple, with tokens from the local fake identity provider. */
import { env } from 'cloudflare:workers';
import type { SocialProvider } from '#schema/accounts/social-providers.ts';
import type { TokenExchange } from '#schema/accounts/social-sign-in.ts';
import { Client } from '#tests/worker/support/client.ts';

export interface Stranger {
  provider: SocialProvider;
  email: string;
  name: string;
  isEmailVerified: boolean;
}

let strangers = 0;

/** Creates a person whose email Google has verified. */
export function stranger(options: Partial<Stranger> = {}): Stranger {
  strangers += 1;
  return {
    provider: 'google',
    email: `stranger${strangers}@provider.test`,
    name: 'Strider of the North',
    isEmailVerified: true,
    ...options,
  };
}

async function control<Answer>(path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(
    `${env.LOCAL_SIGN_IN_BASE}/fake/${path}`,
    body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) },
  );
  return response.json<Answer>();
}

/** Creates a provider's ID token, issued at the test's current time; `claims` override the defaults. */
export async function tokenFor(person: Stranger, claims: Record<string, unknown> = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const times = { iat: now, auth_time: now, exp: now + 3_600 };
  return (await control<{ token: string }>('tokens', { person, claims: { ...times, ...claims } })).token;
}

export async function replaceKey(): Promise<void> {
  await control('keys', {});
}

/** Makes the next `times` requests for the provider's public keys fail. */
export async function failKeys(times: number): Promise<void> {
  await control('faults', { match: 'GET /jwks', status: 503, times });
}

export async function keyRequests(): Promise<number> {
  const { requests } = await control<{ requests: { path: string }[] }>('requests');
  return requests.filter(({ path }) => path === '/jwks').length;
}

/** Exchanges a provider's token for a session, as the sign-in page does. */
export function exchange(client: Client, idToken: unknown, claims: Record<string, unknown> = {}) {
  return client.post<TokenExchange>('/api/auth/token', { idToken, ...claims });
}

export async function signInAs(person: Stranger, client = new Client()) {
  return { client, answer: await exchange(client, await tokenFor(person)) };
}
