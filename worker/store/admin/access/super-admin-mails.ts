/** Emails about new administrators and changes to super administrators, so that nobody can add or remove one unnoticed. Product rules: Administrators. */
import type { Actor, SuperAdminChange } from '#worker/domain/admin/administrator.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import type { Statement } from '#worker/store/sql.ts';
import { isOrWasEnabled } from './standing.ts';

/**
 * Emails all super administrators except the actor, including those who were removed in the last 7 days. `target` is an SQL condition on
 * the changed administrator `t`, with the placeholder ?1. Must run after the audit row.
 */
export function queueSuperAdminMails(
  { adminId }: Actor,
  change: SuperAdminChange,
  target: { condition: string; value: string | number },
  now: number,
): Statement {
  return queueSelectedMails(
    'super_admin_changed',
    {
      sql: `SELECT NULL, a.email, json_object('firstName', a.first_name, 'change', ?2, 'administrator', t.email,
          'sender', (SELECT s.email FROM admins s WHERE s.id = ?3)), NULL
        FROM admins t JOIN admins a ON a.id <> ?3 AND ${isOrWasEnabled('a', ['super_admin'], '?4')} WHERE ${target.condition}`,
      values: [target.value, change, adminId, now],
    },
    now,
  );
}
