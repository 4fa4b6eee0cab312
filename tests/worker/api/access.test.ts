/** Checks which callers may use each route in the route table. */
import { env } from 'cloudflare:workers';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { newAdmin, proofCookie, withProof } from '#tests/worker/support/admin/administrators.ts';
import {
  Client,
  everyRow,
  expectError,
  newCard,
  newMember,
  sessionCookie,
  type TestCard,
  type TestMember,
} from '#tests/worker/support/client.ts';
import { type Access, factsOf, routeFacts } from '#tests/worker/support/route-facts.ts';
import { addressOf, apiRoutes, bodyOf, isUnsafe, nameOf, type Route, routesWhere } from '#tests/worker/support/route-table.ts';
import { sha256 } from '#worker/security/random.ts';

let member: TestMember;
let card: TestCard;

beforeAll(async () => {
  member = await newMember({ role: 'basic' });
  card = await newCard({ owner: member.id, status: 'ordered' });
});

function call(client: Client, route: Route, headers?: Record<string, string>) {
  return client.call(route.method, addressOf(route, card.cardId), bodyOf(route), headers);
}

async function tokenOf(options: { key?: string; audience?: string; expiresIn?: number }): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  return new SignJWT({ userId: member.id, email: member.email, sid: await sha256(member.client.cookies.get(sessionCookie) ?? '') })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer('cache-cards')
    .setAudience(options.audience ?? 'cache-cards:member')
    .setIssuedAt(now - 7_200)
    .setExpirationTime(now + (options.expiresIn ?? 3_600))
    .sign(new TextEncoder().encode(options.key ?? env.USER_TOKEN_KEY));
}

test('every access entry belongs to a route', () => {
  const names = apiRoutes().map(nameOf);
  expect(Object.keys(routeFacts).filter((name) => !names.includes(name))).toEqual([]);
});

const memberRoutes = routesWhere(({ access }) => access === 'member').map((route) => [nameOf(route), route] as const);

// One test calls all routes so that a single database comparison verifies that none of them wrote anything.
test.each<[string, () => Promise<Client>]>([
  ['a caller without credentials', async () => new Client()],
  ['an expired token', async () => new Client().bearer(await tokenOf({ expiresIn: -1 }))],
  ['a forged token', async () => new Client().bearer(await tokenOf({ key: 'a-forged-key-a-forged-key-a-forged-key' }))],
  ['a token under the administrators’ key', async () => new Client().bearer(await tokenOf({ key: env.ADMIN_TOKEN_KEY }))],
  ['an administrators’ token', async () => new Client().bearer(await tokenOf({ key: env.ADMIN_TOKEN_KEY, audience: 'cache-cards:admin' }))],
  [
    'the cookie of a session that has ended',
    async () => {
      const client = new Client();
      await client.post('/api/login', { email: member.email, password: member.password });
      const cookies = [...client.cookies];
      await client.post('/api/logout');
      for (const [name, value] of cookies) client.cookies.set(name, value);
      await env.SESSIONS.put(`session:${await sha256(client.cookies.get(sessionCookie) ?? '')}`, String(member.id));
      return client;
    },
  ],
])('every route of members rejects %s and writes nothing', async (_, caller) => {
  const client = await caller();
  // A scan with an unknown card id still counts toward the rate limit of its network address. Otherwise, a client with an expired session
  // could guess card ids without limit.
  const except = ['rate_counters'];
  const before = await everyRow({ except });
  const answers = await Promise.all(memberRoutes.map(async ([name, route]) => [name, await call(client, route)] as const));
  for (const [name, answer] of answers) expectError(answer, 401, 'not_signed_in', name);
  expect(await everyRow({ except })).toEqual(before);
});

/** Sends each route's request without the end of its body; `send` sends the rest. */
function holdBodies(client: Client, routes: readonly Route[]) {
  const { promise: isFree, resolve: send } = Promise.withResolvers<void>();
  const answers = routes.map(async (route) => {
    const bytes = new TextEncoder().encode(JSON.stringify(bodyOf(route)));
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(bytes.slice(0, 1)),
      async pull(controller) {
        await isFree;
        controller.enqueue(bytes.slice(1));
        controller.close();
      },
    });
    const path = addressOf(route, card.cardId);
    const response = await client.fetch(path, { method: route.method, body, headers: { 'Content-Type': 'application/json' } });
    return [nameOf(route), { status: response.status, headers: response.headers, body: await response.json() }] as const;
  });
  return { answers: Promise.all(answers), send };
}

