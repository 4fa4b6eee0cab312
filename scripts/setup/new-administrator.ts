/** The administrator that `npm run admin:create` makes: what is asked for, and the SQL that writes them. */
import * as v from 'valibot';
import { AdminRegisterRequest } from '#schema/admin/account.ts';
import { comparisonKey } from '#worker/domain/profile.ts';

export interface Asked {
  email: string | undefined;
  firstName: string | undefined;
  lastName: string | undefined;
  role: string | undefined;
}

/** What was asked for, or a sentence on what is wrong with it. */
export function readAdministrator(asked: Asked, password: string, confirmPassword: string): AdminRegisterRequest | string {
  if (asked.email === undefined) return 'Please say whom to make: --email ada@your.domain';
  // The first one has to be able to make the others.
  const result = v.safeParse(AdminRegisterRequest, { ...asked, role: asked.role ?? 'super_admin', password, confirmPassword });
  return result.success ? result.output : `${result.issues[0].message}.`;
}

/** One administrator and the audit row that says where they came from. `now` in unix seconds. */
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
    '',
  ].join('\n');
}

/** A text as an SQL literal. */
function sqlText(text: string | null): string {
  return text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`;
}

/** What wrangler's failure means, where that can be told from what it said. */
export function failureSentence(output: string): string | undefined {
  if (output.includes('UNIQUE constraint failed: admins.email_key'))
    return 'There is an administrator with this email already; nothing was changed.';
  if (output.includes('no such table'))
    return 'The database has no tables yet: run `npm start` once (or `npm run deploy` for --remote), then try again.';
  return undefined;
}
