/** Super administrators in a production environment. Some of them have held the role long enough to approve payout runs. */
import { env } from 'cloudflare:workers';
import { secondsPerDay } from '#schema/rules.ts';
import { change } from '#tests/worker/support/client.ts';
import { newAdmin, type TestAdmin, withProof } from './administrators.ts';

/** Switches the administrator's requests to a production environment and gives the administrator a second factor. */
export async function inProduction(admin: TestAdmin): Promise<TestAdmin> {
  await withProof(admin);
  admin.client.workerEnv = { ...admin.client.workerEnv, ENVIRONMENT: 'production' };
  return admin;
}

/** Creates a super administrator who may approve payout runs. */
export async function standingAdmin(): Promise<TestAdmin> {
  const admin = await newAdmin();
  await change('UPDATE admins SET created_at = 1 WHERE id = ?', admin.id);
  return inProduction(admin);
}

/** Backdates the audit log, the administrators' accounts and their passkeys by `days` days. */
export async function daysPass(days: number): Promise<void> {
  const seconds = Math.round(days * secondsPerDay);
  const { results } = await env.DB.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit_log'").all<{
    name: string;
    sql: string;
  }>();
  await env.DB.batch([
    ...results.map(({ name }) => env.DB.prepare(`DROP TRIGGER ${name}`)),
    ...['audit_log', 'admins', 'admin_passkeys'].map((table) =>
      env.DB.prepare(`UPDATE ${table} SET created_at = created_at - ?`).bind(seconds),
    ),
    ...results.map(({ sql }) => env.DB.prepare(sql)),
  ]);
}
