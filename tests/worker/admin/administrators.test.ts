/** Super administrators create, promote, demote and disable administrators, but nobody can remove the last super administrator. */
import { describe, expect, test } from 'vitest';
import type { ListedAdministrator } from '#schema/admin/administrators.ts';
import type { SignedInAdmin } from '#schema/admin/session.ts';
import { adminWithPassword, signInAdmin } from '#tests/worker/support/admin/admin-with-password.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { Client, change, everyRow, expectError, row } from '#tests/worker/support/client.ts';

const path = (id: number | string) => `/api/admin/administrators/${id}`;
const registration = (email: string) => ({ email, password: 'secret-1', confirmPassword: 'secret-1' });
const readAdministrator = (id: number) =>
  row<{ role: string; disabled_at: number | null; version: number }>('SELECT role, disabled_at, version FROM admins WHERE id = ?', id);
const lastAudit = (entityId: number) =>
  row(
    "SELECT admin_id, action, before, after, address FROM audit_log WHERE entity_type = 'admin' AND entity_id = ? AND action <> 'admin.login' ORDER BY id DESC",
    String(entityId),
  );

describe('registering an administrator', () => {
  test('returns 201, the new administrator and their token', async () => {
    const boss = await newAdmin('super_admin');
    const answer = await boss.client.post<SignedInAdmin>('/api/admin/register', registration('New.Keeper@example.test'));
    expect(answer.status).toBe(201);
    const { admin, token } = answer.body;
    expect(admin).toEqual({
      id: admin.id,
      email: 'New.Keeper@example.test',
      firstName: null,
      lastName: null,
      role: 'admin',
      mustSetPassword: false,
      secondFactor: 'optional',
    });
    expect((await new Client().bearer(token).get('/api/admin/me')).body).toEqual(admin);
    expect((await signInAdmin(new Client(), 'new.keeper@example.test', 'secret-1')).status).toBe(200);
    expect(await lastAudit(admin.id)).toEqual({
      admin_id: boss.id,
      action: 'admin.create',
      before: null,
      after: '{"email":"New.Keeper@example.test","firstName":null,"lastName":null,"role":"admin"}',
      address: boss.client.address,
    });
  });

  test('emails the other super administrators, whatever the new role', async () => {
    const [boss, other] = [await newAdmin('super_admin'), await newAdmin('super_admin')];
    for (const [role, is] of [
      ['admin', 'admin_created'],
      ['super_admin', 'created'],
    ] as const) {
      const email = `mailed-${role}@example.test`;
      expect((await boss.client.post('/api/admin/register', { ...registration(email), role })).status).toBe(201);
      const mails = (to: string) =>
        row(
          `SELECT count(*) AS n FROM outbox WHERE template = 'super_admin_changed' AND to_address = ? AND payload ->> 'administrator' = ?
           AND payload ->> 'change' = ?`,
          to,
          email,
          is,
        );
      expect([await mails(other.email), await mails(boss.email)]).toEqual([{ n: 1 }, { n: 0 }]);
    }
  });

  test('with an email in use is rejected, regardless of case, and writes nothing', async () => {
    const [boss, other] = [await newAdmin('super_admin'), await newAdmin('admin')];
    const before = await everyRow();
    const answer = await boss.client.post('/api/admin/register', registration(other.email.toUpperCase()));
    expect(expectError(answer, 409, 'email_taken').fields).toEqual({ email: 'An account with this email already exists.' });
    expect(await everyRow()).toEqual(before);
  });

  test('twice concurrently with one email creates one', async () => {
    const boss = await newAdmin('super_admin');
    const answers = await Promise.all([1, 2, 3].map(() => boss.client.post('/api/admin/register', registration('twice@example.test'))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await row("SELECT count(*) AS n FROM audit_log WHERE after LIKE '%twice@%'")).toEqual({ n: 1 });
  });

  test.each([
    [{ email: 'nobody' }, { email: 'Please enter a valid email address' }],
    [
      { password: 'short', confirmPassword: 'short' },
      { password: 'Password must be at least 6 characters', confirmPassword: 'Password must be at least 6 characters' },
    ],
    [{ confirmPassword: 'another-1' }, { confirmPassword: "Passwords don't match" }],
    [{ role: 'owner' }, { role: 'The role must be admin or super_admin' }],
    [{ id: 1 }, { id: 'This field is not accepted here' }],
  ])('with %j is rejected', async (wrong, fields) => {
    const { client } = await newAdmin('super_admin');
    const answer = await client.post('/api/admin/register', { ...registration('wrong@example.test'), ...wrong });
    expect(expectError(answer, 400, 'invalid_input').fields).toEqual(fields);
  });
});

describe('the list of administrators', () => {
  test('shows all, without secrets', async () => {
    const { client, email } = await newAdmin('super_admin');
    const answer = await client.get<ListedAdministrator[]>('/api/admin/administrators?limit=200');
    expect(answer.status).toBe(200);
    const own = answer.body.find((one) => one.email === email);
    expect(Object.keys(own ?? {}).sort()).toEqual(
      ['createdAt', 'disabledAt', 'email', 'firstName', 'id', 'lastLoginAt', 'lastName', 'role', 'version'].sort(),
    );
    expect(answer.headers.get('X-Total-Count')).toBe(String(answer.body.length));
    const keys = answer.body.map((one) => one.email.toLowerCase());
    expect(keys).toEqual(keys.toSorted());
  });

  test('is searchable by name and email, ordered by creation, and exported', async () => {
    const { client } = await newAdmin('super_admin');
    await client.post('/api/admin/register', { ...registration('zelda@example.test'), firstName: '=Zelda', lastName: 'Zimmer' });
    const found = await client.get<ListedAdministrator[]>('/api/admin/administrators?q=zelda%20zim');
    expect(found.body.map(({ email }) => email)).toEqual(['zelda@example.test']);
    const newest = await client.get<ListedAdministrator[]>('/api/admin/administrators?sort=-created&limit=1');
    expect(newest.body.map(({ email }) => email)).toEqual(['zelda@example.test']);
    expect(newest.headers.get('Link')).toContain('rel="next"');
    const csv = await client.get<string>('/api/admin/administrators/export.csv?q=zelda');
    expect(csv.body).toContain("zelda@example.test,'=Zelda,Zimmer,admin,");
  });
});

describe('changing an administrator', () => {
  test('promotes and demotes, and is audited', async () => {
    const [boss, other] = [await newAdmin('super_admin'), await newAdmin('admin')];
    const answer = await boss.client.patch(path(other.id), { role: 'super_admin', version: 1 });
    expect(answer).toMatchObject({ status: 200, body: { id: other.id, role: 'super_admin', disabledAt: null, version: 2 } });
    expect((await other.client.get('/api/admin/administrators')).status).toBe(200);
    expect(await lastAudit(other.id)).toMatchObject({
      admin_id: boss.id,
      action: 'admin.change',
      before: '{"role":"admin"}',
      after: '{"role":"super_admin"}',
    });
    expect((await boss.client.patch(path(other.id), { role: 'admin', version: 2 })).status).toBe(200);
    expectError(await other.client.get('/api/admin/administrators'), 403, 'super_admin_only');
  });

  test('to disabled ends every session at once; enabling allows a new sign-in but restores no session', async () => {
    const boss = await newAdmin('super_admin');
    const other = await adminWithPassword();
    const { body } = await boss.client.patch<ListedAdministrator>(path(other.id), { disabled: true, version: 1 });
    expect(body.disabledAt).not.toBeNull();
    expectError(await other.client.get('/api/admin/me'), 401, 'admin_not_signed_in');
    expectError(await signInAdmin(new Client(), other.email, other.password), 401, 'wrong_credentials');
    expect((await boss.client.patch(path(other.id), { disabled: false, version: 2 })).status).toBe(200);
    expect((await other.client.get('/api/admin/me')).status).toBe(401);
    expect((await signInAdmin(new Client(), other.email, other.password)).status).toBe(200);
    expect(await lastAudit(other.id)).toMatchObject({ before: '{"disabled":true}', after: '{"disabled":false}' });
  });

  test('to their current state is not audited', async () => {
    const [boss, other] = [await newAdmin('super_admin'), await newAdmin('admin')];
    const before = await everyRow();
    const answer = await boss.client.patch(path(other.id), { role: 'admin', disabled: false, version: 1 });
    expect(answer).toMatchObject({ status: 200, body: { role: 'admin', version: 1 } });
    expect(await everyRow()).toEqual(before);
  });

  test('twice concurrently succeeds once and overwrites nothing', async () => {
    const [boss, other] = [await newAdmin('super_admin'), await newAdmin('admin')];
    const answers = await Promise.all([
      boss.client.patch(path(other.id), { role: 'super_admin', version: 1 }),
      boss.client.patch(path(other.id), { disabled: true, version: 1 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await readAdministrator(other.id))?.version).toBe(2);
    expect(await row("SELECT count(*) AS n FROM audit_log WHERE action = 'admin.change' AND entity_id = ?", String(other.id))).toEqual({
      n: 1,
    });
    expectError(await boss.client.patch(path(other.id), { role: 'admin', version: 1 }), 409, 'changed_meanwhile');
  });

  test('is rejected for oneself', async () => {
    const boss = await newAdmin('super_admin');
    const before = await everyRow();
    for (const wish of [{ role: 'admin' }, { disabled: true }, { role: 'super_admin' }])
      expectError(await boss.client.patch(path(boss.id), { ...wish, version: 1 }), 409, 'own_administrator');
    expect(await everyRow()).toEqual(before);
  });

  test.each(['999999', '0', '-1', '1.0', 'x', '1e3', '%00', '9'.repeat(30)])('with the unknown id %s returns 404', async (id) => {
    const { client } = await newAdmin('super_admin');
    expectError(await client.patch(path(id), { role: 'admin', version: 1 }), 404);
  });

  test('without any field is rejected', async () => {
    const [boss, other] = [await newAdmin('super_admin'), await newAdmin('admin')];
    expectError(await boss.client.patch(path(other.id), { version: 1 }), 400, 'invalid_input');
  });
});

describe('one super administrator always remains', () => {
  async function disableAllExcept(...kept: TestAdmin[]): Promise<void> {
    await change(`UPDATE admins SET role = 'admin' WHERE id NOT IN (${kept.map(({ id }) => id).join(', ')})`);
  }
  const remainingSuperAdmins = async () =>
    (await row<{ n: number }>("SELECT count(*) AS n FROM admins WHERE role = 'super_admin' AND disabled_at IS NULL"))?.n;

  test.each([
    [{ role: 'admin' }, { role: 'admin' }],
    [{ disabled: true }, { disabled: true }],
    [{ role: 'admin' }, { disabled: true }],
  ])('when two remove each other concurrently (%j and %j)', async (wish, otherWish) => {
    for (let round = 0; round < 10; round += 1) {
      const [one, other] = [await newAdmin('super_admin'), await newAdmin('super_admin')];
      await disableAllExcept(one, other);
      const answers = await Promise.all([
        one.client.patch(path(other.id), { ...wish, version: 1 }),
        other.client.patch(path(one.id), { ...otherWish, version: 1 }),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await remainingSuperAdmins()).toBe(1);
    }
  });

  test('when three remove each other in a ring', async () => {
    for (let round = 0; round < 10; round += 1) {
      const ring = [await newAdmin('super_admin'), await newAdmin('super_admin'), await newAdmin('super_admin')];
      await disableAllExcept(...ring);
      await Promise.all(ring.map(({ client }, at) => client.patch(path(ring[(at + 1) % 3]?.id ?? 0), { role: 'admin', version: 1 })));
      expect(await remainingSuperAdmins()).toBeGreaterThanOrEqual(1);
    }
  });

  test('and one who was just demoted cannot create administrators', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await newAdmin('super_admin'), await newAdmin('super_admin')];
      const email = `late-${round}@example.test`;
      const [demoted, made] = await Promise.all([
        one.client.patch(path(other.id), { role: 'admin', version: 1 }),
        other.client.post('/api/admin/register', registration(email)),
      ]);
      expect(demoted.status).toBe(200);
      if (made.status !== 201) expectError(made, 403, 'super_admin_only');
      expect(await row('SELECT count(*) AS n FROM admins WHERE email_key = ?', email)).toEqual({ n: made.status === 201 ? 1 : 0 });
    }
  });
});
