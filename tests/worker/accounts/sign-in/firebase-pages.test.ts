/**
 * Tests Firebase's sign-in pages on our own host: which requests are proxied, what is stripped from them, and which hosts do not serve the
 * pages.
 */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Client, expectError, sessionCookie } from '#tests/worker/support/client.ts';
import type { Env } from '#worker/env.ts';

interface ForwardedRequest {
  url: string;
  method: string;
  headers: Headers;
  body: string;
}

let forwarded: ForwardedRequest[];
let answer: () => Response | Promise<never>;

beforeEach(() => {
  forwarded = [];
  answer = () => new Response('<script>go()</script>', { headers: { 'Content-Type': 'text/html' } });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input as RequestInfo, init as RequestInit);
    // Decodes the body by hand because workerd warns when text() reads a form body.
    const body = new TextDecoder().decode(await request.arrayBuffer());
    forwarded.push({ url: request.url, method: request.method, headers: request.headers, body });
    return answer();
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

function visitor(variables: Partial<Env> = { FIREBASE_PROJECT_ID: 'cards-1', FIREBASE_API_KEY: 'key' }): Client {
  const client = new Client();
  client.workerEnv = { ...(env as unknown as Env), ...variables };
  return client;
}

describe('the Firebase proxy', () => {
  test.each([
    '/__/auth/handler?apiKey=key&providerId=google.com',
    '/__/auth/iframe?v=1',
    '/__/auth/handler.js',
    '/__/firebase/init.json',
  ])('serves the project’s own page at %s', async (path) => {
    const response = await visitor().fetch(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('<script>go()</script>');
    expect(forwarded.map(({ url, method }) => `${method} ${url}`)).toEqual([`GET https://cards-1.firebaseapp.com${path}`]);
    expect(response.headers.get('Content-Security-Policy')).toBe("frame-ancestors 'self'");
    expect(response.headers.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains');
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(response.headers.get('X-Frame-Options')).toBeNull();
    expect(response.headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin');
    expect(response.headers.get('Permissions-Policy')).toBe('camera=(), geolocation=(), microphone=()');
  });

  test('forwards Apple’s form although its origin is Apple', async () => {
    const body = 'state=abc&code=def&user=%7B%7D';
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: 'https://appleid.apple.com',
      'Sec-Fetch-Site': 'cross-site',
    };
    const response = await visitor().fetch('/__/auth/handler', { method: 'POST', body, headers });
    expect(response.status).toBe(200);
    expect(forwarded[0]).toMatchObject({ method: 'POST', url: 'https://cards-1.firebaseapp.com/__/auth/handler', body });
    expect(forwarded[0]?.headers.get('Content-Type')).toBe('application/x-www-form-urlencoded');
  });

  test('forwards no cookies or credentials, and returns no cookies', async () => {
    const client = visitor();
    client.cookies.set(sessionCookie, 'secret');
    client.token = 'secret-token';
    answer = () => new Response('', { headers: { 'Set-Cookie': 'theirs=1', 'Cache-Control': 'max-age=60', Server: 'x' } });
    const response = await client.fetch('/__/auth/handler');
    for (const name of ['Cookie', 'Authorization', 'CF-Connecting-IP', 'Origin']) expect(forwarded[0]?.headers.get(name), name).toBeNull();
    expect(response.headers.get('Set-Cookie')).toBeNull();
    expect(response.headers.get('Cache-Control')).toBe('max-age=60');
  });

  test('rewrites the project’s redirects to itself and passes others through', async () => {
    answer = () => new Response(null, { status: 302, headers: { Location: 'https://cards-1.firebaseapp.com/__/auth/links?a=b' } });
    expect((await visitor().fetch('/__/auth/handler')).headers.get('Location')).toBe('https://cards.test/__/auth/links?a=b');
    answer = () => new Response(null, { status: 302, headers: { Location: 'https://accounts.google.com/o/oauth2/auth' } });
    const response = await visitor().fetch('/__/auth/handler');
    expect(response.status).toBe(302);
    expect(response.headers.get('Location')).toBe('https://accounts.google.com/o/oauth2/auth');
  });

  test('answers an outage with 503 and an oversized form with 413', async () => {
    answer = () => Promise.reject(new TypeError('no route'));
    expectError(await visitor().get('/__/auth/handler'), 503, 'identity_unavailable');
    const body = 'x'.repeat(70_000);
    expect((await visitor().fetch('/__/auth/handler', { method: 'POST', body })).status).toBe(413);
    expect(forwarded).toHaveLength(1);
  });

  describe.each<[string, () => Response | Promise<never>]>([
    ['is unreachable', () => Promise.reject(new TypeError('no route'))],
    ['fails', () => new Response('upstream', { status: 502 })],
  ])('when Firebase %s', (_, outage) => {
    test.each<[string, string, Record<string, string>]>([
      ['with Sec-Fetch-Mode', 'GET', { 'Sec-Fetch-Mode': 'navigate', Accept: '*/*' }],
      ['from an older browser', 'GET', { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }],
      ['with Apple’s form', 'POST', { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'cross-site', Origin: 'https://appleid.apple.com' }],
    ])('answers a navigation %s with a page that leads back', async (_kind, method, headers) => {
      answer = outage;
      const response = await visitor().fetch('/__/auth/handler', { method, headers });
      expect(response.status).toBe(503);
      expect(response.headers.get('Content-Type')).toBe('text/html; charset=UTF-8');
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      expect(response.headers.get('Retry-After')).toBe('60');
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(response.headers.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains');
      const policy = response.headers.get('Content-Security-Policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'self'");
      const page = await response.text();
      expect(page).toContain('<html lang="en">');
      expect(page).toContain('<title>Sign-in is unavailable – Cache Cards</title>');
      expect(page).toContain('<a href="/auth">');
      expect(page).not.toMatch(/<script|upstream/);
    });

    test('answers a script with JSON', async () => {
      answer = outage;
      const headers = { 'Sec-Fetch-Mode': 'cors', Accept: 'text/html' };
      expectError(await visitor().get('/__/auth/handler', headers), 503, 'identity_unavailable');
    });
  });

  test('forwards no other paths or methods', async () => {
    for (const path of ['/__/other', '/__/', '/x/__/auth/handler', '//__/auth/handler', '/__/auth/../../api/user']) {
      await visitor().fetch(path);
    }
    expect((await visitor().fetch('/__/firebase/init.json', { method: 'POST', body: 'x' })).status).toBe(405);
    expect((await visitor().fetch('/__/auth/handler', { method: 'PUT', body: 'x' })).status).toBe(405);
    expect(forwarded.filter(({ url }) => !url.startsWith('https://cards-1.firebaseapp.com/__/auth/'))).toEqual([]);
  });
});

describe('without a Firebase project', () => {
  test.each(['/__/auth/handler', '/__/firebase/init.json'])('%s does not exist', async (path) => {
    expect((await visitor({}).fetch(path)).status).toBe(404);
    expect((await visitor({}).fetch(path, { method: 'POST', body: '' })).status).toBe(405);
    expect(forwarded).toEqual([]);
  });
});

describe('the auth emulator', () => {
  const variables = { FIREBASE_PROJECT_ID: 'cards-1', FIREBASE_API_KEY: 'key', FIREBASE_AUTH_EMULATOR: 'http://127.0.0.1:9099' };
  const firebaseOf = async (more: Partial<Env>) =>
    (await visitor({ ...variables, ...more }).get<{ firebase: unknown }>('/api/config')).body.firebase;

  test('is announced to the page in development, and never in production', async () => {
    expect(await firebaseOf({})).toEqual({ apiKey: 'key', projectId: 'cards-1', emulator: 'http://127.0.0.1:9099' });
    expect(await firebaseOf({ ENVIRONMENT: 'production' })).toEqual({ apiKey: 'key', projectId: 'cards-1' });
  });
});
