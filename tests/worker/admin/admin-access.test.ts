/** Checks which administrators may call each administrator route, and that nobody else can. */
import { env } from 'cloudflare:workers';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { everyCase } from '#tests/support/every-case.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import {
  type Answer,
  Client,
  change,
  everyRow,
  expectError,
  newCard,
  newMember,
  sessionCookie,
  type TestCard,
  type TestMember,
} from '#tests/worker/support/client.ts';
import { factsOf } from '#tests/worker/support/route-facts.ts';
import { addressOf, bodyOf, isForAdmins, nameOf, type Route, routesWhere } from '#tests/worker/support/route-table.ts';
import { sha256 } from '#worker/security/random.ts';

let member: TestMember;
let admin: TestAdmin;
let card: TestCard;

beforeAll(async () => {
  member = await newMember({ role: 'premium' });
  admin = await newAdmin('super_admin');
  card = await newCard();
});

function call(client: Client, route: Route) {
  return client.call(route.method, addressOf(route, card.cardId), bodyOf(route));
}

interface Forgery {
  key?: string;
  audience?: string;
  issuer?: string;
  expiresIn?: number;
  claims?: Record<string, unknown>;
}

/** Creates a client with the administrator's token altered in one way, such as its signing key or audience. */
async function forgeClient({ key, audience, issuer, expiresIn = 3_600, claims }: Forgery): Promise<Client> {
  const now = Math.floor(Date.now() / 1_000);
  const own = JSON.parse(atob((admin.client.token?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as { sid: string };
  const token = await new SignJWT({ adminId: admin.id, email: admin.email, sid: own.sid, ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuer ?? 'cache-cards')
    .setAudience(audience ?? 'cache-cards:admin')
    .setIssuedAt(now - 7_200)
    .setExpirationTime(now + expiresIn)
    .sign(new TextEncoder().encode(key ?? env.ADMIN_TOKEN_KEY));
  return new Client().bearer(token);
}

async function withoutAlgorithm(): Promise<Client> {
  const [, payload] = admin.client.token?.split('.') ?? [];
  return new Client().bearer(`${btoa('{"alg":"none","typ":"JWT"}').replaceAll('=', '')}.${payload}.`);
}

/** Creates a client that sends both a member's cookie and a member's bearer token. */
function memberWithBoth(): Client {
  const client = new Client();
  for (const [name, value] of member.client.cookies) client.cookies.set(name, value);
  client.token = member.user.token;
  return client;
}

async function withCookieOf(token: string): Promise<Client> {
  const client = new Client();
  client.cookies.set('adminToken', token);
  client.cookies.set(sessionCookie, token);
  return client;
}

async function loggedOutAdministrator(): Promise<Client> {
  const { client } = await newAdmin('super_admin');
  await client.post('/api/admin/logout');
  return client;
}

async function disabledAdministrator(): Promise<Client> {
  const { client, id } = await newAdmin('super_admin');
  await change('UPDATE admins SET disabled_at = 1 WHERE id = ?', id);
  return client;
}

async function expiredAdministrator(): Promise<Client> {
  const { client, id } = await newAdmin('super_admin');
  await change('UPDATE admin_sessions SET expires_at = 1 WHERE admin_id = ?', id);
  return client;
}

/** Creates a client whose administrator token refers to another administrator's session. */
async function withSessionOfAnother(): Promise<Client> {
  const other = await newAdmin('super_admin');
  return forgeClient({ claims: { adminId: other.id } });
}

const strangers: [string, () => Promise<Client>][] = [
  ['a caller without credentials', async () => new Client()],
  ['a member by bearer token and cookie', async () => memberWithBoth()],
  ['a member by cookie alone', async () => Object.assign(memberWithBoth(), { token: undefined })],
  ['the forged token of an administrator', () => forgeClient({ key: 'a-forged-key-a-forged-key-a-forged-key' })],
  ['an administrator’s token under the members’ key', () => forgeClient({ key: env.USER_TOKEN_KEY })],
  ['a token for members under the administrators’ key', () => forgeClient({ audience: 'cache-cards:member' })],
  ['a token of another issuer', () => forgeClient({ issuer: 'https://elsewhere.test' })],
  ['an expired token', () => forgeClient({ expiresIn: -1 })],
  ['a token without a signature', withoutAlgorithm],
  ['a token with a userId', () => forgeClient({ claims: { adminId: undefined, userId: 1 } })],
  ['an unknown session', async () => forgeClient({ claims: { sid: await sha256('nobody') } })],
  ['another administrator’s session', withSessionOfAnother],
  ['the right token in a cookie', () => withCookieOf(admin.client.token ?? '')],
  ['an administrator who has logged out', loggedOutAdministrator],
  ['an expired session', expiredAdministrator],
  ['a disabled administrator', disabledAdministrator],
];

const adminRoutes = routesWhere((_, route) => isForAdmins(route)).map((route) => [nameOf(route), route] as const);

test('every route under the administrators’ paths is for administrators, except sign-in, sign-out and password reset', () => {
  const others = routesWhere((_, route) => /^\/api\/(admin|test-cards)\b/.test(route.path) && !isForAdmins(route)).map(nameOf);
  expect(others.sort()).toEqual(['POST /api/admin/login', 'POST /api/admin/logout', 'POST /api/admin/reset-password']);
});

// Calls all routes in one test so that a single database comparison verifies that none of them wrote anything.
test.each(strangers)('every administrators’ route rejects %s and writes nothing', async (_, caller) => {
  const client = await caller();
  const before = await everyRow();
  const answers = await Promise.all(adminRoutes.map(async ([name, route]) => [name, await call(client, route)] as const));
  for (const [name, answer] of answers) expectError(answer, 401, 'admin_not_signed_in', name);
  expect(await everyRow()).toEqual(before);
});

const isOpen = ({ status, body }: Answer) => expect(status, JSON.stringify(body)).not.toBeOneOf([401, 403, 500]);
const routeName = ([name]: (typeof adminRoutes)[number]) => name;

const forSuper = adminRoutes.filter(([name]) => factsOf(name).access === 'super_admin');
const forAll = adminRoutes.filter(([name]) => factsOf(name).access === 'admin');
const forNewcomers = adminRoutes.filter(([name]) => ['GET /api/admin/me', 'PUT /api/admin/change-password'].includes(name));
const notForNewcomers = adminRoutes.filter((route) => !forNewcomers.includes(route));

test('every super administrators’ route rejects a plain administrator and writes nothing', async () => {
  const { client } = await newAdmin('admin');
  const before = await everyRow();
  await everyCase(forSuper, async ([, route]) => void expectError(await call(client, route), 403, 'super_admin_only'), routeName);
  expect(await everyRow()).toEqual(before);
});

test('every other administrators’ route is open to a plain administrator', () =>
  everyCase(forAll, async ([, route]) => isOpen(await call((await newAdmin('admin')).client, route)), routeName));

test('every administrators’ route is open to a super administrator', () =>
  everyCase(
    adminRoutes,
    async ([, route]) => {
      const answer = await call((await newAdmin('super_admin')).client, route);
      isOpen(answer);
      expect(answer.headers.get('Cache-Control')).toContain('no-store');
    },
    routeName,
  ));

describe('an administrator with a temporary password', () => {
  async function newcomer(environment?: 'production'): Promise<Client> {
    const { client, id } = await newAdmin('super_admin');
    await change('UPDATE admins SET password_is_temporary = 1 WHERE id = ?', id);
    if (environment) client.workerEnv = { ...client.workerEnv, ENVIRONMENT: environment };
    return client;
  }

  test('is rejected by all routes but two in production, and nothing is written', async () => {
    const client = await newcomer('production');
    const before = await everyRow();
    await everyCase(
      notForNewcomers,
      async ([, route]) => void expectError(await call(client, route), 403, 'own_password_first'),
      routeName,
    );
    expect(await everyRow()).toEqual(before);
  });

  test('may read their profile and set a password', () =>
    everyCase(forNewcomers, async ([, route]) => isOpen(await call(await newcomer('production'), route)), routeName));

  test('may do everything in development', { tags: 'long' }, () =>
    everyCase(adminRoutes, async ([, route]) => isOpen(await call(await newcomer(), route)), routeName),
  );
});

test('every members’ route rejects an administrator and writes nothing', async () => {
  const { client } = await newAdmin('super_admin');
  // A request with an unknown card id still counts toward the rate limit of its network address.
  const except = ['rate_counters'];
  const before = await everyRow({ except });
  await everyCase(
    routesWhere(({ access }) => access === 'member'),
    async (route) => void expectError(await call(client, route), 401, 'not_signed_in'),
    nameOf,
  );
  expect(await everyRow({ except })).toEqual(before);
});
