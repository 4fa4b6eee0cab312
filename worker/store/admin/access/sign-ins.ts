/** Sessions of administrators. They use neither cookies nor KV; the token contains the session's hash. */

import type { AuditAction } from '#schema/admin/audit-actions.ts';
import { adminSessionTtlSeconds, adminUseUpdateSeconds } from '#schema/rules.ts';
import type { Actor, AdminCaller, Administrator } from '#worker/domain/admin/administrator.ts';
import type { Limit } from '#worker/domain/limit.ts';
import { auditStatement } from '#worker/store/admin/audit/audit.ts';
import { countAttempts, forgiveAttempt, readCounts } from '#worker/store/counters.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, execute, firstRow, queryFirst, type Statement, statement } from '#worker/store/sql.ts';
import { administratorColumns } from './administrators.ts';

interface SignInAccount {
  id: number;
  passwordHash: string;
}

/** Loads the administrator of a session opened earlier in the same batch. Must run after the statement that opens the session. */
function signedInAdministrator({ adminId, sessionHash }: AdminCaller, now: number): Statement<Administrator> {
  return statement<Administrator, 'hasFactor'>(
    `SELECT ${administratorColumns} FROM admin_sessions s JOIN admins a ON a.id = s.admin_id
     WHERE s.id_hash = ?1 AND a.id = ?2 AND a.disabled_at IS NULL AND s.revoked_at IS NULL AND s.expires_at > ?3`,
    [sessionHash, adminId, now],
  );
}

export const adminSignInStore = bindStore({
  async find(db, emailKey: string): Promise<{ id: number; signInsValidFrom: number } | undefined> {
    return queryFirst<{ id: number; signInsValidFrom: number }>(
      db,
      'SELECT id, sign_ins_valid_from AS "signInsValidFrom" FROM admins WHERE email_key = ?1 AND disabled_at IS NULL',
      [emailKey],
    );
  },

  async attempt(db, emailKey: string, limits: Limit[]): Promise<{ counts: number[]; account: SignInAccount | undefined }> {
    const [admins, ...countResults] = await batch(db, [
      statement<SignInAccount>('SELECT id, password_hash AS "passwordHash" FROM admins WHERE email_key = ?1 AND disabled_at IS NULL', [
        emailKey,
      ]),
      ...countAttempts(limits),
    ]);
    return { counts: readCounts(countResults), account: firstRow(admins) };
  },

  /**
   * Opens the session and removes the attempt from the rate limits. Returns undefined if the password was changed, or the administrator
   * disabled, while the password was being verified.
   */
  async succeed(
    db,
    account: SignInAccount,
    sessionHash: string,
    newPasswordHash: string | null,
    limits: Limit[],
    actor: Actor,
    now: number,
  ): Promise<Administrator | undefined> {
    const results = await batch(db, [
      statement(
        `INSERT INTO admin_sessions (id_hash, admin_id, created_at, expires_at)
         SELECT ?1, id, ?4, ?5 FROM admins WHERE id = ?2 AND password_hash = ?3 AND disabled_at IS NULL`,
        [sessionHash, account.id, account.passwordHash, now, now + adminSessionTtlSeconds],
      ),
      auditStatement(actor, { action: 'admin.login', entityType: 'admin', entityId: account.id }, now),
      statement(
        `UPDATE admins SET last_login_at = ?3, password_hash = COALESCE(?4, password_hash)
         WHERE id = ?1 AND password_hash = ?2 AND disabled_at IS NULL`,
        [account.id, account.passwordHash, now, newPasswordHash],
      ),
      ...limits.map((limit) => forgiveAttempt(limit)),
      signedInAdministrator({ adminId: account.id, sessionHash }, now),
    ]);
    return firstRow(results.at(-1));
  },

  /** Records use of the session at most once a minute, while the session is valid. */
  async noteUse(db, { adminId, sessionHash }: AdminCaller, now: number): Promise<void> {
    await execute(
      db,
      `UPDATE admin_sessions SET last_used_at = ?3 WHERE id_hash = ?1 AND admin_id = ?2 AND revoked_at IS NULL
         AND coalesce(last_used_at, created_at) <= ?3 - ?4`,
      [sessionHash, adminId, now, adminUseUpdateSeconds],
    );
  },

  /** Audits a failed sign-in, a failed second factor or a refused action. `adminId` is null if the administrator is unknown. */
  async noteRefusal(
    db,
    actor: Omit<Actor, 'adminId'> & { adminId: number | null },
    { action, entityId, after }: { action: AuditAction; entityId: number; after: Record<string, unknown> },
    now: number,
  ): Promise<void> {
    await execute(
      db,
      `INSERT INTO audit_log (admin_id, action, entity_type, entity_id, after, address, request_id, created_at)
       VALUES (?1, ?2, 'admin', ?3, ?4, ?5, ?6, ?7)`,
      [actor.adminId, action, String(entityId), JSON.stringify(after), actor.address, actor.requestId, now],
    );
  },

  async end(db, { adminId, sessionHash }: AdminCaller, now: number): Promise<void> {
    await execute(db, 'UPDATE admin_sessions SET revoked_at = ?3 WHERE id_hash = ?1 AND admin_id = ?2 AND revoked_at IS NULL', [
      sessionHash,
      adminId,
      now,
    ]);
  },

  /** Ends all sessions and forgets known devices. */
  async endAll(db, actor: Actor, now: number): Promise<void> {
    const { adminId } = actor;
    await batch(db, [
      statement('UPDATE admins SET sign_ins_valid_from = ?2 WHERE id = ?1', [adminId, now]),
      auditStatement(actor, { action: 'admin.sign_out', entityType: 'admin', entityId: adminId }, now),
      statement('UPDATE admin_sessions SET revoked_at = ?2 WHERE admin_id = ?1 AND revoked_at IS NULL', [adminId, now]),
    ]);
  },
});
