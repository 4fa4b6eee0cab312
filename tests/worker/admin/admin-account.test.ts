import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AdminProfileResponse } from '#schema/admin/account.ts';
import { adminWithPassword, signInAdmin } from '#tests/worker/support/admin/admin-with-password.ts';
import { advanceClock, Client, everyRow, expectError, row, setClock } from '#tests/worker/support/client.ts';

beforeEach(() => setClock('2026-11-21T10:01:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const lastAudit = (adminId: number) =>
  row(
    `SELECT action, entity_type, entity_id, before, after FROM audit_log
     WHERE admin_id = ? AND action <> 'admin.login' ORDER BY id DESC LIMIT 1`,
    adminId,
  );

/** Returns the emails queued for an address, such as the notice to the former email. */
const mailsTo = async (address: string) =>
  (await env.DB.prepare('SELECT template, payload FROM outbox WHERE to_address = ?').bind(address).all()).results;

describe('the administrator’s profile', () => {
  test('changes the names and returns a token of the same session', async () => {
    const { client, id, email } = await adminWithPassword();
    advanceClock(3_600);
    const answer = await client.put<AdminProfileResponse>('/api/admin/update-profile', { firstName: ' Kim ', lastName: 'Per', email });
    expect(answer).toMatchObject({ status: 200, body: { admin: { id, firstName: 'Kim', lastName: 'Per', email, role: 'admin' } } });
    expect((await client.get('/api/admin/me')).status).toBe(200);
    const renewed = client.bearer(answer.body.token ?? '');
    expect((await renewed.get('/api/admin/me')).body).toMatchObject({ firstName: 'Kim' });
    // Saving the profile returns a new token but does not extend the session. The new token therefore expires with the session.
    advanceClock(11 * 3_600);
    expect((await renewed.get('/api/admin/me')).status).toBe(401);
    expect(await lastAudit(id)).toEqual({
      action: 'admin.profile',
      entity_type: 'admin',
      entity_id: String(id),
      before: '{"firstName":"Kee"}',
      after: '{"firstName":"Kim"}',
    });
  });

  test('writes and audits nothing when saved unchanged', async () => {
    const { client, email } = await adminWithPassword();
    const before = await everyRow();
    const answer = await client.put<AdminProfileResponse>('/api/admin/update-profile', { firstName: 'Kee', lastName: 'Per', email });
    expect(answer).toMatchObject({ status: 200, body: { admin: { firstName: 'Kee', lastName: 'Per', email } } });
    expect(answer.body.token).toBeDefined();
    expect(await everyRow()).toEqual(before);
  });

  test('ends every session on a new email and returns no token', async () => {
    const { client, id, email, password } = await adminWithPassword();
    const other = client.bearer((await signInAdmin(client, email, password)).body.token);
    const answer = await client.put<AdminProfileResponse>('/api/admin/update-profile', {
      firstName: 'Kee',
      lastName: 'Per',
      email: 'moved@example.test',
    });
    expect(answer).toMatchObject({ status: 200, body: { admin: { email: 'moved@example.test' } } });
    expect(answer.body.token).toBeUndefined();
    expect(answer.body.message).toContain('Log in again');
    for (const session of [client, other]) expectError(await session.get('/api/admin/me'), 401, 'admin_not_signed_in');
    expectError(await signInAdmin(new Client(), email, password), 401, 'wrong_credentials');
    expect((await signInAdmin(new Client(), 'moved@example.test', password)).status).toBe(200);
    expect(await lastAudit(id)).toMatchObject({ before: `{"email":"${email}"}`, after: '{"email":"moved@example.test"}' });
    expect(await mailsTo(email)).toEqual([
      { template: 'admin_email_changed', payload: '{"firstName":"Kee","newEmail":"moved@example.test"}' },
    ]);
    expect(await mailsTo('moved@example.test')).toEqual([]);
  });

  test('does not change the email more than 10 minutes after a sign-in without a second factor', async () => {
    const { client, email } = await adminWithPassword();
    advanceClock(10 * 60);
    const profile = { firstName: 'Kim', lastName: 'Per', email: 'moved@example.test' };
    expectError(await client.put('/api/admin/update-profile', profile), 403, 'sign_in_again');
    expect((await client.put('/api/admin/update-profile', { ...profile, email })).status).toBe(200);
  });

  test('stores the same email in another case as written, and ends nothing', async () => {
    const { client, email } = await adminWithPassword();
    const answer = await client.put<AdminProfileResponse>('/api/admin/update-profile', {
      firstName: 'Kee',
      lastName: 'Per',
      email: email.toUpperCase(),
    });
    expect(answer.body.admin.email).toBe(`${email.split('@')[0]?.toUpperCase()}@example.test`);
    expect(await mailsTo(email)).toEqual([]);
    expect((await client.get('/api/admin/me')).status).toBe(200);
  });

  test('rejects an email of another administrator and writes nothing', async () => {
    const [one, other] = [await adminWithPassword(), await adminWithPassword()];
    const before = await everyRow();
    const profile = { firstName: 'Kim', lastName: 'Per', email: other.email.toUpperCase() };
    const body = expectError(await one.client.put('/api/admin/update-profile', profile), 409, 'email_taken');
    expect(body.fields).toEqual({ email: 'An account with this email already exists.' });
    expect(await everyRow()).toEqual(before);
  });

  test.each([
    { firstName: '', lastName: 'Per', email: 'a@example.test' },
    { firstName: 'Kim', lastName: ' ', email: 'a@example.test' },
    { firstName: 'Kim', lastName: 'Per', email: '' },
    { firstName: 'Kim', lastName: 'Per' },
  ])('requires all fields: %j is rejected', async (profile) => {
    const { client } = await adminWithPassword();
    const { fields } = expectError(await client.put('/api/admin/update-profile', profile), 400, 'invalid_input');
    expect(Object.values(fields ?? {})).toEqual(['All fields are required']);
  });

  test('changed twice concurrently is written once', async () => {
    const { client, id, email } = await adminWithPassword();
    const names = ['One', 'Two', 'Three'];
    const answers = await Promise.all(
      names.map((firstName) =>
        client.put('/api/admin/update-profile', { firstName, lastName: 'Per', email: `race-${firstName}@example.test` }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    // The request processed second fails because the email change ended its session or because the profile's version has changed.
    for (const status of statuses.slice(1)) expect(status).toBeOneOf([401, 409]);
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await row("SELECT count(*) AS n FROM audit_log WHERE admin_id = ? AND action = 'admin.profile'", id)).toEqual({ n: 1 });
  });
});

describe('the administrator’s password', () => {
  const newPassword = 'a-new-one-2';

  test('changes, ends every session but the current one, and is reported by email', async () => {
    const { client, id, email, password } = await adminWithPassword();
    const other = client.bearer((await signInAdmin(client, email, password)).body.token);
    const answer = await client.put('/api/admin/change-password', { currentPassword: password, newPassword });
    expect(answer).toMatchObject({ status: 200, body: { message: expect.stringContaining('Password changed') } });
    expect((await client.get('/api/admin/me')).status).toBe(200);
    expect((await mailsTo(email)).map(({ template }) => template)).toEqual(['admin_password_changed']);
    expect((await other.get('/api/admin/me')).status).toBe(401);
    expectError(await signInAdmin(new Client(), email, password), 401, 'wrong_credentials');
    expect((await signInAdmin(new Client(), email, newPassword)).status).toBe(200);
    expect(await lastAudit(id)).toEqual({
      action: 'admin.password',
      entity_type: 'admin',
      entity_id: String(id),
      before: null,
      after: null,
    });
  });

  test('returns 400 for a wrong current one and changes nothing', async () => {
    const { client } = await adminWithPassword();
    const except = ['rate_counters'];
    const before = await everyRow({ except });
    const body = expectError(
      await client.put('/api/admin/change-password', { currentPassword: 'wrong-one', newPassword }),
      400,
      'wrong_current_password',
    );
    expect(body.message).toBe('Current password is incorrect');
    expect(await everyRow({ except })).toEqual(before);
  });

  test('cannot be guessed by a stolen session: the sign-in limits apply', async () => {
    const { client, email, password } = await adminWithPassword();
    for (let time = 0; time < 10; time += 1) await client.put('/api/admin/change-password', { currentPassword: 'wrong-one', newPassword });
    expectError(await client.put('/api/admin/change-password', { currentPassword: password, newPassword }), 429, 'too_many_logins');
    expectError(await signInAdmin(client, email, password), 429, 'too_many_logins');
    advanceClock(14 * 60);
    expect((await client.put('/api/admin/change-password', { currentPassword: password, newPassword })).status).toBe(200);
  });

  test.each([
    [{ currentPassword: '', newPassword: 'secret-1' }, { currentPassword: 'All password fields are required' }],
    [{ currentPassword: 'pass-word-1' }, { newPassword: 'All password fields are required' }],
    [{ currentPassword: 'pass-word-1', newPassword: 'short' }, { newPassword: 'Password must be at least 6 characters' }],
    [{ currentPassword: 'pass-word-1', newPassword: 'x'.repeat(129) }, { newPassword: 'Use at most 128 characters' }],
  ])('cannot be changed with %j', async (passwords, fields) => {
    const { client } = await adminWithPassword();
    expect(expectError(await client.put('/api/admin/change-password', passwords), 400, 'invalid_input').fields).toEqual(fields);
  });

  test('changed twice concurrently is changed once', async () => {
    const { client, email, password } = await adminWithPassword();
    const answers = await Promise.all(
      ['first-one', 'second-one'].map((next) => client.put('/api/admin/change-password', { currentPassword: password, newPassword: next })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const won = answers[0]?.status === 200 ? 'first-one' : 'second-one';
    expect((await signInAdmin(new Client(), email, won)).status).toBe(200);
  });
});
