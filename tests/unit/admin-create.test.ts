/** `npm run admin:create`: what it refuses, and that what it writes can be signed in with. */
import { DatabaseSync } from 'node:sqlite';
import initialize from '@phi-ag/argon2/node';
import { expect, test } from 'vitest';
import type { AdminRegisterRequest } from '#schema/admin/account.ts';
import { hashPassword } from '#scripts/password-hash.ts';
import { administratorSql, failureSentence, readAdministrator } from '#scripts/setup/new-administrator.ts';
import { migrateDatabase } from '#tests/support/migrate-database.ts';

const asked = { email: ' Ada@Your.domain ', firstName: "O'Hara; DROP TABLE admins; --", lastName: undefined, role: undefined };
const password = 'a-good-one';

function wanted(): AdminRegisterRequest {
  const account = readAdministrator(asked, password, password);
  if (typeof account === 'string') throw new Error(account);
  return account;
}

test('makes a super administrator unless it is told otherwise', () => {
  expect(wanted()).toMatchObject({ email: 'Ada@Your.domain', role: 'super_admin' });
  expect(readAdministrator({ ...asked, role: 'admin' }, password, password)).toMatchObject({ role: 'admin' });
});

test.each([
  [{ email: undefined }, password, 'Please say whom to make'],
  [{ email: 'nobody' }, password, 'Please enter a valid email address'],
  [{ role: 'owner' }, password, 'The role is admin or super_admin'],
  [{ firstName: 'x'.repeat(201) }, password, 'First name can have at most 200 characters'],
  [{}, 'short', 'Password must be at least 6 characters'],
  [{}, 'x'.repeat(129), 'Use at most 128 characters'],
  [{}, 'another-one', "Passwords don't match"],
])('refuses %j with a sentence', (wrong, typed, sentence) => {
  const refusal = readAdministrator({ ...asked, ...wrong }, typed, typed === 'another-one' ? password : typed);
  expect(refusal).toContain(sentence);
});

test('writes the administrator and an audit row, whatever the name holds, and no password', async () => {
  const database = new DatabaseSync(':memory:');
  migrateDatabase(database);
  const sql = administratorSql(wanted(), await hashPassword(password), 1_000);
  expect(sql).not.toContain(password);
  database.exec(sql);
  const row = database.prepare('SELECT email, email_key, first_name, last_name, role, created_at, password_hash FROM admins').get();
  expect(row).toMatchObject({
    email: 'Ada@Your.domain',
    email_key: 'ada@your.domain',
    first_name: "O'Hara; DROP TABLE admins; --",
    last_name: null,
    role: 'super_admin',
    created_at: 1_000,
  });
  expect((await initialize()).tryVerify(String(row?.password_hash), password).success).toBe(true);
  expect(database.prepare('SELECT admin_id, action, entity_id FROM audit_log').get()).toMatchObject({
    admin_id: null,
    action: 'admin.create',
    entity_id: '1',
  });
  expect(() => database.exec(sql)).toThrow('UNIQUE constraint failed: admins.email_key');
  expect(database.prepare('SELECT count(*) AS n FROM audit_log').get()).toEqual({ n: 1 });
});

test('says what a failure means', () => {
  expect(failureSentence('✘ UNIQUE constraint failed: admins.email_key: SQLITE_CONSTRAINT')).toContain('already');
  expect(failureSentence('no such table: admins: SQLITE_ERROR')).toContain('npm start');
  expect(failureSentence('Authentication error [code: 10000]')).toBeUndefined();
});
