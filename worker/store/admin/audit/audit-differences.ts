/** Writes audit rows for changes whose previous values are known only to the database. */

import type { AuditAction } from '#schema/admin/audit-actions.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { type Statement, statement } from '#worker/store/sql.ts';

interface ChangedRows {
  /**
   * Selects `entity_id`, `user_id`, `before` and `after` (JSON objects with the same keys) for each row that the next statement changes.
   * This query must have the same condition as that statement.
   */
  sql: string;
  values: (string | number | null)[];
}

const selectChanged = (side: 'b' | 'a') =>
  `(SELECT json_group_object(b.key, ${side}.value) FROM json_each(r.before) b JOIN json_each(r.after) a ON a.key = b.key
    WHERE b.value IS NOT a.value)`;

/** Audits the changes made by the next statement. Must directly precede that statement. Rows that do not change get no audit row. */
export function auditDifferences(
  actor: Actor,
  { action, entityType, reason = null }: { action: AuditAction; entityType: string; reason?: string | null },
  rows: ChangedRows,
  now: number,
): Statement {
  const parameterSql = (index: number) => `?${rows.values.length + index}`;
  return statement(
    `INSERT INTO audit_log (admin_id, action, entity_type, entity_id, user_id, before, after, reason, address, request_id, created_at)
     SELECT ${parameterSql(1)}, ${parameterSql(2)}, ${parameterSql(3)}, r.entity_id, r.user_id, ${selectChanged('b')}, ${selectChanged('a')}, ${parameterSql(4)}, ${parameterSql(5)},
       ${parameterSql(6)}, ${parameterSql(7)} FROM (${rows.sql}) r WHERE r.before <> r.after`,
    [...rows.values, actor.adminId, action, entityType, reason, actor.address, actor.requestId, now],
  );
}
