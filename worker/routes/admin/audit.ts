/** GET /api/admin/audit. The fields included in an entry depend on the caller's role. */
import type { AuditEntry } from '#schema/admin/audit.ts';
import { describeAction } from '#schema/admin/audit-actions.ts';
import { presentAuditEntry } from '#worker/domain/admin/audit-entry.ts';
import type { NamedKey } from '#worker/security/seal.ts';
import { openTraveler } from '#worker/security/traveler.ts';
import { type AuditRow, auditListShape } from '#worker/store/admin/audit/audit-list.ts';
import { adminList } from './list.ts';

type AuditValues = NonNullable<AuditEntry['personal']>['before'];

/** Decrypts the traveler of a certificate's entry, if it has one and it has not been erased. */
async function openNames(keys: readonly NamedKey[], values: AuditValues, number: string): Promise<AuditValues> {
  if (typeof values?.traveler !== 'string') return values;
  const traveler = await openTraveler(keys, values.traveler, number);
  return { ...values, traveler: traveler && `${traveler.fullName}, born ${traveler.birthDate}` };
}

export const auditRoutes = adminList({
  shape: auditListShape,
  read: (store, request, c) => store.admin.audit.list(request, c.var.admin.id, c.var.actsAs === 'super_admin'),
  async present(row: AuditRow, c) {
    const entry = presentAuditEntry(c.var.actsAs, row);
    const { personal } = entry;
    if (!personal) return entry;
    const open = (values: AuditValues) => openNames(c.var.config.travelerKeys, values, row.entityId);
    return { ...entry, personal: { ...personal, before: await open(personal.before), after: await open(personal.after) } };
  },
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
