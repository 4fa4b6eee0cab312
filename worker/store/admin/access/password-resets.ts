import { passwordResetLinkTtlSeconds } from '#schema/rules.ts';
import type { Actor, AdminResetState } from '#worker/domain/admin/administrator.ts';
import type { LinkedMailId, Mail } from '#worker/domain/messages/mail.ts';
import { endResetLinks } from '#worker/store/accounts/end-reset-links.ts';
import { auditStatement } from '#worker/store/admin/audit/audit.ts';
import { bindStore } from '#worker/store/database.ts';
import { queueMail, queueSelectedMails } from '#worker/store/messages/mail.ts';
import { queryFirst, runGuarded, statement } from '#worker/store/sql.ts';
import { actorIsSuperAdmin } from './administrators.ts';
import { clearAttempts } from './clear-attempts.ts';
import { queueSuperAdminMails } from './super-admin-mails.ts';

export interface FoundAdminReset extends AdminResetState {
  tokenHash: string;
  adminId: number;
  email: string;
  emailKey: string;
  firstName: string | null;
}

export const adminPasswordResetStore = bindStore({
  /**
   * Sends a reset link and voids earlier ones. Returns false if the recipient was disabled, or the actor is no longer a super
   * administrator.
   */
  async send(db, actor: Actor, adminId: number, sender: string, { messageId, tokenHash }: LinkedMailId, now: number): Promise<boolean> {
    return runGuarded(db, [
      statement<{ adminId: number }>(
        `INSERT INTO admin_password_resets (token_hash, admin_id, created_at, expires_at)
         SELECT ?3, id, ?4, ?5 FROM admins WHERE id = ?2 AND id <> ?1 AND disabled_at IS NULL AND ${actorIsSuperAdmin} RETURNING admin_id AS "adminId"`,
        [actor.adminId, adminId, tokenHash, now, now + passwordResetLinkTtlSeconds],
      ),
      auditStatement(actor, { action: 'admin.reset_link', entityType: 'admin', entityId: adminId }, now),
      queueSuperAdminMails(actor, 'reset', { condition: "t.id = ?1 AND t.role = 'super_admin' AND changes() > 0", value: adminId }, now),
      statement(
        `UPDATE admin_password_resets SET used_at = ?3 WHERE admin_id = ?1 AND token_hash <> ?2 AND used_at IS NULL
           AND EXISTS (SELECT 1 FROM admin_password_resets WHERE token_hash = ?2)`,
        [adminId, tokenHash, now],
      ),
      queueSelectedMails(
        'admin_reset_password',
        {
          sql: `SELECT NULL, a.email, json_object('firstName', a.first_name, 'sender', ?2), NULL
            FROM admin_password_resets r JOIN admins a ON a.id = r.admin_id WHERE r.token_hash = ?1`,
          values: [tokenHash, sender],
        },
        now,
        messageId,
      ),
    ]);
  },

  async find(db, tokenHash: string): Promise<FoundAdminReset | undefined> {
    return queryFirst<FoundAdminReset>(
      db,
      `SELECT r.token_hash AS "tokenHash", r.admin_id AS "adminId", r.expires_at AS "expiresAt", r.used_at AS "usedAt",
           a.email AS "email", a.email_key AS "emailKey", a.first_name AS "firstName"
         FROM admin_password_resets r JOIN admins a ON a.id = r.admin_id WHERE r.token_hash = ?1`,
      [tokenHash],
    );
  },

  /**
   * Sets a new password, voids reset links, ends sessions, removes second factors, clears the counts of failed attempts (`attemptKeys`) and queues
   * an email. Returns false if the link was used or has expired since it was loaded.
   */
  async resetPassword(
    db,
    link: FoundAdminReset,
    passwordHash: string,
    mail: Mail,
    attemptKeys: string[],
    actor: Actor,
    now: number,
  ): Promise<boolean> {
    const isPasswordSet = 'EXISTS (SELECT 1 FROM admins WHERE id = ?1 AND password_hash = ?2)';
    return runGuarded(db, [
      statement<{ id: number }>(
        `UPDATE admins SET password_hash = ?2, password_is_temporary = 0, sign_ins_valid_from = ?4 WHERE id = ?1 AND disabled_at IS NULL AND EXISTS (
           SELECT 1 FROM admin_password_resets WHERE token_hash = ?3 AND admin_id = ?1 AND used_at IS NULL AND expires_at > ?4) RETURNING id`,
        [link.adminId, passwordHash, link.tokenHash, now],
      ),
      auditStatement(actor, { action: 'admin.reset_password', entityType: 'admin', entityId: link.adminId }, now),
      endResetLinks(link.adminId, now),
      statement(`UPDATE admin_sessions SET revoked_at = ?3 WHERE admin_id = ?1 AND revoked_at IS NULL AND ${isPasswordSet}`, [
        link.adminId,
        passwordHash,
        now,
      ]),
      // Also removes second factors because the administrator may have lost them or someone else may have them.
      ...['admin_passkeys', 'admin_totp', 'admin_recovery_codes'].map((table) =>
        statement(`DELETE FROM ${table} WHERE admin_id = ?1 AND ${isPasswordSet}`, [link.adminId, passwordHash]),
      ),
      clearAttempts(link.adminId, passwordHash, attemptKeys),
      queueMail(mail, { from: `WHERE ${isPasswordSet}`, values: [link.adminId, passwordHash] }, now),
    ]);
  },
});
