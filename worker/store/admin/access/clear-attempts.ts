import { type Statement, statement } from '#worker/store/sql.ts';

/** Clears the counts of failed attempts once the administrator has the new password. Must run after the update of `admins`. */
export function clearAttempts(adminId: number, newPasswordHash: string, keys: readonly string[]): Statement {
  return statement(
    `DELETE FROM rate_counters WHERE key IN (SELECT value FROM json_each(?3))
       AND EXISTS (SELECT 1 FROM admins WHERE id = ?1 AND password_hash = ?2)`,
    [adminId, newPasswordHash, JSON.stringify(keys)],
  );
}
