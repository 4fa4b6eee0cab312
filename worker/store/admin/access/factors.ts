/** Second factors of administrators: which there are, adding and removing them. */

import { passkeysAtMost } from '#schema/rules.ts';
import type { Actor, AdminCaller } from '#worker/domain/admin/administrator.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { type NewPasskey, type PasskeyRow, passkeyColumns } from '#worker/store/accounts/sign-in/passkeys.ts';
import { audited } from '#worker/store/admin/audit/audit.ts';
import { storeOf } from '#worker/store/database.ts';
import { queueMail } from '#worker/store/messages/mail.ts';
import { batch, firstRow, orViolated, rows, runGuarded, type Statement, statement } from '#worker/store/sql.ts';

/** An app that is set up, or being set up. */
export interface AdminApp {
  secret: string;
  lastStep: number;
  isConfirmed: 0 | 1;
  createdAt: number;
}

/** The administrator a.id has a factor that can be asked for. */
export const hasFactor = `(EXISTS (SELECT 1 FROM admin_passkeys p WHERE p.admin_id = a.id)
  OR EXISTS (SELECT 1 FROM admin_totp p WHERE p.admin_id = a.id AND p.is_confirmed = 1))`;

/** The session has shown a factor: right behind the statement that took it, and nothing where that took none. */
export function provedSession({ adminId, sessionHash }: AdminCaller, proofHash: string, now: number): Statement {
  return statement(
    `UPDATE admin_sessions SET proof_hash = ?3, proved_at = ?4
     WHERE id_hash = ?1 AND admin_id = ?2 AND revoked_at IS NULL AND changes() > 0`,
    [sessionHash, adminId, proofHash, now],
  );
}

/** What the other sessions have proved counts no more: the factor may be lost. Right behind a change, and nothing where that changed nothing. */
function otherProofsEnd({ adminId, sessionHash }: AdminCaller): Statement {
  return statement(
    'UPDATE admin_sessions SET proof_hash = NULL, proved_at = NULL WHERE admin_id = ?1 AND id_hash <> ?2 AND changes() > 0',
    [adminId, sessionHash],
  );
}

/** Right behind the change's entry in the audit log, and nothing where there is none. */
const tell = (told: Mail, now: number): Statement => queueMail(told, { from: 'WHERE changes() > 0' }, now);

export function adminApp(adminId: number): Statement<AdminApp> {
  return statement<AdminApp>(
    `SELECT secret AS "secret", last_step AS "lastStep", is_confirmed AS "isConfirmed", created_at AS "createdAt"
     FROM admin_totp WHERE admin_id = ?1`,
    [adminId],
  );
}

