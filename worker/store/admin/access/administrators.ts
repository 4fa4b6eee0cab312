import { adminSessionTtlSeconds } from '#schema/rules.ts';
import {
  type Actor,
  type Administrator,
  type AdministratorPlan,
  type AdminSession,
  hasChanges,
  type NewAdministrator,
  type SignedInAdministrator,
} from '#worker/domain/admin/administrator.ts';
import { endResetLinks } from '#worker/store/accounts/end-reset-links.ts';
import { auditStatement } from '#worker/store/admin/audit/audit.ts';
import { type ListPage, type ListRowsQuery, type ListShape, readList } from '#worker/store/admin/list.ts';
import { bindStore, type Database } from '#worker/store/database.ts';
import { batch, catchViolation, firstRow, queryFirst, statement } from '#worker/store/sql.ts';
import { hasFactor } from './factors.ts';
import { queueSuperAdminMails } from './super-admin-mails.ts';

export const administratorColumns = `a.id AS "id", a.email AS "email", a.first_name AS "firstName", a.last_name AS "lastName",
  a.role AS "role", a.version AS "version", a.password_is_temporary AS "passwordIsTemporary", ${hasFactor} AS "hasFactor"`;

/** SQL condition, evaluated at write time: actor ?1 is still an enabled super administrator. */
export const actorIsSuperAdmin = `EXISTS (SELECT 1 FROM admins actor WHERE actor.id = ?1 AND actor.role = 'super_admin' AND actor.disabled_at IS NULL)`;

export interface AdministratorRow extends Omit<Administrator, 'passwordIsTemporary' | 'hasFactor'> {
  createdAt: number;
  lastLoginAt: number | null;
  disabledAt: number | null;
}

const rowColumns = `t.id AS "id", t.email AS "email", t.first_name AS "firstName", t.last_name AS "lastName", t.role AS "role",
  t.version AS "version", t.created_at AS "createdAt", t.last_login_at AS "lastLoginAt", t.disabled_at AS "disabledAt"`;

export const administratorList: ListShape = {
  from: 'admins t',
  columns: rowColumns,
  search: `t.email || char(10) || coalesce(t.first_name, '') || ' ' || coalesce(t.last_name, '')`,
  // Ids are assigned in order of creation, so sorting by id sorts by creation time.
  sorts: { email: 't.email_key', created: 't.id' },
  defaultSort: 'email',
};

async function find(db: Database, id: number): Promise<AdministratorRow | undefined> {
  return queryFirst<AdministratorRow>(db, `SELECT ${rowColumns} FROM admins t WHERE t.id = ?1`, [id]);
}

export const administratorStore = bindStore({
  /** Loads an enabled administrator with a valid session that was used after `usedAfter`. */
  async signedIn(db, { adminId, sessionHash }: AdminSession, usedAfter: number, now: number): Promise<SignedInAdministrator | undefined> {
    return queryFirst<SignedInAdministrator, 'hasFactor' | 'lastUsedAt'>(
      db,
      `SELECT ${administratorColumns}, s.created_at AS "openedAt", coalesce(s.last_used_at, s.created_at) AS "lastUsedAt",
           s.proof_hash AS "proofHash", s.proved_at AS "provedAt"
         FROM admin_sessions s JOIN admins a ON a.id = s.admin_id AND a.disabled_at IS NULL
         WHERE s.id_hash = ?1 AND s.admin_id = coalesce(?2, s.admin_id) AND s.revoked_at IS NULL AND s.expires_at > ?3 AND coalesce(s.last_used_at, s.created_at) > ?4`,
      [sessionHash, adminId ?? null, now, usedAfter],
    );
  },

  list(db, request: ListRowsQuery): Promise<ListPage<AdministratorRow>> {
    return readList<AdministratorRow>(db, administratorList, request);
  },

  find,

  /** Creates an administrator with a temporary password. Returns undefined if the actor is no longer a super administrator. */
  async create(
    db,
    actor: Actor,
    account: NewAdministrator,
    sessionHash: string,
    now: number,
  ): Promise<Administrator | 'email_taken' | undefined> {
    return catchViolation({ 'admins.email_key': 'email_taken' }, async () => {
      const results = await batch(db, [
        statement(
          `INSERT INTO admins (email, email_key, password_hash, password_is_temporary, first_name, last_name, role, created_at)
           SELECT ?2, ?3, ?4, 1, ?5, ?6, ?7, ?8 WHERE ${actorIsSuperAdmin}`,
          [actor.adminId, account.email, account.emailKey, account.passwordHash, account.firstName, account.lastName, account.role, now],
        ),
        statement(
          `INSERT INTO audit_log (admin_id, action, entity_type, entity_id, after, address, request_id, created_at)
           SELECT ?1, 'admin.create', 'admin', id,
             json_object('email', email, 'firstName', first_name, 'lastName', last_name, 'role', role), ?3, ?4, ?5
           FROM admins WHERE email_key = ?2 AND changes() > 0`,
          [actor.adminId, account.emailKey, actor.address, actor.requestId, now],
        ),
        statement(
          `INSERT INTO admin_sessions (id_hash, admin_id, created_at, expires_at)
           SELECT ?1, id, ?3, ?4 FROM admins WHERE email_key = ?2 AND changes() > 0`,
          [sessionHash, account.emailKey, now, now + adminSessionTtlSeconds],
        ),
        queueSuperAdminMails(
          actor,
          account.role === 'super_admin' ? 'created' : 'admin_created',
          {
            condition: 't.id = (SELECT n.admin_id FROM admin_sessions n WHERE n.id_hash = ?1)',
            value: sessionHash,
          },
          now,
        ),
        statement<Administrator, 'hasFactor'>(
          `SELECT ${administratorColumns} FROM admins a JOIN admin_sessions s ON s.admin_id = a.id WHERE s.id_hash = ?1`,
          [sessionHash],
        ),
      ]);
      return firstRow(results.at(-1));
    });
  },

  /**
   * Changes another administrator. Returns undefined if the target has changed or the actor is no longer a super administrator. Nobody can
   * change themselves, so one super administrator always remains.
   */
  async change(db, actor: Actor, plan: AdministratorPlan, now: number): Promise<AdministratorRow | undefined> {
    if (!hasChanges(plan)) return find(db, plan.id);
    const [updatedAdmins] = await batch(db, [
      statement<{ id: number }>(
        `UPDATE admins AS t SET role = ?4, disabled_at = CASE WHEN ?5 THEN coalesce(disabled_at, ?6) END, version = version + 1
         WHERE id = ?2 AND id <> ?1 AND version = ?3 AND ${actorIsSuperAdmin} RETURNING id`,
        [actor.adminId, plan.id, plan.version, plan.role, plan.isDisabled ? 1 : 0, now],
      ),
      auditStatement(
        actor,
        { action: 'admin.change', entityType: 'admin', entityId: plan.id, before: plan.before, after: plan.after },
        now,
      ),
      ...(plan.notice ? [queueSuperAdminMails(actor, plan.notice, { condition: 't.id = ?1 AND changes() > 0', value: plan.id }, now)] : []),
      ...(plan.isDisabled ? [endResetLinks(plan.id, now)] : []),
      statement(
        `UPDATE admin_sessions SET revoked_at = ?2 WHERE admin_id = ?1 AND revoked_at IS NULL
           AND EXISTS (SELECT 1 FROM admins WHERE id = ?1 AND disabled_at IS NOT NULL)`,
        [plan.id, now],
      ),
    ]);
    return firstRow(updatedAdmins) === undefined ? undefined : find(db, plan.id);
  },
});
