/** `npm run admin:create` rejects invalid input and creates an administrator who can sign in. */
import { DatabaseSync } from 'node:sqlite';
import initialize from '@phi-ag/argon2/node';
import { describe, expect, test } from 'vitest';
import type { AdminRegisterRequest } from '#schema/admin/account.ts';
import { hashPassword } from '#scripts/password-hash.ts';
import { administratorSql, failureSentence, passwordResetSql, readAdministrator, readReset } from '#scripts/setup/new-administrator.ts';
import { migrateDatabase } from '#tests/support/database/migrate-database.ts';

const input = { email: ' Ada@Your.domain ', firstName: "O'Hara; DROP TABLE admins; --", lastName: undefined, role: undefined };
const password = 'a-good-one';

function validRequest(): AdminRegisterRequest {
  const account = readAdministrator(input, password, password);
  if (typeof account === 'string') throw new Error(account);
  return account;
}

test('admin:create creates a super administrator by default', () => {
  expect(validRequest()).toMatchObject({ email: 'ada@your.domain', role: 'super_admin' });
  expect(readAdministrator({ ...input, role: 'admin' }, password, password)).toMatchObject({ role: 'admin' });
});

test.each([
  [{ email: undefined }, password, 'Pass the email of the new administrator'],
  [{ email: 'nobody' }, password, 'Please enter a valid email address'],
  [{ role: 'owner' }, password, 'The role must be admin or super_admin'],
  [{ firstName: 'x'.repeat(201) }, password, 'First name can have at most 200 characters'],
  [{}, 'short', 'Password must be at least 6 characters'],
  [{}, 'x'.repeat(129), 'Use at most 128 characters'],
  [{}, 'another-one', "Passwords don't match"],
])('admin:create refuses %j: %s', (wrong, typed, sentence) => {
  const refusal = readAdministrator({ ...input, ...wrong }, typed, typed === 'another-one' ? password : typed);
  expect(refusal).toContain(sentence);
});

test('admin:create writes the administrator and an audit row, without the password, whatever characters the name has', async () => {
  const database = new DatabaseSync(':memory:');
  migrateDatabase(database);
  const sql = administratorSql(validRequest(), await hashPassword(password), 1_000);
  expect(sql).not.toContain(password);
  database.exec(sql);
  const row = database.prepare('SELECT email, email_key, first_name, last_name, role, created_at, password_hash FROM admins').get();
  expect(row).toMatchObject({
    email: 'ada@your.domain',
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

describe('resetting an administrator', () => {
  const now = 5_000;

  /** Creates a database with two administrators. One of them is disabled but still has a session and a valid password reset link. */
  function inUse(): DatabaseSync {
    const database = new DatabaseSync(':memory:');
    migrateDatabase(database);
    database.exec(administratorSql(validRequest(), 'hash-of-before', 1_000));
    database.exec(administratorSql({ ...validRequest(), email: 'bo@your.domain' }, 'hash-of-bo', 1_000));
    database.exec(`UPDATE admins SET disabled_at = 2000, password_is_temporary = 1, role = 'admin' WHERE email_key = 'ada@your.domain';
      INSERT INTO admin_sessions (id_hash, admin_id, created_at, expires_at) SELECT 's' || id, id, 1, 9000 FROM admins;
      INSERT INTO admin_password_resets (token_hash, admin_id, created_at, expires_at) SELECT 'l' || id, id, 1, 9000 FROM admins;
      INSERT INTO admin_passkeys (credential_id, public_key, counter, transports, name, created_at, admin_id) SELECT 'p' || id, '', 0, '[]', '', 1, id FROM admins;
      INSERT INTO admin_totp (admin_id, secret, created_at) SELECT id, '', 1 FROM admins;
      INSERT INTO admin_recovery_codes (code_hash, admin_id, created_at) SELECT 'r' || id, id, 1 FROM admins;`);
    return database;
  }

  test('sets the password, ends sessions, links and second factors, re-enables the account and writes an audit row', async () => {
    const database = inUse();
    const sql = passwordResetSql({ email: ' ADA@your.domain ' }, await hashPassword(password), now);
    expect(sql).not.toContain(password);
    database.exec(sql);
    const ada = database.prepare("SELECT * FROM admins WHERE email_key = 'ada@your.domain'").get();
    expect(ada).toMatchObject({ disabled_at: null, password_is_temporary: 0, role: 'admin', version: 2 });
    expect((await initialize()).tryVerify(String(ada?.password_hash), password).success).toBe(true);
    expect(database.prepare('SELECT id_hash, revoked_at FROM admin_sessions ORDER BY id_hash').all()).toEqual([
      { id_hash: 's1', revoked_at: now },
      { id_hash: 's2', revoked_at: null },
    ]);
    expect(database.prepare('SELECT token_hash FROM admin_password_resets WHERE used_at IS NULL').all()).toEqual([{ token_hash: 'l2' }]);
    for (const table of ['admin_passkeys', 'admin_totp', 'admin_recovery_codes'])
      expect(database.prepare(`SELECT admin_id FROM ${table}`).all()).toEqual([{ admin_id: 2 }]);
    expect(database.prepare('SELECT * FROM audit_log ORDER BY id DESC').get()).toMatchObject({
      admin_id: null,
      action: 'admin.reset_password',
      entity_id: '1',
      before: '{"disabled":true}',
      after: '{"disabled":false}',
      reason: 'npm run admin:create -- --reset',
    });
  });

  test('does not mention re-enabling if the account was not disabled', async () => {
    const database = inUse();
    database.exec(passwordResetSql({ email: 'bo@your.domain' }, 'new-hash', now));
    expect(database.prepare('SELECT * FROM audit_log ORDER BY id DESC').get()).toMatchObject({ entity_id: '2', before: null, after: null });
  });

  test('with an unknown address fails with a sentence and changes nothing', () => {
    const database = inUse();
    const before = database.prepare('SELECT * FROM admins').all();
    let failure = '';
    try {
      database.exec(passwordResetSql({ email: "o'nobody@your.domain" }, 'new-hash', now));
    } catch (error) {
      failure = String(error);
    }
    expect(failureSentence(failure)).toBe('No administrator has this email; nothing was changed.');
    expect(database.prepare('SELECT * FROM admins').all()).toEqual(before);
  });

  test.each([
    [{ email: undefined }, password, 'Pass the email of the account to reset'],
    [{ email: 'nobody' }, password, 'Please enter a valid email address'],
    [{ email: 'ada@your.domain', role: 'admin' }, password, '--reset only changes the password'],
    [{ email: 'ada@your.domain', firstName: 'Ada' }, password, '--reset only changes the password'],
    [{ email: 'ada@your.domain' }, 'short', 'Password must be at least 6 characters'],
    [{ email: 'ada@your.domain' }, 'another-one', "Passwords don't match"],
  ])('with %j is refused: %s', (wrong, typed, sentence) => {
    const none = { email: undefined, firstName: undefined, lastName: undefined, role: undefined };
    const refusal = readReset({ ...none, ...wrong }, typed, typed === 'another-one' ? password : typed);
    expect(refusal).toContain(sentence);
  });
});

test('admin:create explains a failure', () => {
  expect(failureSentence('✘ UNIQUE constraint failed: admins.email_key: SQLITE_CONSTRAINT')).toContain('already');
  expect(failureSentence('no such table: admins: SQLITE_ERROR')).toContain('npm start');
  expect(failureSentence('Authentication error [code: 10000]')).toBeUndefined();
});
