/**
 * Administrators whose password was set by someone else. In production, they must choose their own password before they can do anything
 * else.
 */
import { env } from 'cloudflare:workers';
import { describe, expect, test, vi } from 'vitest';
import type { Admin, SignedInAdmin } from '#schema/admin/session.ts';
import { adminWithPassword, signInAdmin } from '#tests/worker/support/admin/admin-with-password.ts';
import { newAdmin, withProof } from '#tests/worker/support/admin/administrators.ts';
import { Client, everyRow, expectError, noFiles, row } from '#tests/worker/support/client.ts';
import type { Env } from '#worker/env.ts';

const production = (workerEnv: Env): Env => ({ ...workerEnv, ENVIRONMENT: 'production' });

function inProduction<Caller extends Client>(client: Caller): Caller {
  client.workerEnv = production(client.workerEnv);
  return client;
}

const isTemporary = async (id: number) =>
  (await row<{ temporary: number }>('SELECT password_is_temporary AS "temporary" FROM admins WHERE id = ?', id))?.temporary === 1;
const change = (client: Client, currentPassword: string, newPassword: string) =>
  client.put('/api/admin/change-password', { currentPassword, newPassword });

describe.each([
  ['the token returned by registration', async (admin: Awaited<ReturnType<typeof adminWithPassword>>) => inProduction(admin.client)],
  [
    'a sign-in with the password that the creator chose',
    async ({ email, password }: Awaited<ReturnType<typeof adminWithPassword>>) => {
      const { body, status } = await signInAdmin(inProduction(new Client()), email, password);
      expect(status).toBe(200);
      expect(body.admin.mustSetPassword).toBe(true);
      return inProduction(new Client().bearer(body.token));
    },
  ],
])('%s', (_, callerOf) => {
  test('can read the own profile and nothing else', async () => {
    const made = await adminWithPassword('super_admin');
    const caller = await callerOf(made);
    expect(await caller.get<Admin>('/api/admin/me')).toMatchObject({ status: 200, body: { id: made.id, mustSetPassword: true } });
    const before = await everyRow();
    for (const path of ['users', 'totals', 'administrators', 'audit/export.csv'])
      expectError(await caller.get(`/api/admin/${path}`), 403, 'own_password_first');
    expectError(await caller.post('/api/admin/sign-out-everywhere'), 403, 'own_password_first');
    expect(await everyRow()).toEqual(before);
    expect((await caller.post('/api/admin/logout')).status).toBe(200);
    expectError(await caller.get('/api/admin/me'), 401, 'admin_not_signed_in');
  });

  test('can do everything after an own password is set', async () => {
    const made = await adminWithPassword('super_admin');
    const caller = await callerOf(made);
    expect((await change(caller, made.password, 'my-own-one-1')).status).toBe(200);
    expect(await isTemporary(made.id)).toBe(false);
    expect((await caller.get('/api/admin/users')).status).toBe(200);
    expect((await caller.get<Admin>('/api/admin/me')).body.mustSetPassword).toBe(false);
    const again = await signInAdmin(inProduction(new Client()), made.email, 'my-own-one-1');
    expect(again.body.admin.mustSetPassword).toBe(false);
  });

  test('cannot set the password that the creator knows', async () => {
    const made = await adminWithPassword();
    const caller = await callerOf(made);
    const refused = expectError(await change(caller, made.password, made.password), 400, 'password_not_own');
    expect(refused.fields).toEqual({ newPassword: 'Please choose your own password: the person who created your account knows this one.' });
    expect(await isTemporary(made.id)).toBe(true);
    expectError(await change(caller, 'wrong-one-1', 'wrong-one-1'), 400, 'wrong_current_password');
  });
});

test('the creator’s token ends when the new administrator sets a password', async () => {
  const { client, email, password } = await adminWithPassword();
  const own = client.bearer((await signInAdmin(new Client(), email, password)).body.token);
  expect((await change(inProduction(own), password, 'my-own-one-1')).status).toBe(200);
  expectError(await inProduction(client).get('/api/admin/me'), 401, 'admin_not_signed_in');
});

test('a download link does not open before an own password is set', async () => {
  const { client } = await adminWithPassword();
  const { body } = await client.post<{ url: string }>('/api/admin/download-links', { path: '/api/admin/users/export.csv' });
  expectError(await inProduction(new Client()).get(body.url), 403, 'own_password_first');
});

test('in development a temporary password gives a full session', async () => {
  const { client, email, password } = await adminWithPassword('super_admin');
  const { body } = await signInAdmin(new Client(), email, password);
  expect(body.admin.mustSetPassword).toBe(false);
  for (const caller of [client, new Client().bearer(body.token)]) expect((await caller.get('/api/admin/administrators')).status).toBe(200);
});

test('an administrator with an own password is not asked to set one in production', async () => {
  const { client } = await withProof(await newAdmin('super_admin'));
  expect((await inProduction(client).get<Admin>('/api/admin/me')).body.mustSetPassword).toBe(false);
  expect((await client.get('/api/admin/administrators')).status).toBe(200);
});

test('the most common passwords are rejected in production, wherever one is set', async () => {
  const { client } = await withProof(await newAdmin('super_admin'));
  const made = await adminWithPassword();
  const registration = { email: 'common@example.test', password: 'Password1', confirmPassword: 'Password1' };
  const before = await everyRow();
  const refused = expectError(await inProduction(client).post('/api/admin/register', registration), 400, 'password_too_common');
  expect(refused.fields).toEqual({ password: 'This is one of the 10,000 most common passwords. Please choose a different one.' });
  expectError(await change(inProduction(made.client), made.password, 'iloveyou'), 400, 'password_too_common');
  expectError(
    await inProduction(new Client()).post('/api/admin/reset-password', { token: 'x'.repeat(43), newPassword: '123456' }),
    400,
    'password_too_common',
  );
  expect(await everyRow()).toEqual(before);
  client.workerEnv = { ...client.workerEnv, ENVIRONMENT: 'development' };
  expect((await client.post('/api/admin/register', registration)).status).toBe(201);
});

test('no password can be set in production while the list of common passwords is unreadable', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const made = await adminWithPassword();
  const client = inProduction(made.client);
  client.workerEnv = { ...client.workerEnv, ASSETS: noFiles };
  const before = await everyRow();
  expectError(await change(client, made.password, 'tr33 by the lake'), 503, 'password_check_unavailable');
  expect(await everyRow()).toEqual(before);
  client.workerEnv = production(env as unknown as Env);
  expect((await change(client, made.password, 'tr33 by the lake')).status).toBe(200);
});

test('registering an administrator in production returns 201 with a token, as everywhere', async () => {
  const { client } = await withProof(await newAdmin('super_admin'));
  const registration = { email: 'made-there@example.test', password: 'secret-1', confirmPassword: 'secret-1' };
  const answer = await inProduction(client).post<SignedInAdmin>('/api/admin/register', registration);
  expect(answer).toMatchObject({ status: 201, body: { admin: { email: 'made-there@example.test', mustSetPassword: true } } });
});
