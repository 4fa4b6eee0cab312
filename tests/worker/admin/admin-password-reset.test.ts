/** Resetting an administrator's password through a link that a super administrator sends. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AdminWithPassword, adminWithPassword, signInAdmin } from '#tests/worker/support/admin/admin-with-password.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { advanceClock, Client, change, everyRow, expectError, row, setClock, tokenInMail } from '#tests/worker/support/client.ts';
import type { Env } from '#worker/env.ts';
import { sha256 } from '#worker/security/random.ts';
import { createStore } from '#worker/store/store.ts';

let boss: TestAdmin;
beforeEach(async () => {
  setClock('2026-11-21T10:01:00Z');
  boss = await newAdmin('super_admin');
});
afterEach(() => {
  vi.useRealTimers();
});

const newPassword = 'winding-brook-9';
const send = (to: { id: number }, by = boss) => by.client.post(`/api/admin/administrators/${to.id}/reset-link`);
const use = (token: string, password = newPassword, client = new Client()) =>
  client.post('/api/admin/reset-password', { token, newPassword: password });
const mailsTo = async (email: string) =>
  (
    await env.DB.prepare('SELECT message_id AS "messageId", template, payload FROM outbox WHERE to_address = ? ORDER BY id')
      .bind(email)
      .all<{ messageId: string; template: string; payload: string }>()
  ).results;
const auditOf = async (id: number) =>
  (
    await env.DB.prepare(
      `SELECT admin_id AS "by", action FROM audit_log WHERE entity_type = 'admin' AND entity_id = ? AND action <> 'admin.create' AND action NOT LIKE 'admin.login%' ORDER BY id`,
    )
      .bind(String(id))
      .all<{ by: number; action: string }>()
  ).results;
const isSignedIn = async (client: Client) => (await client.get('/api/admin/me')).status === 200;

/** Sends a password reset link and returns its token. */
async function linkFor(admin: AdminWithPassword): Promise<string> {
  expect((await send(admin)).status).toBe(200);
  const mails = (await mailsTo(admin.email)).filter(({ template }) => template === 'admin_reset_password');
  return tokenInMail(mails.at(-1)?.messageId ?? '');
}

describe('sending an administrator a reset link', () => {
  test('emails it to their current address, is audited, and changes nothing yet', async () => {
    const keeper = await adminWithPassword();
    const answer = await send(keeper);
    expect(answer).toMatchObject({ status: 200, body: { message: expect.stringContaining(keeper.email) } });
    const [mail, ...more] = await mailsTo(keeper.email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ template: 'admin_reset_password', payload: JSON.stringify({ firstName: 'Kee', sender: boss.email }) });
    expect(await auditOf(keeper.id)).toEqual([{ by: boss.id, action: 'admin.reset_link' }]);
    expect(await isSignedIn(keeper.client)).toBe(true);
    expect((await signInAdmin(new Client(), keeper.email, keeper.password)).status).toBe(200);
  });

  test('stores only the hash of its token', async () => {
    const token = await linkFor(await adminWithPassword());
    const rows = JSON.stringify(await everyRow());
    expect(rows).not.toContain(token);
    expect(rows).toContain(await sha256(token));
  });

  test('is rejected for plain administrators', async () => {
    const [keeper, plain] = [await adminWithPassword(), await newAdmin('admin')];
    const before = await everyRow();
    expectError(await send(keeper, plain), 403, 'super_admin_only');
    expect(await everyRow()).toEqual(before);
  });

  test('is rejected for oneself, unknown and disabled administrators', async () => {
    const gone = await adminWithPassword();
    await change('UPDATE admins SET disabled_at = 1 WHERE id = ?', gone.id);
    const before = await everyRow();
    expectError(await send(boss), 409, 'own_reset_link');
    expectError(await send({ id: 999_999 }), 404, 'administrator_not_found');
    expectError(await send(gone), 409, 'administrator_disabled');
    expect(await everyRow()).toEqual(before);
  });

  test('is rejected for a sender who was just demoted', async () => {
    const keeper = await adminWithPassword();
    const other = await newAdmin('super_admin');
    for (let round = 0; round < 3; round += 1) {
      const late = await newAdmin('super_admin');
      const [, sent] = await Promise.all([
        other.client.patch(`/api/admin/administrators/${late.id}`, { role: 'admin', version: 1 }),
        send(keeper, late),
      ]);
      if (sent.status !== 200) expectError(sent, 403, 'super_admin_only');
      const links = await row('SELECT count(*) AS n FROM audit_log WHERE admin_id = ? AND action = ?', late.id, 'admin.reset_link');
      expect(links).toEqual({ n: sent.status === 200 ? 1 : 0 });
    }
  });
});

