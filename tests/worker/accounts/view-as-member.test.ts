/** Viewing a member's account as an administrator: which routes are available, and when the view ends. Product rules: Administrators. */
import { env } from 'cloudflare:workers';
import { SignJWT } from 'jose';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ViewResponse } from '#schema/accounts/admin-users.ts';
import { adminIdleSeconds, viewingTtlSeconds } from '#schema/rules.ts';
import { newAdmin, type TestAdmin, withProof } from '#tests/worker/support/admin/administrators.ts';
import {
  advanceClock,
  Client,
  change,
  everyRow,
  expectError,
  newCard,
  newMember,
  row,
  type TestCard,
  type TestMember,
} from '#tests/worker/support/client.ts';
import { addressOf, apiRoutes, bodyOf, nameOf, type Route } from '#tests/worker/support/route-table.ts';
import { openToViewers } from '#worker/middleware/viewing.ts';
import { adminTokens, memberTokens, readSessionToken, signSessionToken, viewingTokens } from '#worker/security/session-token.ts';

let admin: TestAdmin;
let member: TestMember;
let card: TestCard;

beforeAll(async () => {
  [admin, member] = await Promise.all([newAdmin('admin'), newMember({ role: 'basic' })]);
  card = await newCard({ owner: member.id });
});

afterEach(() => {
  vi.useRealTimers();
});

const open = (by = admin, id: number | string = member.id, body: unknown = { reason: 'They asked what they are shown' }) =>
  by.client.post<ViewResponse>(`/api/admin/users/${id}/view`, body);

/** Opens the account view in a browser in which another member is signed in. */
async function viewer(token?: string): Promise<(route: Route) => ReturnType<Client['call']>> {
  const shown = token ?? (await open()).body.token;
  const { client } = await newMember();
  return (route) => client.call(route.method, addressOf(route, card.cardId), bodyOf(route), { Authorization: `Viewing ${shown}` });
}

const reading = (path: string): Route => ({ method: 'GET', path });

test('viewing shows the member’s data, not the data of the browser’s signed-in member, and is audited once with its reason', async () => {
  const see = await viewer();
  expect((await see(reading('/api/user'))).body).toMatchObject({ id: member.id, email: member.email, role: 'basic' });
  expect((await see(reading('/api/cache-cards'))).body).toMatchObject([{ cardId: card.cardId }]);
  for (let again = 0; again < 3; again += 1) await see(reading('/api/earnings'));
  expect(
    await row(
      `SELECT count(*) AS n, admin_id AS by, entity_id AS id, reason FROM audit_log WHERE action = 'user.view' AND user_id = ?`,
      member.id,
    ),
  ).toEqual({ n: 1, by: admin.id, id: String(member.id), reason: 'They asked what they are shown' });
});

test('viewing opens only the listed read routes and writes nothing', async () => {
  const see = await viewer();
  const routes = apiRoutes();
  const known = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path));
  expect([...openToViewers].filter((path) => !known.has(path))).toEqual([]);
  // Routes that are blocked while an administrator views a member's account because they would place an order, count against the member's
  // limits or return a secret.
  for (const closed of [
    '/api/payment-intent/:type/:id',
    '/api/cache-cards/:cardId',
    '/api/cache-cards/print.pdf',
    '/api/cards/near',
    '/api/my-data',
    '/api/sessions',
    '/api/payout-address',
  ])
    expect([known.has(closed), openToViewers.has(closed)], closed).toEqual([true, false]);
  const before = await everyRow();
  for (const route of routes) {
    const answer = await see(route);
    if (route.method === 'GET' && openToViewers.has(route.path)) expect(answer.status, nameOf(route)).toBe(200);
    else expectError(answer, 403, 'viewing_only', nameOf(route));
  }
  expectError(await see(reading('/api/no-such-call')), 404, 'not_found');
  expect(await everyRow()).toEqual(before);
  const { token } = (await open()).body;
  const head = { method: 'HEAD', headers: { Authorization: `Viewing ${token}` } };
  expect((await new Client().fetch('/api/user', head)).status).toBe(403);
});

