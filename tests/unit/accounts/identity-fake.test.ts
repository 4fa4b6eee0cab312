/** The fake identity provider, whose tokens have Firebase's format and pass the Worker's verification. */
import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningFake } from '#scripts/fakes/core/server.ts';
import { serve } from '#scripts/fakes/identity/server.ts';
import { verifyIdentity } from '#worker/security/identity-token.ts';

/** Specification: https://firebase.google.com/docs/auth/admin/verify-id-tokens#verify_id_tokens_using_a_third-party_jwt_library */
const FirebaseHeader = v.strictObject({ alg: v.literal('RS256'), kid: v.string(), typ: v.literal('JWT') });
const seconds = v.pipe(v.number(), v.integer());
const FirebaseClaims = v.strictObject({
  iss: v.literal('https://securetoken.google.com/cache-cards-local'),
  aud: v.literal('cache-cards-local'),
  sub: v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)),
  user_id: v.string(),
  auth_time: seconds,
  iat: seconds,
  exp: seconds,
  name: v.string(),
  email: v.string(),
  email_verified: v.boolean(),
  firebase: v.strictObject({
    identities: v.strictObject({ 'google.com': v.tuple([v.string()]), email: v.tuple([v.string()]) }),
    sign_in_provider: v.literal('google.com'),
  }),
});

let fake: RunningFake;
beforeAll(async () => {
  fake = await serve({ port: 0 });
});
afterAll(() => fake.stop());

const now = () => Math.floor(Date.now() / 1_000);
const verify = (token: string) =>
  verifyIdentity(
    {
      issuer: 'https://securetoken.google.com/cache-cards-local',
      audience: 'cache-cards-local',
      keysAddress: `${fake.url}/jwks`,
      firebase: null,
      localPage: null,
    },
    token,
    now(),
  );

function press(fields: Record<string, string>) {
  const body = new URLSearchParams({ provider: 'google', origin: 'http://localhost:8787', ...fields });
  return fetch(`${fake.url}/sign-in`, { method: 'POST', body, redirect: 'manual' });
}

test('signing in redirects back with a Firebase-like token that the Worker accepts', async () => {
  const answer = await press({ email: 'Gus@example.test', name: 'Gus', verified: 'yes' });
  const back = new URL(answer.headers.get('Location') ?? '');
  expect([answer.status, back.origin, back.pathname]).toEqual([303, 'http://localhost:8787', '/auth']);
  const token = new URLSearchParams(back.hash.slice(1)).get('id_token') ?? '';
  v.parse(FirebaseHeader, decodeProtectedHeader(token));
  const claims = v.parse(FirebaseClaims, decodeJwt(token));
  expect(claims).toMatchObject({ user_id: claims.sub, exp: claims.iat + 3_600 });
  const identity = { provider: 'google', email: 'gus@example.test', isEmailVerified: true, name: 'Gus', uid: claims.sub };
  expect(await verify(token)).toMatchObject({ ok: true, value: identity });
});

test('the fake provider publishes its keys as Google does, with a cache lifetime', async () => {
  const answer = await fetch(`${fake.url}/jwks`);
  expect(answer.headers.get('Cache-Control')).toMatch(/max-age=\d+/);
  const text = v.pipe(v.string(), v.nonEmpty());
  const Key = v.strictObject({ kty: v.literal('RSA'), alg: v.literal('RS256'), use: v.literal('sig'), kid: text, n: text, e: text });
  v.parse(v.strictObject({ keys: v.pipe(v.array(Key), v.nonEmpty()) }), await answer.json());
});

test('the fake provider redirects to this machine only, and canceling returns no token', async () => {
  expect((await press({ origin: 'https://evil.test', email: 'gus@example.test' })).status).toBe(400);
  const back = (await press({ cancel: 'yes' })).headers.get('Location');
  expect(back).toBe('http://localhost:8787/auth#error=auth%2Fuser-cancelled&provider=google');
});

test('the fake provider fails the requested number of calls and counts the requests', async () => {
  const control = (path: string, body?: object) =>
    fetch(`${fake.url}/fake/${path}`, body && { method: 'POST', body: JSON.stringify(body) });
  const { last } = (await (await control('requests')).json()) as { last: number };
  await control('faults', { match: 'GET /jwks', status: 503, times: 2 });
  const statuses = [];
  for (let call = 0; call < 3; call += 1) statuses.push((await fetch(`${fake.url}/jwks`)).status);
  expect(statuses).toEqual([503, 503, 200]);
  const { requests } = (await (await control(`requests?since=${last}`)).json()) as { requests: { path: string; status: number }[] };
  expect(requests.map(({ path, status }) => `${path} ${status}`)).toEqual(['/jwks 503', '/jwks 503', '/jwks 200']);
});