export const adminFactorStore = storeOf({
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

  /** Undefined where there are too many already. Adding one is a proof, too. */
  async addPasskey(
    db,
    actor: Actor,
    caller: AdminCaller,
    passkey: NewPasskey,
    proofHash: string,
    told: Mail,
    now: number,
  ): Promise<number | 'passkey_known' | undefined> {
    return orViolated({ 'admin_passkeys.credential_id': 'passkey_known' }, async () => {
      const [added] = await batch(db, [
        statement<{ id: number }>(
          `INSERT INTO admin_passkeys (admin_id, credential_id, public_key, counter, transports, name, created_at)
           SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE (SELECT COUNT(*) FROM admin_passkeys WHERE admin_id = ?1) < ?8 RETURNING id`,
          [actor.adminId, passkey.credentialId, passkey.publicKey, passkey.counter, passkey.transports, passkey.name, now, passkeysAtMost],
        ),
        audited(actor, { ...ofOwnFactors(actor, 'add'), after: { passkey: passkey.name } }, now),
        tell(told, now),
        provedSession(caller, proofHash, now),
      ]);
      return firstRow(added)?.id;
    });
  },

  async renamePasskey(db, actor: Actor, id: number, name: string, now: number): Promise<boolean> {
    return runGuarded(db, [
      statement<{ id: number }>('UPDATE admin_passkeys SET name = ?3 WHERE id = ?2 AND admin_id = ?1 RETURNING id', [
        actor.adminId,
        id,
        name,
      ]),
      audited(actor, { ...ofOwnFactors(actor, 'rename'), after: { passkey: name } }, now),
    ]);
  },

  async removePasskey(db, actor: Actor, caller: AdminCaller, id: number, told: Mail, now: number): Promise<boolean> {
    return runGuarded(db, [
      statement<{ id: number }>('DELETE FROM admin_passkeys WHERE id = ?2 AND admin_id = ?1 RETURNING id', [actor.adminId, id]),
      audited(actor, { ...ofOwnFactors(actor, 'remove'), before: { passkey: id } }, now),
      tell(told, now),
      otherProofsEnd(caller),
    ]);
  },

  /** Keeps the secret of an app until a first code of it is entered. False where an app is set up already. */
  async beginApp(db, actor: Actor, secret: string, now: number): Promise<boolean> {
    return runGuarded(db, [
      statement<{ adminId: number }>(
        `INSERT INTO admin_totp (admin_id, secret, created_at) VALUES (?1, ?2, ?3)
         ON CONFLICT (admin_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at, last_step = 0
           WHERE is_confirmed = 0 RETURNING admin_id AS "adminId"`,
        [actor.adminId, secret, now],
      ),
      audited(actor, ofOwnFactors(actor, 'begin'), now),
    ]);
  },

  /** The app is asked for from now on. False where that secret was replaced meanwhile, or is confirmed already. */
  async confirmApp(
    db,
    actor: Actor,
    caller: AdminCaller,
    { secret, step }: { secret: string; step: number },
    codeHashes: string[],
    proofHash: string,
    told: Mail,
    now: number,
  ): Promise<boolean> {
    return runGuarded(db, [
      statement<{ adminId: number }>(
        `UPDATE admin_totp SET is_confirmed = 1, last_step = ?3 WHERE admin_id = ?1 AND secret = ?2 AND is_confirmed = 0
         RETURNING admin_id AS "adminId"`,
        [actor.adminId, secret, step],
      ),
      audited(actor, { ...ofOwnFactors(actor, 'add'), after: { app: true } }, now),
      tell(told, now),
      provedSession(caller, proofHash, now),
      newCodes(actor.adminId, codeHashes, 'changes() > 0', now),
    ]);
  },

  /** With its recovery codes, which are in its place. */
  async removeApp(db, actor: Actor, caller: AdminCaller, told: Mail, now: number): Promise<boolean> {
    return runGuarded(db, [
      statement<{ adminId: number }>('DELETE FROM admin_totp WHERE admin_id = ?1 RETURNING admin_id AS "adminId"', [actor.adminId]),
      audited(actor, { ...ofOwnFactors(actor, 'remove'), before: { app: true } }, now),
      tell(told, now),
      otherProofsEnd(caller),
      statement('DELETE FROM admin_recovery_codes WHERE admin_id = ?1 AND NOT EXISTS (SELECT 1 FROM admin_totp WHERE admin_id = ?1)', [
        actor.adminId,
      ]),
    ]);
  },

  /** New recovery codes in place of all others. False without an app that they could be in place of. */
  async renewCodes(db, actor: Actor, codeHashes: string[], now: number): Promise<boolean> {
    const [, made] = await batch(db, [
      statement('DELETE FROM admin_recovery_codes WHERE admin_id = ?1', [actor.adminId]),
      newCodes(actor.adminId, codeHashes, 'EXISTS (SELECT 1 FROM admin_totp WHERE admin_id = ?1 AND is_confirmed = 1)', now),
      audited(actor, ofOwnFactors(actor, 'recovery_codes'), now),
    ]);
    return rows(made).length > 0;
  },
});

function ofOwnFactors({ adminId }: Actor, what: 'add' | 'begin' | 'rename' | 'remove' | 'recovery_codes') {
  return { action: `admin.factor_${what}`, entityType: 'admin', entityId: adminId };
}

function newCodes(adminId: number, hashes: string[], condition: string, now: number): Statement<{ hash: string }> {
  return statement<{ hash: string }>(
    `INSERT INTO admin_recovery_codes (code_hash, admin_id, created_at)
     SELECT value, ?1, ?3 FROM json_each(?2) WHERE ${condition} RETURNING code_hash AS "hash"`,
    [adminId, JSON.stringify(hashes), now],
  );
}
