/** The provider's public keys: how often we fetch them, and who can sign in while they are unavailable. */
import { env } from 'cloudflare:workers';
import { base64url } from 'jose';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exchange, type Stranger, stranger, tokenFor } from '#tests/worker/support/accounts/identities.ts';
import { type Answer, advanceClock, Client, expectError, setClock } from '#tests/worker/support/client.ts';
import type { Env } from '#worker/env.ts';

/** A provider used only by this test, so none of its keys are cached yet. */
interface Provider {
  base: string;
  requests: number;
  isFailing: boolean;
  /** If set, requests for the provider's keys wait until this promise resolves. */
  pause: Promise<void> | null;
}

let providers = 0;
let provider: Provider;
let keysPublished: string;

beforeEach(async () => {
  setClock('2026-11-21T10:01:00Z');
  keysPublished = await (await fetch(`${env.LOCAL_SIGN_IN_BASE}/jwks`)).text();
  providers += 1;
  provider = { base: `http://provider-${providers}.test`, requests: 0, isFailing: false, pause: null };
  const realFetch = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (input !== `${provider.base}/jwks`) return realFetch(input, init);
    provider.requests += 1;
    await provider.pause;
    if (provider.isFailing) return new Response('', { status: 503 });
    return new Response(keysPublished, { headers: { 'Cache-Control': 'max-age=21600' } });
  });
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function visitor(): Client {
  const client = new Client();
  client.workerEnv = { ...(env as unknown as Env), LOCAL_SIGN_IN_BASE: provider.base };
  return client;
}

const signInWithKnownKey = async (person: Stranger = stranger()) => exchange(visitor(), await tokenFor(person));

/** Signs in with a token whose key id the provider does not publish. */
async function signInWithUnknownKey() {
  const [header = '', ...rest] = (await tokenFor(stranger())).split('.');
  const named = { ...JSON.parse(new TextDecoder().decode(base64url.decode(header))), kid: 'nobodys' };
  return exchange(visitor(), [base64url.encode(JSON.stringify(named)), ...rest].join('.'));
}

