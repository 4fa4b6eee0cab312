/** Checks for every route whether administrators need a second factor to call it. */
import { beforeAll, expect, test } from 'vitest';
import type { MemberNote, MemberNotes } from '#schema/accounts/admin-member-notes.ts';
import type { Admin } from '#schema/admin/session.ts';
import { newAdmin, proofCookie, type TestAdmin, withProof } from '#tests/worker/support/admin/administrators.ts';
import { type Client, everyRow, expectError, newCard, newMember } from '#tests/worker/support/client.ts';
import { addressOf, bodyOf, isForAdmins, nameOf, type Route, routesWhere } from '#tests/worker/support/route-table.ts';

/**
 * Super administrators' calls that accept second-factor proofs of any age: reading data, holding a commission or chest, sending reminders
 * about missing payout addresses, and closing second looks. All other calls require a proof from the last 15 minutes.
 */
const anyAge = new Set([
  'GET /api/admin/administrators',
  'GET /api/admin/administrators/export.csv',
  'GET /api/admin/payouts/runs',
  'GET /api/admin/payouts/runs/export.csv',
  'GET /api/admin/payouts/runs/lines',
  'GET /api/admin/payouts/runs/lines/export.csv',
  'GET /api/admin/payouts/runs/preview',
  'GET /api/admin/payouts/runs/:id',
  'GET /api/admin/payouts/runs/:id/paypal.csv',
  'GET /api/admin/payouts/runs/:id/lines.csv',
  'GET /api/admin/disputes/:disputeId/evidence',
  'GET /api/admin/orders/:orderId/refund-effects',
  'GET /api/admin/payouts/years/export.csv',
  'GET /api/admin/payouts/commissions/:id/effects',
  'GET /api/admin/payouts/chests/:id/effects',
  'POST /api/admin/payouts/without-address/reminders',
  'GET /api/admin/payouts/runs/waiting',
  'POST /api/admin/payouts/commissions/:id/hold',
  'POST /api/admin/payouts/chests/:id/hold',
  'POST /api/admin/second-looks/:id/close',
]);
/**
 * Returns whether a route can be called before second-factor verification. Without such routes, nobody could set up or verify a second
 * factor.
 */
const beforeProof = (name: string) => name.includes(' /api/admin/factors') || name === 'GET /api/admin/me';

const superRoutes = routesWhere(({ access }) => access === 'super_admin');
const adminRoutes = routesWhere((_, route) => isForAdmins(route));
/** Routes open to every administrator, each with a request that only super administrators may make. */
const inPart: [string, Record<string, unknown>][] = [
  ['PATCH /api/admin/users/:userId', { email: 'other@example.test', reason: 'They asked', version: 1 }],
  ['POST /api/admin/review-decisions', { action: 'suspend', memberIds: [1], reason: 'A test', seen: 'x' }],
  ['POST /api/admin/orders/:orderId/print', { cardSize: 'card_flat_105x74_mm', environment: 'production' }],
  ['POST /api/admin/test-card-api', { numCards: 1, cardSize: 'card_flat_105x74_mm', environment: 'production' }],
];

let cardId: string;
let memberId: number;
beforeAll(async () => {
  cardId = (await newCard()).cardId;
  memberId = (await newMember()).id;
});

function inProduction({ client }: TestAdmin): Client {
  client.workerEnv = { ...client.workerEnv, ENVIRONMENT: 'production' };
  return client;
}

const call = (client: Client, route: Route, body = bodyOf(route)) =>
  client.call(route.method, addressOf(route, cardId).replace('/users/999999', `/users/${memberId}`), body);

/** Returns, for each route, the error code if the call was rejected for lack of a second factor; otherwise undefined. */
async function refusals(client: Client, routes: Route[]): Promise<Record<string, string | undefined>> {
  const answers = await Promise.all(routes.map(async (route) => [nameOf(route), await call(client, route)] as const));
  return Object.fromEntries(
    answers.map(([name, { status, body }]) => {
      expect(status, `${name} ${JSON.stringify(body)}`).not.toBeOneOf([401, 500]);
      const { code } = body as { code?: string };
      return [name, /^second_factor_(needed|missing|stale)$/.test(code ?? '') ? code : undefined];
    }),
  );
}

const each = (routes: Route[], codeOf: (name: string) => string | undefined) =>
  Object.fromEntries(routes.map((route) => [nameOf(route), codeOf(nameOf(route))]));
const noteless = { except: ['rate_counters', 'audit_log', 'running_totals', 'passkey_challenges', 'admin_totp'] };

