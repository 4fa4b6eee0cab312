import { beforeAll, describe, expect, test } from 'vitest';
import { everyCase } from '#tests/support/every-case.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import {
  type Answer,
  Client,
  everyRow,
  expectError,
  newCard,
  newMember,
  type TestCard,
  type TestMember,
} from '#tests/worker/support/client.ts';
import { addressOf, apiRoutes, bodyOf, isForAdmins, nameOf } from '#tests/worker/support/route-table.ts';

let member: TestMember;
let admin: TestAdmin;
let card: TestCard;

beforeAll(async () => {
  member = await newMember({ role: 'basic' });
  admin = await newAdmin();
  card = await newCard({ owner: member.id });
});

async function ask(method: string, path: string, client: Client = new Client()): Promise<Answer<unknown>> {
  const response = await client.fetch(path, { method });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

describe('an unsupported method', () => {
  const paths = [...new Set(apiRoutes().map(({ path }) => path))];
  /** Returns the methods that a path supports, including those of routes whose parameter matches a literal segment of the path. */
  const methodsOf = (path: string) =>
    apiRoutes()
      .filter((route) => new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`).test(path))
      .map(({ method }) => method)
      .filter((method, index, all) => all.indexOf(method) === index);

  test('returns 405 with the allowed methods and writes nothing', async () => {
    const before = await everyRow();
    await everyCase(paths, async (path) => {
      const allowed = methodsOf(path);
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
        if (allowed.includes(method)) continue;
        const answer = await ask(method, addressOf({ method, path }, card.cardId), member.client);
        expectError(answer, 405, 'method_not_allowed', method);
        expect(answer.headers.get('Allow')?.split(', ').sort(), method).toEqual([...allowed].sort());
      }
    });
    expect(await everyRow()).toEqual(before);
  });

  test('does not include HEAD, which is answered like GET without a body', async () => {
    const answer = await ask('HEAD', '/api/health');
    expect(answer).toMatchObject({ status: 200, body: null });
  });

  test('includes everything but GET and HEAD for pages', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await ask(method, '/dashboard');
      expectError(answer, 405, 'method_not_allowed');
      expect(answer.headers.get('Allow')).toBe('GET, HEAD');
    }
  });
});

const unknownPaths = [
  '/api',
  '/api/',
  '/api//',
  '/api/nothing',
  '/api/user/',
  '/api//user',
  '/api/user/1',
  '/api/user%2F',
  '/api/USER',
  '/api/scan/',
  '/api/card',
  '/api/card/',
  '/api/cache-cards/',
  '/api/cache-cards/TC-0000001/',
  '/api/cache-cards/TC-0000001/nothing',
  '/api/card/TC-0000001/report/again',
  '/api/qr',
  '/api/test-login/again',
  '/api/admin',
  '/api/admin/nothing',
  '/api/constructor',
  '/api/__proto__',
  `/api/${'x'.repeat(8_000)}`,
  `/api${'/x'.repeat(2_000)}`,
];

test('unknown paths return 404 with JSON', () =>
  everyCase(unknownPaths, async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) expectError(await ask(method, path, member.client), 404, 'not_found', method);
  }));

const noCardIds = [
  '%',
  '%2',
  '%zz',
  '%E0%A4%A',
  '%ff%fe',
  '%00',
  '%2F',
  '..%2F..%2Fuser',
  'TC-1234567%2Freport',
  'TC%2D123456',
  'TC-12345678',
  'TC-12E4567',
  "'%20OR%201=1--",
  '%F0%9F%97%BA',
  '__proto__',
  'x'.repeat(2_000),
];

test.each(
  apiRoutes()
    .filter(({ path }) => path.includes(':cardId'))
    .map((route) => [nameOf(route), route] as const),
)('%s returns 404 for a malformed card id and writes nothing', async (_, route) => {
  const before = await everyRow();
  const { client } = isForAdmins(route) ? admin : member;
  await everyCase(
    noCardIds,
    async (cardId) => void expectError(await client.call(route.method, addressOf(route, cardId), bodyOf(route)), 404),
  );
  expect(await everyRow()).toEqual(before);
});

test.each([
  '?limit=0',
  '?limit=201',
  '?limit=-1',
  '?limit=1.5',
  '?limit=x',
  '?limit=',
  '?cursor=x',
  '?cursor=-1',
  `?cursor=${'9'.repeat(16)}`,
  '?limit=%00',
])('the token history rejects %s and names the parameter', async (query) => {
  const body = expectError(await member.client.get(`/api/tokens${query}`), 400, 'invalid_input');
  expect(Object.keys(body.fields ?? {})).toEqual([query.slice(1, query.indexOf('='))]);
});

test('unknown query parameters are ignored', async () => {
  expect((await member.client.get('/api/tokens?utm_source=x&__proto__=y&limit=5&limit=x')).status).toBe(200);
  expect((await member.client.get('/api/health?%E0%A4%A=%')).status).toBe(200);
});
