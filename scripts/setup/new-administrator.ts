import * as v from 'valibot';
import { AdminRegisterRequest } from '#schema/admin/account.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';
import type { SuperAdminChange } from '#worker/domain/admin/administrator.ts';

export interface AdministratorOptions {
  email: string | undefined;
  firstName: string | undefined;
  lastName: string | undefined;
  role: string | undefined;
}

/** Validates the options and the password. Returns the administrator, or an error message. */
export function readAdministrator(options: AdministratorOptions, password: string, confirmPassword: string): AdminRegisterRequest | string {
  if (options.email === undefined) return 'Pass the email of the new administrator: --email ada@your.domain';
  // The role defaults to super administrator because the first administrator must be able to create others.
  const result = v.safeParse(AdminRegisterRequest, { ...options, role: options.role ?? 'super_admin', password, confirmPassword });
  return result.success ? result.output : `${result.issues[0].message}.`;
}

/** Returns SQL that inserts an administrator and an audit row. `now` is in Unix seconds. */
export function administratorSql(account: AdminRegisterRequest, passwordHash: string, now: number): string {
  const { email, firstName = null, lastName = null, role } = account;
  const key = comparisonKey(email);
  const after = JSON.stringify({ email, firstName, lastName, role });
  return [
    'INSERT INTO admins (email, email_key, password_hash, first_name, last_name, role, created_at)',
    `VALUES (${[email, key, passwordHash, firstName, lastName, role].map(sqlText).join(', ')}, ${now});`,
    'INSERT INTO audit_log (admin_id, action, entity_type, entity_id, after, reason, request_id, created_at)',
    `SELECT NULL, 'admin.create', 'admin', id, ${sqlText(after)}, 'npm run admin:create', 'admin:create', ${now}`,
    `FROM admins WHERE email_key = ${sqlText(key)};`,
    ...(role === 'super_admin' ? superAdminMailSql(key, 'created', now) : []),
    '',
  ].join('\n');
}

/** Queues emails to the other super administrators, like `queueSuperAdminMails` (worker/store/admin/access/super-admin-mails.ts). */
function superAdminMailSql(key: string, change: SuperAdminChange, now: number): string[] {
  return [
    'INSERT INTO outbox (message_id, template, next_attempt_at, created_at, to_address, payload)',
    `SELECT '<' || lower(hex(randomblob(16))) || '@outbox>', 'super_admin_changed', ${now}, ${now}, a.email,`,
    `  json_object('firstName', a.first_name, 'change', '${change}', 'administrator', t.email) FROM admins t JOIN admins a ON a.id <> t.id`,
    `WHERE t.email_key = ${sqlText(key)} AND t.role = 'super_admin' AND a.role = 'super_admin' AND a.disabled_at IS NULL;`,
  ];
}

export interface PasswordReset {
  email: string;
}

export function readReset(
  { email, ...otherOptions }: AdministratorOptions,
  password: string,
  confirmPassword: string,
): PasswordReset | string {
  if (email === undefined) return 'Pass the email of the account to reset: --reset --email ada@your.domain';
  if (Object.values(otherOptions).some((value) => value !== undefined))
    return '--reset only changes the password. Leave out name and role.';
  const result = v.safeParse(AdminRegisterRequest, { email, password, confirmPassword });
  return result.success ? { email: result.output.email } : `${result.issues[0].message}.`;
}

/**
 * Returns SQL that sets a new password, re-enables the administrator and revokes all sessions, reset links and second factors, with an
 * audit entry. The audit insert comes first so that an unknown administrator violates a constraint and all statements fail.
 */
export function passwordResetSql({ email }: PasswordReset, passwordHash: string, now: number): string {
  const fromAdmin = `FROM admins WHERE email_key = ${sqlText(comparisonKey(email))}`;
  const disabledJson = (is: boolean) => `(SELECT iif(disabled_at IS NULL, NULL, json_object('disabled', json('${is}'))) ${fromAdmin})`;
  return [
    'INSERT INTO audit_log (admin_id, action, entity_type, entity_id, before, after, reason, request_id, created_at)',
    `VALUES (NULL, 'admin.reset_password', 'admin', (SELECT CAST(id AS TEXT) ${fromAdmin}), ${disabledJson(true)}, ${disabledJson(false)},`,
    `  'npm run admin:create -- --reset', 'admin:create', ${now});`,
    `UPDATE admins SET password_hash = ${sqlText(passwordHash)}, password_is_temporary = 0, sign_ins_valid_from = ${now}, disabled_at = NULL, version = version + 1`,
    `WHERE id = (SELECT id ${fromAdmin});`,
    `UPDATE admin_password_resets SET used_at = ${now} WHERE used_at IS NULL AND admin_id = (SELECT id ${fromAdmin});`,
    `UPDATE admin_sessions SET revoked_at = ${now} WHERE revoked_at IS NULL AND admin_id = (SELECT id ${fromAdmin});`,
    ...['admin_passkeys', 'admin_totp', 'admin_recovery_codes'].map(
      (table) => `DELETE FROM ${table} WHERE admin_id = (SELECT id ${fromAdmin});`,
    ),
    ...superAdminMailSql(comparisonKey(email), 'reset', now),
    '',
  ].join('\n');
}

function sqlText(text: string | null): string {
  return text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`;
}

export function failureSentence(output: string): string | undefined {
  if (output.includes('UNIQUE constraint failed: admins.email_key'))
    return 'An administrator with this email already exists; nothing was changed.';
  if (output.includes('NOT NULL constraint failed: audit_log.entity_id')) return 'No administrator has this email; nothing was changed.';
  if (output.includes('no such table'))
    return 'The database has no tables yet: run `npm start` once (or `npm run deploy` for --remote), then try again.';
  return undefined;
}
