/** Verifies second factors. Each challenge, app code or recovery code is accepted once. */

import type { Actor, AdminCaller } from '#worker/domain/admin/administrator.ts';
import type { Limit } from '#worker/domain/limit.ts';
import { consumeChallenge } from '#worker/store/accounts/sign-in/passkey-challenges.ts';
import { type PasskeyRow, passkeyColumns } from '#worker/store/accounts/sign-in/passkeys.ts';
import { auditStatement } from '#worker/store/admin/audit/audit.ts';
import { countAttempts, readCounts } from '#worker/store/counters.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, firstRow, runGuarded, statement } from '#worker/store/sql.ts';
import { type AdminApp, adminApp, markSessionProved } from './factors.ts';

type FactorKind = 'passkey' | 'app' | 'recovery code';

const createProofEntry = ({ adminId }: Actor, by: FactorKind) => ({
  action: 'admin.proof' as const,
  entityType: 'admin',
  entityId: adminId,
  after: { by },
});

export const adminProofStore = bindStore({
  async consumeChallenge(
    db,
    adminId: number,
    challengeHash: string,
    credentialId: string,
    now: number,
  ): Promise<{ isTaken: boolean; passkey: PasskeyRow | undefined }> {
    const [challenge, passkeys] = await batch(db, [
      consumeChallenge(challengeHash, now),
      statement<PasskeyRow>(`SELECT ${passkeyColumns} FROM admin_passkeys t WHERE t.credential_id = ?1 AND t.admin_id = ?2`, [
        credentialId,
        adminId,
      ]),
    ]);
    return { isTaken: firstRow(challenge) !== undefined, passkey: firstRow(passkeys) };
  },

  /** Verifies a passkey. Returns false if it was removed, or its counter was already used. */
  async proveByPasskey(
    db,
    actor: Actor,
    caller: AdminCaller,
    { id, counter }: { id: number; counter: number },
    proofHash: string,
    now: number,
  ): Promise<boolean> {
    return runGuarded(db, [
      statement<{ id: number }>(
        `UPDATE admin_passkeys SET counter = ?3, last_used_at = ?4
         WHERE id = ?2 AND admin_id = ?1 AND (counter < ?3 OR (counter = 0 AND ?3 = 0)) RETURNING id`,
        [actor.adminId, id, counter, now],
      ),
      markSessionProved(caller, proofHash, now),
      auditStatement(actor, createProofEntry(actor, 'passkey'), now),
    ]);
  },

  async attemptCode(db, adminId: number, limits: Limit[]): Promise<{ counts: number[]; app: AdminApp | undefined }> {
    const [apps, ...countResults] = await batch(db, [adminApp(adminId), ...countAttempts(limits)]);
    return { counts: readCounts(countResults), app: firstRow(apps) };
  },

  /**
   * Verifies an authenticator app's code. Returns false if a code for this or a later time step was already used. `secret` is the stored
   * ciphertext as loaded; `resealed` is the same secret encrypted with the current key.
   */
  async proveByCode(
    db,
    actor: Actor,
    caller: AdminCaller,
    { secret, step, resealed }: { secret: string; step: number; resealed: string | null },
    proofHash: string,
    now: number,
  ): Promise<boolean> {
    return runGuarded(db, [
      statement<{ adminId: number }>(
        `UPDATE admin_totp SET last_step = ?3, secret = coalesce(?4, secret)
         WHERE admin_id = ?1 AND secret = ?2 AND is_confirmed = 1 AND last_step < ?3 RETURNING admin_id AS "adminId"`,
        [actor.adminId, secret, step, resealed],
      ),
      markSessionProved(caller, proofHash, now),
      auditStatement(actor, createProofEntry(actor, 'app'), now),
    ]);
  },

  async proveByRecoveryCode(db, actor: Actor, caller: AdminCaller, codeHash: string, proofHash: string, now: number): Promise<boolean> {
    return runGuarded(db, [
      statement<{ hash: string }>(
        'UPDATE admin_recovery_codes SET used_at = ?3 WHERE code_hash = ?2 AND admin_id = ?1 AND used_at IS NULL RETURNING code_hash AS "hash"',
        [actor.adminId, codeHash, now],
      ),
      markSessionProved(caller, proofHash, now),
      auditStatement(actor, createProofEntry(actor, 'recovery code'), now),
    ]);
  },
});
