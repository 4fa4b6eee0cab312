import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SiteConfig } from '#schema/site.ts';
import { Client, everyRow, expectError } from '#tests/worker/support/client.ts';
import { addressOf, apiRoutes, bodyOf } from '#tests/worker/support/route-table.ts';
import type { Env } from '#worker/env.ts';

/** Creates a client for a production Worker with the given environment variables changed. A value of undefined removes the variable. */
function clientOf(variables: Partial<Record<keyof Env, string | undefined>>): Client {
  const client = new Client();
  const workerEnv: Record<string, unknown> = { ...env, ENVIRONMENT: 'production', ...variables };
  for (const [name, value] of Object.entries(variables)) if (value === undefined) delete workerEnv[name];
  client.workerEnv = workerEnv as unknown as Env;
  return client;
}

const log: string[] = [];
beforeEach(() => {
  log.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    log.push(parts.join(' '));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const required = [
  'PUBLIC_ORIGIN',
  'USER_TOKEN_KEY',
  'ADMIN_TOKEN_KEY',
  'LINK_SIGNING_KEY',
  'ADDRESS_HASH_KEY',
  'PERSON_HASH_KEY',
  'TRAVELER_DATA_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const;

test('an origin in another spelling is the same host', async () => {
  const client = clientOf({ PUBLIC_ORIGIN: 'https://Cards.test:443' });
  expect((await client.get('https://cards.test/api/health')).status).toBe(200);
  expectError(await client.get('https://cards.test:8443/api/health'), 421, 'wrong_host');
});

describe.each(required)('without a valid %s', (name) => {
  test('every call returns 500 without the reason, writes nothing but a count of errors, and the log names the variable', async () => {
    const client = clientOf({ [name]: undefined });
    const counting = { except: ['rate_counters'] };
    const before = await everyRow(counting);
    for (const route of apiRoutes()) {
      log.length = 0;
      const body = expectError(await client.call(route.method, addressOf(route, 'TC-0000001'), bodyOf(route)), 500, 'internal');
      expect(body.message).toBe('Something went wrong on our side. Please try again.');
      expect(JSON.stringify(body)).not.toMatch(/PUBLIC_ORIGIN|KEY|dev\.vars/);
      expect(log.join()).toContain(name);
      for (const other of required) if (other !== name) expect(log.join()).not.toContain(other);
      expect(log.join()).toContain(body.requestId);
    }
    expect(await everyRow(counting)).toEqual(before);
  });

  const wrong = [
    '',
    'short',
    ...(name === 'PUBLIC_ORIGIN'
      ? [
          'ftp://cards.test',
          'https://cards.test/',
          'https://cards.test/path',
          'https://cards.test?query',
          'https://me@cards.test',
          'https://cards.test:99999',
        ]
      : []),
  ];
  test.each(wrong)('%j is rejected as well', async (value) => {
    expectError(await clientOf({ [name]: value }).get('/api/health'), 500, 'internal');
    expect(log.join()).toContain(name);
    if (value !== '') expect(log.join()).not.toContain(value);
  });
});

test('one key for links and network addresses is rejected', async () => {
  expectError(await clientOf({ ADDRESS_HASH_KEY: env.LINK_SIGNING_KEY }).get('/api/health'), 500, 'internal');
  expect(log.join()).toContain('ADDRESS_HASH_KEY');
});

test('a map file at an http URL is rejected', async () => {
  expectError(await clientOf({ MAP_TILES: 'http://maps.cards.test/world.pmtiles' }).get('/api/health'), 500, 'internal');
  expect(log.join()).toContain('MAP_TILES');
});

test('one key for members and administrators is rejected', async () => {
  expectError(await clientOf({ ADMIN_TOKEN_KEY: env.USER_TOKEN_KEY }).get('/api/health'), 500, 'internal');
  expect(log.join()).toContain('ADMIN_TOKEN_KEY');
  expect(log.join()).not.toContain(env.USER_TOKEN_KEY);
});

test.each([
  undefined,
  '',
  'staging',
  'Development',
  'DEVELOPMENT',
  'development ',
  'production',
])('the environment %j is production', async (environment) => {
  const answer = await clientOf({ ENVIRONMENT: environment }).get<SiteConfig>('/api/config');
  expect(answer).toMatchObject({ status: 200, body: { environment: 'production' } });
});

test('only "development" is development', async () => {
  const answer = await clientOf({ ENVIRONMENT: 'development' }).get<SiteConfig>('/api/config');
  expect(answer.body).toEqual({
    environment: 'development',
    publicOrigin: 'https://cards.test',
    signInProviders: ['google', 'facebook', 'apple'],
    firebase: null,
    localSignInPage: `${env.LOCAL_SIGN_IN_BASE}/sign-in`,
    stripePublishableKey: null,
    localPayments: true,
    mapTiles: null,
  });
});

test('the fake payment provider exists only in development', async () => {
  const client = clientOf({});
  expect((await client.get<SiteConfig>('/api/config')).body.localPayments).toBe(false);
  expectError(await client.post('/api/local-stripe/v1/payment_intents/pi_1/confirm'), 404, 'not_found');
});

test('an internal error reveals no details', async () => {
  const client = clientOf({});
  client.workerEnv = {
    ...client.workerEnv,
    DB: {
      prepare: () => {
        throw new Error('D1_ERROR: secret table users');
      },
    } as unknown as D1Database,
  };
  const body = expectError(await client.get('/api/card/TC-0000001'), 500, 'internal');
  expect(JSON.stringify(body)).not.toMatch(/D1|secret|users/);
  expect(log.join()).toContain('D1_ERROR');
  expect(log.join()).toContain(body.requestId);
});

describe('a request to another host', () => {
  const others = [
    'https://www.cards.test',
    'http://cards.test',
    'https://cards.test:8443',
    'https://cards.test.elsewhere.test',
    'https://worker.workers.dev',
  ];
  const paths = ['/api/health', '/api/config', '/api/nothing', '/__/auth/handler', '/nowhere'];

  test.each(others)('%s is rejected, regardless of its path', async (origin) => {
    for (const path of paths) expectError(await clientOf({}).get(`${origin}${path}`), 421, 'wrong_host');
  });

  test('writes nothing, webhooks included', async () => {
    const before = await everyRow();
    for (const route of apiRoutes()) {
      const address = `https://www.cards.test${addressOf(route, 'TC-0000001')}`;
      expectError(await clientOf({}).call(route.method, address, bodyOf(route)), 421, 'wrong_host');
    }
    expect(await everyRow()).toEqual(before);
  });

  test('is answered only in development; the site’s own host always is', async () => {
    expect((await clientOf({}).get('/api/health')).status).toBe(200);
    for (const origin of [...others, 'http://localhost:8787', 'http://127.0.0.1:9000'])
      expect((await clientOf({ ENVIRONMENT: 'development' }).get(`${origin}/api/health`)).status).toBe(200);
  });
});

test.each([
  '/api/test-auth-token',
  '/api/test-login',
  '/test-auth',
  '/test-auth-button',
  '/simple-test',
])('the developers’ route %s does not exist in production', async (path) => {
  expect((await clientOf({}).call('POST', path, {})).status).toBeOneOf([404, 405]);
  expect((await clientOf({}).fetch(path)).status).toBe(404);
});
