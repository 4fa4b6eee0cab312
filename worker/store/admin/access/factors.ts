import { maxPasskeys } from '#schema/rules.ts';
import type { Actor, AdminCaller } from '#worker/domain/admin/administrator.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { type NewPasskey, type PasskeyRow, passkeyColumns } from '#worker/store/accounts/sign-in/passkeys.ts';
import { auditStatement } from '#worker/store/admin/audit/audit.ts';
import { bindStore } from '#worker/store/database.ts';
import { queueMail } from '#worker/store/messages/mail.ts';
import { batch, catchViolation, firstRow, rows, runGuarded, type Statement, statement } from '#worker/store/sql.ts';

export interface AdminApp {
  secret: string;
  lastStep: number;
  isConfirmed: 0 | 1;
  createdAt: number;
}

export const hasFactor = `(EXISTS (SELECT 1 FROM admin_passkeys p WHERE p.admin_id = a.id)
  OR EXISTS (SELECT 1 FROM admin_totp p WHERE p.admin_id = a.id AND p.is_confirmed = 1))`;

/**
 * Marks the second factor as verified for this session. Must directly follow the statement that used the factor; does nothing if that
 * statement changed no row.
 */
export function markSessionProved({ adminId, sessionHash }: AdminCaller, proofHash: string, now: number): Statement {
  return statement(
    `UPDATE admin_sessions SET proof_hash = ?3, proved_at = ?4
     WHERE id_hash = ?1 AND admin_id = ?2 AND revoked_at IS NULL AND changes() > 0`,
    [sessionHash, adminId, proofHash, now],
  );
}

/**
 * Invalidates second-factor verification in other sessions because someone else may hold the removed factor. Must directly follow a change
 * of factors; does nothing if no row was changed.
 */
function endOtherProofs({ adminId, sessionHash }: AdminCaller): Statement {
  return statement(
    'UPDATE admin_sessions SET proof_hash = NULL, proved_at = NULL WHERE admin_id = ?1 AND id_hash <> ?2 AND changes() > 0',
    [adminId, sessionHash],
  );
}

/** Queues the email only if the audit row was inserted. Must directly follow the audit statement. */
const queueIfChanged = (mail: Mail, now: number): Statement => queueMail(mail, { from: 'WHERE changes() > 0' }, now);

export function adminApp(adminId: number): Statement<AdminApp> {
  return statement<AdminApp>(
    `SELECT secret AS "secret", last_step AS "lastStep", is_confirmed AS "isConfirmed", created_at AS "createdAt"
     FROM admin_totp WHERE admin_id = ?1`,
    [adminId],
  );
}