describe('viewing ends', () => {
  const expectOver = async (token: string) => expect((await (await viewer(token))(reading('/api/user'))).status).toBe(401);

  test.each<[string, (by: TestAdmin) => Promise<unknown>]>([
    ['when the administrator signs out', (by) => by.client.post('/api/admin/logout')],
    ['when they sign out everywhere', (by) => by.client.post('/api/admin/sign-out-everywhere')],
    ['when they are disabled', (by) => change('UPDATE admins SET disabled_at = 1 WHERE id = ?', by.id)],
  ])('%s', async (_, end) => {
    const by = await newAdmin('admin');
    const { token } = (await open(by)).body;
    expect((await (await viewer(token))(reading('/api/user'))).status).toBe(200);
    await end(by);
    await expectOver(token);
  });

  test('after 15 minutes', async () => {
    vi.setSystemTime(Date.now());
    const { token, expiresAt } = (await open()).body;
    expect(Date.parse(expiresAt) - Math.floor(Date.now() / 1_000) * 1_000).toBe(viewingTtlSeconds * 1_000);
    const see = await viewer(token);
    advanceClock(viewingTtlSeconds - 5);
    expect((await see(reading('/api/user'))).status).toBe(200);
    advanceClock(10);
    expectError(await see(reading('/api/user')), 401, 'viewing_ended');
  });

  test('when the administrator’s session has been idle too long, which viewing does not extend', async () => {
    const by = await newAdmin('admin');
    by.client.workerEnv = { ...by.client.workerEnv, ENVIRONMENT: 'production' };
    const { token } = (await open(by)).body;
    const tab = Object.assign(new Client(), { workerEnv: by.client.workerEnv });
    const see = () => tab.get('/api/user', { Authorization: `Viewing ${token}` });
    const lastUsedAt = Math.floor(Date.now() / 1_000) - adminIdleSeconds + 60;
    await change('UPDATE admin_sessions SET last_used_at = ? WHERE admin_id = ?', lastUsedAt, by.id);
    expect((await see()).status).toBe(200);
    expect(await row('SELECT last_used_at AS at FROM admin_sessions WHERE admin_id = ?', by.id)).toEqual({ at: lastUsedAt });
    await change('UPDATE admin_sessions SET last_used_at = last_used_at - 60 WHERE admin_id = ?', by.id);
    expectError(await see(), 401, 'viewing_ended');
  });

  test('without the cookie that proves the administrator’s second factor, so a copied token is not enough', async () => {
    const by = await withProof(await newAdmin('admin'));
    const { token } = (await open(by)).body;
    const headers = { Authorization: `Viewing ${token}` };
    expect((await by.client.get('/api/user', headers)).status).toBe(200);
    expectError(await new Client().get('/api/user', headers), 401, 'viewing_ended');
    expectError(await new Client().get('/api/config', headers), 401, 'viewing_ended');
  });

  test('when the member requests deletion', async () => {
    const leaving = await newMember();
    const { token } = (await open(admin, leaving.id)).body;
    await change('UPDATE users SET deletion_requested_at = 1 WHERE id = ?', leaving.id);
    await expectOver(token);
    expectError(await open(admin, leaving.id), 404, 'member_not_found');
  });
});

test('a viewing token opens no other routes, and other tokens do not open viewing', async () => {
  const { token } = (await open()).body;
  for (const path of ['/api/user', '/api/admin/me']) expect((await new Client().bearer(token).get(path)).status, path).toBe(401);
  const now = Math.floor(Date.now() / 1_000);
  const sid = (JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as { sid: string }).sid;
  const signToken = (audience: string, key: string) =>
    new SignJWT({ userId: member.id, email: member.email, sid })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer('cache-cards')
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(now + 600)
      .sign(new TextEncoder().encode(key));
  const others = [
    admin.client.token ?? '',
    member.user.token,
    await signToken('cache-cards:member', env.USER_TOKEN_KEY),
    await signToken('cache-cards:viewing', env.USER_TOKEN_KEY),
    await signToken('cache-cards:admin', env.ADMIN_TOKEN_KEY),
    'no-token',
  ];
  for (const other of others) expectError(await (await viewer(other))(reading('/api/user')), 401, 'viewing_ended');
});

test('a cached token is not accepted as another kind of token', async () => {
  const key = await crypto.subtle.importKey('raw', new Uint8Array(32), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
  const subject = { id: member.id, email: member.email, sessionHash: 'a'.repeat(43) };
  for (const [own, other] of [
    [adminTokens, viewingTokens],
    [viewingTokens, adminTokens],
    [viewingTokens, memberTokens],
  ] as const) {
    const token = await signSessionToken(own, key, subject, Math.floor(Date.now() / 1_000) + 600);
    expect(await readSessionToken(own, key, token)).toMatchObject({ id: member.id });
    expect(await readSessionToken(other, key, token)).toBeUndefined();
  }
});

test('viewing requires a reason and an existing member', async () => {
  for (const body of [{}, { reason: ' ' }, { reason: 'x', userId: 1 }])
    expectError(await open(admin, member.id, body), 400, 'invalid_input');
  for (const id of [999_999, 'x']) expectError(await open(admin, id), 404, 'member_not_found');
});