test('in production all super administrators’ calls require setting up a second factor, and write nothing', async () => {
  const client = inProduction(await newAdmin());
  const before = await everyRow();
  expect(await refusals(client, superRoutes)).toEqual(each(superRoutes, () => 'second_factor_missing'));
  for (const [name, body] of inPart) {
    const [method = '', path = ''] = name.split(' ');
    expectError(await call(client, { method, path }, body), 403, 'second_factor_missing', name);
  }
  expect(await everyRow()).toEqual(before);
  expect((await client.get<Admin>('/api/admin/me')).body.secondFactor).toBe('missing');
  expect((await client.get('/api/admin/users')).status).toBe(200);
});

test('an administrator with a second factor must prove it first, also in development, and nothing is written', async () => {
  const admin = await withProof(await newAdmin());
  const secret = admin.client.cookies.get(proofCookie) ?? '';
  admin.client.cookies.delete(proofCookie);
  const routesNeedingProof = adminRoutes.filter((route) => !beforeProof(nameOf(route)));
  const before = await everyRow(noteless);
  expect(await refusals(admin.client, routesNeedingProof)).toEqual(each(routesNeedingProof, () => 'second_factor_needed'));
  // A proof cookie from another session or from an earlier proof is rejected.
  admin.client.cookies.set(proofCookie, (await withProof(await newAdmin())).client.cookies.get(proofCookie) ?? '');
  expectError(await admin.client.get('/api/admin/users'), 403, 'second_factor_needed');
  expect((await admin.client.get<Admin>('/api/admin/me')).body.secondFactor).toBe('required');
  expect(Object.keys(await everyRow(noteless))).toEqual(Object.keys(before));
  admin.client.cookies.set(proofCookie, secret);
  expect((await admin.client.get<Admin>('/api/admin/me')).body.secondFactor).toBe('proved');
  expect((await admin.client.get('/api/admin/administrators')).status).toBe(200);
});

test('calls that move money, tokens, tiers, emails or roles need a second-factor proof of the last 15 minutes', async () => {
  const client = inProduction(await withProof(await newAdmin(), 15 * 60));
  expect(await refusals(client, superRoutes)).toEqual(each(superRoutes, (name) => (anyAge.has(name) ? undefined : 'second_factor_stale')));
  for (const [name, body] of inPart) {
    const [method = '', path = ''] = name.split(' ');
    expectError(await call(client, { method, path }, body), 403, 'second_factor_stale', name);
  }
  const profile = { firstName: 'Ad', lastName: 'Min', email: 'elsewhere@example.test' };
  expectError(await client.put('/api/admin/update-profile', profile), 403, 'second_factor_stale');
  expectError(await client.post('/api/admin/factors/app'), 403, 'second_factor_stale');
  expect((await client.get('/api/admin/users')).status).toBe(200);
  expect([...anyAge].filter((name) => !adminRoutes.some((route) => nameOf(route) === name))).toEqual([]);
});

test('a fresh second-factor proof opens all calls', async () => {
  const client = inProduction(await withProof(await newAdmin()));
  const rest = superRoutes.filter((route) => nameOf(route) !== 'POST /api/admin/register');
  expect(await refusals(client, rest)).toEqual(each(rest, () => undefined));
});

test('plain administrators need no second factor in production', async () => {
  const client = inProduction(await newAdmin('admin'));
  const open = adminRoutes.filter((route) => !superRoutes.includes(route));
  expect(await refusals(client, open)).toEqual(each(open, () => undefined));
});

test('data for super administrators only is omitted before a second factor is set up', async () => {
  const client = inProduction(await newAdmin());
  const { body } = await client.get<{ personal: unknown }[]>('/api/admin/audit');
  expect(body.length).toBeGreaterThan(0);
  expect(body.every(({ personal }) => personal === null)).toBe(true);
});

test('another administrator’s note cannot be removed before a second factor is set up', async () => {
  const client = inProduction(await newAdmin());
  const notes = `/api/admin/users/${memberId}/notes`;
  const { id } = (await (await newAdmin('admin')).client.post<MemberNote>(notes, { text: 'Called about a card' })).body;
  expect((await client.get<MemberNotes>(notes)).body.notes.find((note) => note.id === id)?.mayRemove).toBe(false);
  expectError(await client.call('DELETE', `${notes}/${id}`), 403, 'not_note_author');
});

test('calls refused for lack of a second factor are audited, once an hour of each kind', async () => {
  const admin = await newAdmin('admin');
  for (let time = 0; time < 3; time += 1)
    expectError(await admin.client.post('/api/admin/users/1/tokens', { amount: 5, reason: 'For me' }), 403, 'super_admin_only');
  const { client } = await newAdmin();
  const { body } = await client.get<{ action: string; personal: { after: unknown } }[]>(`/api/admin/audit?admin=${admin.id}`);
  expect(body).toMatchObject([
    { action: 'admin.refused', personal: { after: { code: 'super_admin_only', call: 'POST /api/admin/users/:userId/tokens' } } },
  ]);
});
