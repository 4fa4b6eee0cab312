import { type Actor, type AdminCaller, type Administrator, type AdminProfilePlan, hasChanges } from '#worker/domain/admin/administrator.ts';
import type { Limit } from '#worker/domain/limit.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { endResetLinks } from '#worker/store/accounts/end-reset-links.ts';
import { auditStatement } from '#worker/store/admin/audit/audit.ts';
import { countAttempts, forgiveAttempt, readCounts } from '#worker/store/counters.ts';
import { bindStore } from '#worker/store/database.ts';
import { queueMail } from '#worker/store/messages/mail.ts';
import { batch, batchOptional, catchViolation, firstRow, runGuarded, statement } from '#worker/store/sql.ts';
import { administratorColumns } from './administrators.ts';
import { clearAttempts } from './clear-attempts.ts';

/** The administrator's profile after a change. `expiresAt` is when the session expires; null if the change ended the session. */
export type SavedProfile = Administrator & { expiresAt: number | null };

export const adminOwnAccountStore = bindStore({
  /**
   * Changes the administrator's profile. Changing the email ends every session, including this one, and sends `mail` to the old email.
   * Returns undefined if the profile has changed since it was loaded.
   */
  async changeProfile(
    db,
    actor: Actor,
    { sessionHash }: AdminCaller,
    plan: AdminProfilePlan,
    mail: Mail,
    now: number,
  ): Promise<SavedProfile | 'email_taken' | undefined> {
    const selectSaved = statement<SavedProfile, 'hasFactor'>(
      `SELECT ${administratorColumns}, s.expires_at AS "expiresAt" FROM admins a
       LEFT JOIN admin_sessions s ON s.id_hash = ?2 AND s.revoked_at IS NULL WHERE a.id = ?1`,
      [actor.adminId, sessionHash],
    );
    if (!hasChanges(plan)) return firstRow((await batch(db, [selectSaved]))[0]);
    return catchViolation({ 'admins.email_key': 'email_taken' }, async () => {
      const [changed, , , , , saved] = await batchOptional(db, [
        statement<{ id: number }>(
          `UPDATE admins SET first_name = ?3, last_name = ?4, email = ?5, email_key = ?6, version = version + 1
           WHERE id = ?1 AND version = ?2 RETURNING id`,
          [actor.adminId, plan.version, plan.firstName, plan.lastName, plan.email, plan.emailKey],
        ),
        auditStatement(
          actor,
          { action: 'admin.profile', entityType: 'admin', entityId: actor.adminId, before: plan.before, after: plan.after },
          now,
        ),
        plan.endsSessions ? endResetLinks(actor.adminId, now) : undefined,
        // Must run after the update of the profile. Does nothing unless that update set the new `version`.
        statement(
          `UPDATE admin_sessions SET revoked_at = ?2 WHERE admin_id = ?1 AND revoked_at IS NULL AND ?3
             AND EXISTS (SELECT 1 FROM admins WHERE id = ?1 AND version = ?4 + 1 AND email_key = ?5)`,
          [actor.adminId, now, plan.endsSessions ? 1 : 0, plan.version, plan.emailKey],
        ),
        plan.endsSessions
          ? queueMail(
              mail,
              {
                from: 'FROM admins WHERE id = ?1 AND version = ?2 + 1 AND email_key = ?3',
                values: [actor.adminId, plan.version, plan.emailKey],
              },
              now,
            )
          : undefined,
        selectSaved,
      ]);
      return firstRow(changed) === undefined ? undefined : firstRow(saved);
    });
  },

  async attemptPassword(db, adminId: number, limits: Limit[]): Promise<{ counts: number[]; passwordHash: string | undefined }> {
    const [admins, ...countResults] = await batch(db, [
      statement<{ passwordHash: string }>('SELECT password_hash AS "passwordHash" FROM admins WHERE id = ?1', [adminId]),
      ...countAttempts(limits),
    ]);
    return { counts: readCounts(countResults), passwordHash: firstRow(admins)?.passwordHash };
  },

  /**
   * Sets a new password, ends other sessions and reset links, and sends `mail`. Removes this attempt from `limits` and clears the counts of
   * wrong codes (`factorKeys`). Returns false if the password has been changed in the meantime.
   */
  async changePassword(
    db,
    actor: Actor,
    { sessionHash }: AdminCaller,
    hashes: { previous: string; next: string },
    { limits, factorKeys }: { limits: Limit[]; factorKeys: string[] },
    mail: Mail,
    now: number,
  ): Promise<boolean> {
    return runGuarded(db, [
      statement<{ id: number }>(
        'UPDATE admins SET password_hash = ?3, password_is_temporary = 0, sign_ins_valid_from = ?4 WHERE id = ?1 AND password_hash = ?2 RETURNING id',
        [actor.adminId, hashes.previous, hashes.next, now],
      ),
      auditStatement(actor, { action: 'admin.password', entityType: 'admin', entityId: actor.adminId }, now),
      endResetLinks(actor.adminId, now),
      statement(
        `UPDATE admin_sessions SET revoked_at = ?3 WHERE admin_id = ?1 AND id_hash <> ?2 AND revoked_at IS NULL
           AND EXISTS (SELECT 1 FROM admins WHERE id = ?1 AND password_hash = ?4)`,
        [actor.adminId, sessionHash, now, hashes.next],
      ),
      queueMail(mail, { from: 'FROM admins WHERE id = ?1 AND password_hash = ?2', values: [actor.adminId, hashes.next] }, now),
      ...limits.map((limit) => forgiveAttempt(limit)),
      clearAttempts(actor.adminId, hashes.next, factorKeys),
    ]);
  },
});
