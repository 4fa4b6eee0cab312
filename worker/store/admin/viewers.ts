/** Which administrators have the same conversation, review case or order open. Product rules: Claims, printing, email and messages. */
import type { ViewerKind } from '#schema/admin/viewers.ts';
import { viewerTtlSeconds } from '#schema/rules.ts';
import { bindStore } from '#worker/store/database.ts';
import { orderRevision } from '#worker/store/orders/admin-orders.ts';
import { batch, firstRow, rows, type Statement, statement } from '#worker/store/sql.ts';

export interface ViewerRow {
  email: string;
  isActing: 0 | 1;
}

const subjects: Record<ViewerKind, { table: string; version: string }> = {
  message: { table: 'contact_messages', version: 't.version' },
  review: { table: 'vacation_certificates', version: 't.version' },
  order: { table: 'orders', version: orderRevision },
};

/**
 * SQL condition: the administrator once passed this certificate, and it no longer waits. They see no other viewers, whether or not the
 * certificate gets a second look.
 */
const hasPassedCertificate = `EXISTS (SELECT 1 FROM vacation_certificates c
  JOIN audit_log l ON l.entity_type = 'certificate' AND l.entity_id = c.number AND +l.action = 'certificate.pass' AND +l.admin_id = ?2
  WHERE c.id = ?1 AND c.review <> 'waiting')`;

export const viewerStore = bindStore({
  /** Records that the administrator has the record open. Returns the other viewers, and undefined as the version if the record is unknown. */
  async report(
    db,
    { kind, id, adminId, isActing }: { kind: ViewerKind; id: number; adminId: number; isActing: boolean },
    now: number,
  ): Promise<{ version: number | undefined; viewers: ViewerRow[] }> {
    const { table, version } = subjects[kind];
    const [, , current, viewers] = await batch(db, [
      deleteExpiredViewers(now),
      statement(
        `INSERT INTO viewers (kind, subject_id, admin_id, seen_at, is_acting) SELECT ?5, t.id, ?2, ?3, ?4 FROM ${table} t WHERE t.id = ?1
         ON CONFLICT (kind, subject_id, admin_id) DO UPDATE SET seen_at = excluded.seen_at, is_acting = excluded.is_acting`,
        [id, adminId, now, isActing ? 1 : 0, kind],
      ),
      statement<{ version: number }, 'version'>(`SELECT ${version} AS "version" FROM ${table} t WHERE t.id = ?1`, [id]),
      statement<ViewerRow>(
        `SELECT a.email AS "email", v.is_acting AS "isActing" FROM viewers v JOIN admins a ON a.id = v.admin_id
         WHERE v.subject_id = ?1 AND v.admin_id <> ?2 AND v.kind = ?3 ${kind === 'review' ? `AND NOT ${hasPassedCertificate}` : ''}
         ORDER BY v.admin_id LIMIT 20`,
        [id, adminId, kind],
      ),
    ]);
    return { version: firstRow(current)?.version, viewers: rows(viewers) };
  },
});

export function deleteExpiredViewers(now: number): Statement {
  return statement('DELETE FROM viewers WHERE seen_at < ?1', [now - viewerTtlSeconds]);
}