describe('a request whose body arrives after the session has ended', () => {
  const withBody = (access: readonly Access[]) =>
    routesWhere((facts, route) => access.includes(facts.access) && bodyOf(route) !== undefined);

  test('is rejected by every route of members and writes nothing', async () => {
    const client = new Client();
    await client.post('/api/login', { email: member.email, password: member.password });
    const { answers, send } = holdBodies(client, withBody(['member']));
    await scheduler.wait(50);
    await env.DB.prepare('DELETE FROM sessions WHERE user_id = ?').bind(member.id).run();
    const before = await everyRow({ except: ['rate_counters'] });
    send();
    for (const [name, answer] of await answers) expectError(answer, 401, 'not_signed_in', name);
    expect(await everyRow({ except: ['rate_counters'] })).toEqual(before);
    await member.client.post('/api/login', { email: member.email, password: member.password });
  });

  test('is rejected by every route of administrators and writes nothing', async () => {
    const admin = await withProof(await newAdmin());
    const client = new Client().bearer(admin.client.token ?? '');
    client.cookies.set(proofCookie, admin.client.cookies.get(proofCookie) ?? '');
    const { answers, send } = holdBodies(client, withBody(['admin', 'super_admin']));
    await scheduler.wait(50);
    await env.DB.prepare('UPDATE admins SET disabled_at = 1 WHERE id = ?').bind(admin.id).run();
    const before = await everyRow();
    send();
    for (const [name, answer] of await answers) expectError(answer, 401, 'admin_not_signed_in', name);
    expect(await everyRow()).toEqual(before);
  });
});

describe.each(memberRoutes)('the public route %s', (_, route) => {
  test('does not sign a member out', async () => {
    const answer = await call(new Client().bearer(await tokenOf({})), route);
    expect(answer.status).not.toBe(401);
    expect(answer.headers.get('Cache-Control')).toContain('no-store');
    if (factsOf(nameOf(route)).endsSessions) await member.client.post('/api/login', { email: member.email, password: member.password });
  });
});

test.each(
  routesWhere(({ access }) => access === 'public').map((route) => [nameOf(route), route] as const),
)('%s is open to everybody, even with an invalid token', async (_, route) => {
  for (const client of [new Client(), new Client().bearer('no-token')]) {
    const answer = await call(client, route);
    expect(answer.status).toBeLessThan(500);
    if (['POST /api/login', 'POST /api/admin/login'].includes(nameOf(route))) expectError(answer, 401, 'wrong_credentials');
    else if (nameOf(route) === 'POST /api/login/passkey') expectError(answer, 401, 'passkey_unknown');
    else if (nameOf(route) === 'POST /api/auth/token') expectError(answer, 401, 'identity_token_invalid');
    // The fake Stripe requires its own API key, so it may respond with 401.
    else if (!route.path.startsWith('/api/local-stripe/')) expect(answer.status).not.toBe(401);
  }
});

describe('the origin of an unsafe request', () => {
  const unsafeRoutes = apiRoutes().filter(isUnsafe);
  const signedInClient = async () => new Client().bearer(await tokenOf({}));

  test.each<Record<string, string>>([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'rubbish' },
    { Origin: 'https://evil.test' },
    { Origin: 'null' },
    { Origin: '' },
    { Origin: `${env.PUBLIC_ORIGIN}.evil.test` },
    { Origin: env.PUBLIC_ORIGIN.replace('https', 'http') },
    { Origin: `${env.PUBLIC_ORIGIN}:8443` },
    { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://evil.test' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: env.PUBLIC_ORIGIN },
  ])('%j is foreign: every route rejects it, and nothing is written', async (headers) => {
    const client = await signedInClient();
    const before = await everyRow();
    const answers = await Promise.all(unsafeRoutes.map(async (route) => [nameOf(route), await call(client, route, headers)] as const));
    for (const [name, answer] of answers) expectError(answer, 403, 'foreign_origin', name);
    expect(await everyRow()).toEqual(before);
  });

  test.each([
    '/api/card/TC-0000009',
    '/api/qr/TC-0000009',
    '/api/cards/near?lat=1&lng=1',
    '/api/cards/in?bbox=1,1,2,2&zoom=9',
    '/api/my-data',
    '/api/payment-intent/membership/basic',
  ])('%s counts or creates something: another site cannot open it, in a window or as an image', async (path) => {
    const client = await signedInClient();
    const before = await everyRow();
    for (const mode of ['navigate', 'no-cors'])
      expectError(await client.get(path, { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': mode }), 403, 'foreign_origin');
    expect(await everyRow()).toEqual(before);
  });

  test.each<Record<string, string>>([
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'none' },
    { Origin: env.PUBLIC_ORIGIN },
    { 'Sec-Fetch-Site': 'same-origin', Origin: env.PUBLIC_ORIGIN },
    {},
  ])('%j is our own or not a browser: every route accepts it', async (headers) => {
    for (const route of unsafeRoutes) {
      // Omits the body so that requests that pass the origin check fail validation and change nothing.
      const answer = await (await signedInClient()).call(route.method, addressOf(route, 'TC-none'), undefined, headers);
      expect(answer.status, nameOf(route)).not.toBe(403);
    }
  });
});

test('reading is allowed from any origin where it counts toward no limit', async () => {
  const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.test' };
  expect((await new Client().get('/api/health', headers)).status).toBe(200);
  expect((await new Client().get('/api/config', headers)).status).toBe(200);
});