describe('an administrator’s reset link', () => {
  test('sets the password once, ends every session, notifies them and is audited', async () => {
    const keeper = await adminWithPassword();
    const token = await linkFor(keeper);
    const browser = new Client();
    expect(await use(token, newPassword, browser)).toMatchObject({ status: 200, body: { message: expect.stringContaining('Log in') } });
    expect(await isSignedIn(keeper.client)).toBe(false);
    expect(await isSignedIn(boss.client)).toBe(true);
    expectError(await signInAdmin(new Client(), keeper.email, keeper.password), 401, 'wrong_credentials');
    expect((await signInAdmin(new Client(), keeper.email, newPassword)).status).toBe(200);
    expect((await mailsTo(keeper.email)).map(({ template }) => template)).toEqual(['admin_reset_password', 'admin_password_reset']);
    expect(await auditOf(keeper.id)).toEqual([
      { by: boss.id, action: 'admin.reset_link' },
      { by: keeper.id, action: 'admin.reset_password' },
    ]);
    expect(await row("SELECT address FROM audit_log WHERE action = 'admin.reset_password' AND admin_id = ?", keeper.id)).toEqual({
      address: browser.address,
    });
    expectError(await use(token, 'another-one-1'), 400, 'link_used');
  });

  test('makes the password permanent', async () => {
    const keeper = await adminWithPassword();
    await use(await linkFor(keeper));
    expect(await row('SELECT password_is_temporary AS "temporary" FROM admins WHERE id = ?', keeper.id)).toEqual({ temporary: 0 });
  });

  test('sets one password when used twelve times concurrently', { tags: 'long' }, async () => {
    const keeper = await adminWithPassword();
    const token = await linkFor(keeper);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => use(token, `password-${index}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers) if (answer.status !== 200) expectError(answer, 400, 'link_used');
    const won = answers.findIndex(({ status }) => status === 200);
    expect((await signInAdmin(new Client(), keeper.email, `password-${won}`)).status).toBe(200);
    expect((await auditOf(keeper.id)).filter(({ action }) => action === 'admin.reset_password')).toHaveLength(1);
    expect((await mailsTo(keeper.email)).filter(({ template }) => template === 'admin_password_reset')).toHaveLength(1);
  });

  test('works for an hour, if it is the newest one', async () => {
    const keeper = await adminWithPassword();
    const first = await linkFor(keeper);
    const second = await linkFor(keeper);
    expectError(await use(first), 400, 'link_used');
    advanceClock(3_600);
    const expired = expectError(await use(second), 400, 'admin_reset_link_expired');
    expect(expired.message).toContain('super administrator');
    const third = await linkFor(keeper);
    advanceClock(3_599);
    expect((await use(third)).status).toBe(200);
  });

  test('lifts the lock of wrong guesses', async () => {
    const keeper = await adminWithPassword();
    const browser = new Client();
    for (let time = 0; time < 10; time += 1) await signInAdmin(browser, keeper.email, 'not-the-password');
    expect((await signInAdmin(browser, keeper.email, keeper.password)).status).toBe(429);
    await use(await linkFor(keeper), newPassword, browser);
    expect((await signInAdmin(browser, keeper.email, newPassword)).status).toBe(200);
  });

  test.each<[string, (keeper: AdminWithPassword) => Promise<unknown>]>([
    [
      'they changed their password',
      ({ client, password }) => client.put('/api/admin/change-password', { currentPassword: password, newPassword: 'my-own-one-1' }),
    ],
    [
      'they changed their address',
      ({ client }) => client.put('/api/admin/update-profile', { firstName: 'Kee', lastName: 'Per', email: 'elsewhere@example.test' }),
    ],
    [
      'they were disabled, even if enabled again',
      async ({ id }) => {
        await boss.client.patch(`/api/admin/administrators/${id}`, { disabled: true, version: 1 });
        await boss.client.patch(`/api/admin/administrators/${id}`, { disabled: false, version: 2 });
      },
    ],
  ])('is void once %s', async (_, happens) => {
    const keeper = await adminWithPassword();
    const token = await linkFor(keeper);
    await happens(keeper);
    const before = await everyRow();
    expectError(await use(token), 400, 'link_used');
    expect(await everyRow()).toEqual(before);
  });

  test.each<[string, (keeper: AdminWithPassword) => Promise<unknown>]>([
    [
      'a change of name only',
      ({ client, email }) => client.put('/api/admin/update-profile', { firstName: 'Kim', lastName: 'Per', email: email.toUpperCase() }),
    ],
    ['a promotion', ({ id }) => boss.client.patch(`/api/admin/administrators/${id}`, { role: 'super_admin', version: 1 })],
    [
      'a failed attempt to disable them',
      async ({ id }) => {
        const actor = { adminId: boss.id, address: null, requestId: 'test' };
        const plan = {
          id,
          version: 9,
          role: 'admin',
          isDisabled: true,
          notice: null,
          before: { disabled: false },
          after: { disabled: true },
        } as const;
        expect(await createStore(env as unknown as Env).admin.administrators.change(actor, plan, Date.now() / 1_000)).toBeUndefined();
      },
    ],
  ])('still works after %s', async (_, happens) => {
    const keeper = await adminWithPassword();
    const token = await linkFor(keeper);
    await happens(keeper);
    expect((await use(token)).status).toBe(200);
  });

  test('of a disabled administrator sets nothing', async () => {
    const keeper = await adminWithPassword();
    const token = await linkFor(keeper);
    await change('UPDATE admins SET disabled_at = 1 WHERE id = ?', keeper.id);
    expectError(await use(token), 400, 'link_used');
    expectError(await signInAdmin(new Client(), keeper.email, newPassword), 401, 'wrong_credentials');
  });

  test.each(['no-such-token', 'x'.repeat(43)])('with the token %j is rejected', async (token) => {
    expectError(await use(token), 400, 'link_unknown');
  });

  test('enforces the password rules and is not consumed by a GET', async () => {
    const token = await linkFor(await adminWithPassword());
    expect(expectError(await use(token, 'short'), 400, 'invalid_input').fields).toHaveProperty('newPassword');
    expectError(await new Client().get(`/api/admin/reset-password?token=${token}`), 405, 'method_not_allowed');
    expect((await use(token)).status).toBe(200);
  });

  test('beyond the coarse rate limit is rejected before hashing', async () => {
    const client = new Client();
    client.workerEnv = { ...client.workerEnv, CREDENTIALS_LIMITER: { limit: async () => ({ success: false }) } };
    expectError(await use('no-such-token', newPassword, client), 429, 'too_many_requests');
  });

  test('does not work for a member, nor a member’s link for an administrator', async () => {
    const token = await linkFor(await adminWithPassword());
    expectError(await new Client().post('/api/reset-password', { token, newPassword }), 400, 'link_unknown');
  });
});
