import { auditLog } from '#schema/tables/admins.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { dateFilter, type ListRowsQuery, type ListShape, readList } from '#worker/store/admin/list.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, type RowOf, selectList } from '#worker/store/sql.ts';
import { auditFromSelect } from './audit.ts';

const keys = [
  'id',
  'adminId',
  'action',
  'entityType',
  'entityId',
  'userId',
  'before',
  'after',
  'reason',
  'address',
  'requestId',
  'createdAt',
] as const;
export type AuditRow = RowOf<typeof auditLog, (typeof keys)[number]> & { adminEmail: string | null; userEmail: string | null };

/**
 * The audit log. Its search covers only columns that every administrator may read, so a search does not reveal hidden reasons or values.
 */
export const auditListShape: ListShape = {
  from: 'audit_log t',
  join: 'LEFT JOIN admins a ON a.id = t.admin_id LEFT JOIN users u ON u.id = t.user_id',
  columns: `${selectList(auditLog, 't', keys)}, a.email AS "adminEmail", u.email AS "userEmail"`,
  search: `t.action || char(10) || t.entity_type || char(10) || t.entity_id || char(10) || t.request_id`,
  sorts: { created: 't.created_at' },
  defaultSort: '-created',
  filters: {
    user: { conditions: { column: 't.user_id', kind: 'number' }, sorts: ['created'] },
    entity: { conditions: { column: 't.entity_type', kind: 'text' }, sorts: ['created'] },
    admin: { conditions: { column: 't.admin_id', kind: 'number' }, sorts: ['created'] },
  },
  dates: dateFilter('t.created_at', ['created']),
};

export const auditListStore = bindStore({
  list: (db, request: ListRowsQuery) => readList<AuditRow>(db, auditListShape, request),

  async noteExport(db, fileName: string, filters: Record<string, unknown>, actor: Actor, now: number): Promise<void> {
    const query = { sql: 'SELECT ?8, NULL, NULL, ?9', values: [fileName, JSON.stringify(filters)] };
    await batch(db, [auditFromSelect(actor, { action: 'export.download', entityType: 'export' }, query, now)]);
  },
});
