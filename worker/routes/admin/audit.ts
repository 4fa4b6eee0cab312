/** GET /api/admin/audit. The fields included in an entry depend on the caller's role. */
import { describeAction } from '#schema/admin/audit-actions.ts';
import { presentAuditEntry } from '#worker/domain/admin/audit-entry.ts';
import { type AuditRow, auditListShape } from '#worker/store/admin/audit/audit-list.ts';
import { adminList } from './list.ts';

export const auditRoutes = adminList({
  shape: auditListShape,
  read: (store, request, c) => store.admin.audit.list(request, c.var.admin.id, c.var.actsAs === 'super_admin'),
  present: (row: AuditRow, c) => presentAuditEntry(c.var.actsAs, row),
  csv: {
    fileName: 'audit-log.csv',
    columns: [
      { header: 'Time', value: ({ createdAt }) => createdAt },
      { header: 'Administrator', value: ({ admin }) => admin?.email ?? null },
      { header: 'What happened', value: ({ action }) => describeAction(action) },
      { header: 'Action', value: ({ action }) => action },
      { header: 'Type', value: ({ entityType }) => entityType },
      { header: 'ID', value: ({ entityId }) => entityId },
      { header: 'Member', value: ({ userId }) => userId },
      { header: 'Member email', value: ({ personal }) => personal?.userEmail ?? null },
      { header: 'Before', value: ({ personal }) => (personal?.before ? JSON.stringify(personal.before) : null) },
      { header: 'After', value: ({ personal }) => (personal?.after ? JSON.stringify(personal.after) : null) },
      { header: 'Reason', value: ({ personal }) => personal?.reason ?? null },
      { header: 'IP address', value: ({ personal }) => personal?.address ?? null },
      { header: 'Payout run', value: ({ runId }) => runId },
      { header: 'Request ID', value: ({ requestId }) => requestId },
    ],
  },
});
