/** The provider's public keys: how often they are asked for, and who is let in while they cannot be had. */
import { env } from 'cloudflare:workers';
import { base64url } from 'jose';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exchange, type Stranger, stranger, tokenFor } from '#tests/worker/support/accounts/identities.ts';
import { type Answer, Client, expectError, later, setClock } from '#tests/worker/support/client.ts';
import type { Env } from '#worker/env.ts';

/** A provider of this test alone, whose keys nobody holds yet. */
interface Provider {
  base: string;
  requests: number;
  isFailing: boolean;
  /** While it is set, no request is answered. */
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

const known = async (person: Stranger = stranger()) => exchange(visitor(), await tokenFor(person));

/** Names a key that the provider does not have. */
async function unknown() {
  const [header = '', ...rest] = (await tokenFor(stranger())).split('.');
  const named = { ...JSON.parse(new TextDecoder().decode(base64url.decode(header))), kid: 'nobodys' };
  return exchange(visitor(), [base64url.encode(JSON.stringify(named)), ...rest].join('.'));
}

/** Says that the provider cannot be reached, and when to come again. */
function expectUnavailable(answer: Answer<unknown>, withinSeconds: number): void {
  expectError(answer, 503, 'identity_unavailable');
  const seconds = Number(answer.headers.get('Retry-After'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(withinSeconds);
}

const times = (count: number) => Array.from({ length: count });

/** Lets the provider hang while `during` runs. */
async function whileHanging(during: () => Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  provider.pause = promise;
  const begun = unknown();
  await vi.waitUntil(() => provider.requests > 1);
  await during();
  provider.pause = null;
  resolve();
  expectError(await begun, 401, 'identity_token_invalid');
}

describe('with keys at hand', () => {
  beforeEach(async () => {
    expect((await known()).status).toBe(200);
    expect(provider.requests).toBe(1);
  });

  test('an unknown key is no reason to ask within a minute', async () => {
    later(59);
    for (const _ of times(3)) expectError(await unknown(), 401, 'identity_token_invalid');
    expect(provider.requests).toBe(1);
    later(1);
    for (const _ of times(3)) expectError(await unknown(), 401, 'identity_token_invalid');
    expect(provider.requests).toBe(2);
  });

  test('ten unknown keys at once ask once', async () => {
    later(60);
    const answers = await Promise.all(times(10).map(unknown));
    expect(provider.requests).toBe(2);
    expect(answers.filter(({ status }) => status === 401)).not.toEqual([]);
    for (const answer of answers) if (answer.status !== 401) expectUnavailable(answer, 5);
  });

  test('those who come while they are asked for are judged by the keys there are', async () => {
    later(60);
    await whileHanging(async () => {
      expect((await known()).status).toBe(200);
      expectUnavailable(await unknown(), 5);
    });
    expect(provider.requests).toBe(2);
    expectError(await unknown(), 401, 'identity_token_invalid');
  });

  test('the same holds when they are out of date, and one asks for all', async () => {
    later(6 * 3_600 + 1);
    await whileHanging(async () => {
      for (const { status } of await Promise.all(times(5).map(() => known()))) expect(status).toBe(200);
    });
    expect(provider.requests).toBe(2);
  });

  test('an outage is asked about once a minute, calls nobody a liar, and keeps nobody out whose key is known', async () => {
    provider.isFailing = true;
    later(60);
    for (const _ of times(10)) expectUnavailable(await unknown(), 60);
    expect((await known()).status).toBe(200);
    expect(provider.requests).toBe(2);
    later(60);
    for (const _ of times(3)) expectUnavailable(await unknown(), 60);
    expect(provider.requests).toBe(3);
    provider.isFailing = false;
    later(60);
    expectError(await unknown(), 401, 'identity_token_invalid');
  });

  test('they serve on for an hour past their time, and no longer', async () => {
    provider.isFailing = true;
    later(7 * 3_600 - 1);
    for (const _ of times(3)) expect((await known()).status).toBe(200);
    expect(provider.requests).toBe(2);
    later(61);
    expectUnavailable(await known(), 5);
    provider.isFailing = false;
    later(5);
    expect((await known()).status).toBe(200);
  });
});

describe('of the keys that the provider publishes', () => {
  /** What it publishes: its own key, changed, among others. */
  const publishing = async (...changes: Record<string, unknown>[]) => {
    const { keys } = JSON.parse(keysPublished) as { keys: Record<string, unknown>[] };
    keysPublished = JSON.stringify({ keys: changes.map((change) => ({ ...keys[0], ...change })) });
  };

  test.each([
    ['for another algorithm', { alg: 'RS512' }],
    ['for the padding that we do not take', { alg: 'PS256' }],
    ['for encryption', { use: 'enc' }],
    ['that may only encrypt', { key_ops: ['encrypt', 'wrapKey'] }],
    ['that may do nothing', { key_ops: [] }],
    ['whose use is no word', { use: 5 }],
    ['whose operations are no list', { key_ops: 'verify' }],
  ])('one %s lets nobody in', async (_, change) => {
    await publishing(change, { kid: 'another' });
    expectError(await known(), 401, 'identity_token_invalid');
  });

  test.each([
    ['says nothing of its use', { alg: undefined, use: undefined, key_ops: undefined }],
    ['is for RS256', { alg: 'RS256' }],
    ['is for signatures', { use: 'sig' }],
    ['may verify, among others', { key_ops: ['sign', 'verify'] }],
  ])('one that %s is taken', async (_, change) => {
    await publishing(change);
    expect((await known()).status).toBe(200);
  });

  test('those of other kinds beside it do no harm', async () => {
    await publishing({ kty: 'EC', kid: 'curve', crv: 'P-256', x: 'x', y: 'y', n: undefined, e: undefined }, { kid: undefined }, {});
    expect((await known()).status).toBe(200);
  });

  test('a set without one for us counts as an outage, not as a word about tokens', async () => {
    await publishing({ use: 'enc' });
    expectUnavailable(await known(), 5);
  });
});

describe('without any keys', () => {
  test('everybody who comes at once is let in', async () => {
    const answers = await Promise.all(times(5).map(() => known()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  test('an outage is asked about every five seconds, and passes', async () => {
    provider.isFailing = true;
    for (const _ of times(10)) expectUnavailable(await known(), 5);
    expect(provider.requests).toBe(1);
    later(5);
    for (const _ of times(3)) expectUnavailable(await known(), 5);
    expect(provider.requests).toBe(2);
    provider.isFailing = false;
    later(4);
    expectUnavailable(await known(), 1);
    later(1);
    expect((await known()).status).toBe(200);
    expect(provider.requests).toBe(3);
  });
});
