import { type Statement, statement } from '#worker/store/sql.ts';

/** Voids reset links. Must directly follow `auditStatement` in the batch; does nothing if the audited change matched no row. */
export function endResetLinks(adminId: number, now: number): Statement {
  return statement('UPDATE admin_password_resets SET used_at = ?2 WHERE admin_id = ?1 AND used_at IS NULL AND changes() > 0', [
    adminId,
    now,
  ]);
}