function expectUnavailable(answer: Answer<unknown>, withinSeconds: number): void {
  expectError(answer, 503, 'identity_unavailable');
  const seconds = Number(answer.headers.get('Retry-After'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(withinSeconds);
}

const times = (count: number) => Array.from({ length: count });

async function whileProviderHangs(during: () => Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  provider.pause = promise;
  const pending = signInWithUnknownKey();
  await vi.waitUntil(() => provider.requests > 1);
  await during();
  provider.pause = null;
  resolve();
  expectError(await pending, 401, 'identity_token_invalid');
}

describe('with cached identity keys', () => {
  beforeEach(async () => {
    expect((await signInWithKnownKey()).status).toBe(200);
    expect(provider.requests).toBe(1);
  });

  test('an unknown key id causes at most one fetch a minute', async () => {
    advanceClock(59);
    for (const _ of times(3)) expectError(await signInWithUnknownKey(), 401, 'identity_token_invalid');
    expect(provider.requests).toBe(1);
    advanceClock(1);
    for (const _ of times(3)) expectError(await signInWithUnknownKey(), 401, 'identity_token_invalid');
    expect(provider.requests).toBe(2);
  });

  test('10 concurrent unknown key ids cause one fetch', async () => {
    advanceClock(60);
    const answers = await Promise.all(times(10).map(signInWithUnknownKey));
    expect(provider.requests).toBe(2);
    expect(answers.filter(({ status }) => status === 401)).not.toEqual([]);
    for (const answer of answers) if (answer.status !== 401) expectUnavailable(answer, 5);
  });

  test('sign-ins during a fetch use the cached keys', async () => {
    advanceClock(60);
    await whileProviderHangs(async () => {
      expect((await signInWithKnownKey()).status).toBe(200);
      expectUnavailable(await signInWithUnknownKey(), 5);
    });
    expect(provider.requests).toBe(2);
    expectError(await signInWithUnknownKey(), 401, 'identity_token_invalid');
  });

  test('sign-ins during the refresh of stale keys use the cached keys, and one fetches', async () => {
    advanceClock(6 * 3_600 + 1);
    await whileProviderHangs(async () => {
      for (const { status } of await Promise.all(times(5).map(() => signInWithKnownKey()))) expect(status).toBe(200);
    });
    expect(provider.requests).toBe(2);
  });

  test('an outage is retried once a minute; known keys work and unknown ones get 503', async () => {
    provider.isFailing = true;
    advanceClock(60);
    for (const _ of times(10)) expectUnavailable(await signInWithUnknownKey(), 60);
    expect((await signInWithKnownKey()).status).toBe(200);
    expect(provider.requests).toBe(2);
    advanceClock(60);
    for (const _ of times(3)) expectUnavailable(await signInWithUnknownKey(), 60);
    expect(provider.requests).toBe(3);
    provider.isFailing = false;
    advanceClock(60);
    expectError(await signInWithUnknownKey(), 401, 'identity_token_invalid');
  });

  test('stale keys work for one more hour', async () => {
    provider.isFailing = true;
    advanceClock(7 * 3_600 - 1);
    for (const _ of times(3)) expect((await signInWithKnownKey()).status).toBe(200);
    expect(provider.requests).toBe(2);
    advanceClock(61);
    expectUnavailable(await signInWithKnownKey(), 5);
    provider.isFailing = false;
    advanceClock(5);
    expect((await signInWithKnownKey()).status).toBe(200);
  });
});

describe('a published identity key', () => {
  /** Publishes modified copies of the provider's own key. */
  const publishKeys = async (...changes: Record<string, unknown>[]) => {
    const { keys } = JSON.parse(keysPublished) as { keys: Record<string, unknown>[] };
    keysPublished = JSON.stringify({ keys: changes.map((change) => ({ ...keys[0], ...change })) });
  };

  test.each([
    ['for another algorithm', { alg: 'RS512' }],
    ['for an unsupported padding', { alg: 'PS256' }],
    ['for encryption', { use: 'enc' }],
    ['that may only encrypt', { key_ops: ['encrypt', 'wrapKey'] }],
    ['without any operation', { key_ops: [] }],
    ['with a numeric use', { use: 5 }],
    ['with operations that are not a list', { key_ops: 'verify' }],
  ])('%s is not accepted', async (_, change) => {
    await publishKeys(change, { kid: 'another' });
    expectError(await signInWithKnownKey(), 401, 'identity_token_invalid');
  });

  test.each([
    ['without a stated use', { alg: undefined, use: undefined, key_ops: undefined }],
    ['for RS256', { alg: 'RS256' }],
    ['for signatures', { use: 'sig' }],
    ['that may also verify', { key_ops: ['sign', 'verify'] }],
  ])('%s is accepted', async (_, change) => {
    await publishKeys(change);
    expect((await signInWithKnownKey()).status).toBe(200);
  });

  test('is accepted among keys of other kinds', async () => {
    await publishKeys({ kty: 'EC', kid: 'curve', crv: 'P-256', x: 'x', y: 'y', n: undefined, e: undefined }, { kid: undefined }, {});
    expect((await signInWithKnownKey()).status).toBe(200);
  });

  test('set without a usable key counts as an outage, not as an invalid token', async () => {
    await publishKeys({ use: 'enc' });
    expectUnavailable(await signInWithKnownKey(), 5);
  });
});

describe('without cached identity keys', () => {
  test('concurrent sign-ins all succeed', async () => {
    const answers = await Promise.all(times(5).map(() => signInWithKnownKey()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  test('an outage is retried every 5 seconds until it ends', async () => {
    provider.isFailing = true;
    for (const _ of times(10)) expectUnavailable(await signInWithKnownKey(), 5);
    expect(provider.requests).toBe(1);
    advanceClock(5);
    for (const _ of times(3)) expectUnavailable(await signInWithKnownKey(), 5);
    expect(provider.requests).toBe(2);
    provider.isFailing = false;
    advanceClock(4);
    expectUnavailable(await signInWithKnownKey(), 1);
    advanceClock(1);
    expect((await signInWithKnownKey()).status).toBe(200);
    expect(provider.requests).toBe(3);
  });
});