export const adminFactorStore = bindStore({
  async read(db, adminId: number): Promise<{ passkeys: PasskeyRow[]; app: AdminApp | undefined; recoveryCodesLeft: number }> {
    const [passkeys, app, codes] = await batch(db, [
      statement<PasskeyRow>(`SELECT ${passkeyColumns} FROM admin_passkeys t WHERE t.admin_id = ?1 ORDER BY t.id`, [adminId]),
      adminApp(adminId),
      statement<{ hash: string }>('SELECT code_hash AS "hash" FROM admin_recovery_codes WHERE admin_id = ?1 AND used_at IS NULL', [
        adminId,
      ]),
    ]);
    return { passkeys: rows(passkeys), app: firstRow(app), recoveryCodesLeft: rows(codes).length };
  },

  /**
   * Adds a passkey, which also verifies the second factor for this session. Returns undefined if the administrator already has the maximum
   * number.
   */
  async addPasskey(
    db,
    actor: Actor,
    caller: AdminCaller,
    passkey: NewPasskey,
    proofHash: string,
    mail: Mail,
    now: number,
  ): Promise<number | 'passkey_known' | undefined> {
    return catchViolation({ 'admin_passkeys.credential_id': 'passkey_known' }, async () => {
      const [addedApps] = await batch(db, [
        statement<{ id: number }>(
          `INSERT INTO admin_passkeys (admin_id, credential_id, public_key, counter, transports, name, created_at)
           SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE (SELECT COUNT(*) FROM admin_passkeys WHERE admin_id = ?1) < ?8 RETURNING id`,
          [actor.adminId, passkey.credentialId, passkey.publicKey, passkey.counter, passkey.transports, passkey.name, now, maxPasskeys],
        ),
        auditStatement(actor, { ...auditOwnFactors(actor, 'add'), after: { passkey: passkey.name } }, now),
        queueIfChanged(mail, now),
        markSessionProved(caller, proofHash, now),
      ]);
      return firstRow(addedApps)?.id;
    });
  },

  async renamePasskey(db, actor: Actor, id: number, name: string, now: number): Promise<boolean> {
    return runGuarded(db, [
      statement<{ id: number }>('UPDATE admin_passkeys SET name = ?3 WHERE id = ?2 AND admin_id = ?1 RETURNING id', [
        actor.adminId,
        id,
        name,
      ]),
      auditStatement(actor, { ...auditOwnFactors(actor, 'rename'), after: { passkey: name } }, now),
    ]);
  },

  async removePasskey(db, actor: Actor, caller: AdminCaller, id: number, mail: Mail, now: number): Promise<boolean> {
    return runGuarded(db, [
      statement<{ id: number }>('DELETE FROM admin_passkeys WHERE id = ?2 AND admin_id = ?1 RETURNING id', [actor.adminId, id]),
      auditStatement(actor, { ...auditOwnFactors(actor, 'remove'), before: { passkey: id } }, now),
      queueIfChanged(mail, now),
      endOtherProofs(caller),
    ]);
  },

  /** Sets up an authenticator app, which remains unconfirmed until its first code is entered. Returns false if an app is already set up. */
  async beginApp(db, actor: Actor, secret: string, now: number): Promise<boolean> {
    return runGuarded(db, [
      statement<{ adminId: number }>(
        `INSERT INTO admin_totp (admin_id, secret, created_at) VALUES (?1, ?2, ?3)
         ON CONFLICT (admin_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at, last_step = 0
           WHERE is_confirmed = 0 RETURNING admin_id AS "adminId"`,
        [actor.adminId, secret, now],
      ),
      auditStatement(actor, auditOwnFactors(actor, 'begin'), now),
    ]);
  },

  /** Confirms the authenticator app. Returns false if its secret was concurrently replaced or confirmed. */
  async confirmApp(
    db,
    actor: Actor,
    caller: AdminCaller,
    { secret, step }: { secret: string; step: number },
    codeHashes: string[],
    proofHash: string,
    mail: Mail,
    now: number,
  ): Promise<boolean> {
    return runGuarded(db, [
      statement<{ adminId: number }>(
        `UPDATE admin_totp SET is_confirmed = 1, last_step = ?3, created_at = ?4 WHERE admin_id = ?1 AND secret = ?2 AND is_confirmed = 0
         RETURNING admin_id AS "adminId"`,
        [actor.adminId, secret, step, now],
      ),
      auditStatement(actor, { ...auditOwnFactors(actor, 'add'), after: { app: true } }, now),
      queueIfChanged(mail, now),
      markSessionProved(caller, proofHash, now),
      newCodes(actor.adminId, codeHashes, 'changes() > 0', now),
    ]);
  },

  async removeApp(db, actor: Actor, caller: AdminCaller, mail: Mail, now: number): Promise<boolean> {
    return runGuarded(db, [
      statement<{ adminId: number }>('DELETE FROM admin_totp WHERE admin_id = ?1 RETURNING admin_id AS "adminId"', [actor.adminId]),
      auditStatement(actor, { ...auditOwnFactors(actor, 'remove'), before: { app: true } }, now),
      queueIfChanged(mail, now),
      endOtherProofs(caller),
      statement('DELETE FROM admin_recovery_codes WHERE admin_id = ?1 AND NOT EXISTS (SELECT 1 FROM admin_totp WHERE admin_id = ?1)', [
        actor.adminId,
      ]),
    ]);
  },

  /** Replaces all recovery codes. Returns false if no authenticator app is set up. */
  async renewCodes(db, actor: Actor, codeHashes: string[], now: number): Promise<boolean> {
    const [, insertedApps] = await batch(db, [
      statement('DELETE FROM admin_recovery_codes WHERE admin_id = ?1', [actor.adminId]),
      newCodes(actor.adminId, codeHashes, 'EXISTS (SELECT 1 FROM admin_totp WHERE admin_id = ?1 AND is_confirmed = 1)', now),
      auditStatement(actor, auditOwnFactors(actor, 'recovery_codes'), now),
    ]);
    return rows(insertedApps).length > 0;
  },
});

function auditOwnFactors({ adminId }: Actor, change: 'add' | 'begin' | 'rename' | 'remove' | 'recovery_codes') {
  return { action: `admin.factor_${change}` as const, entityType: 'admin', entityId: adminId };
}

function newCodes(adminId: number, hashes: string[], condition: string, now: number): Statement<{ hash: string }> {
  return statement<{ hash: string }>(
    `INSERT INTO admin_recovery_codes (code_hash, admin_id, created_at)
     SELECT value, ?1, ?3 FROM json_each(?2) WHERE ${condition} RETURNING code_hash AS "hash"`,
    [adminId, JSON.stringify(hashes), now],
  );
}
