import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { EmailText } from '#web/ui/EmailText.tsx';
import '#web/features/admin/audit/audit.css';
import { AuditEntries, type AuditEntry } from '#schema/admin/audit.ts';
import { type AuditAction, auditActions, describeAction } from '#schema/admin/audit-actions.ts';
import { AdministratorList, administratorsPath } from '#web/features/admin/account/administrators-api.ts';
import { listChanges } from '#web/features/admin/audit/changes.ts';
import { EntryDialog } from '#web/features/admin/audit/EntryDialog.tsx';
import { entities, itemLabel, itemUrl } from '#web/features/admin/audit/entity-types.ts';
import { RunSteps } from '#web/features/admin/audit/RunSteps.tsx';
import { NumberedText } from '#web/features/admin/cells.tsx';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { useListPage } from '#web/features/admin/lists/list-page.ts';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { auditUrl } from '#web/features/admin/urls.ts';
import { dateTime } from '#web/lib/format.ts';
import type { Column } from '#web/ui/data-table/data-table.ts';
import { createdColumn } from '#web/ui/data-table/sort-orders.ts';
import type { Filter } from '#web/ui/data-table/table-view.ts';

const sharedColumns: readonly Column<AuditEntry>[] = [
  {
    ...createdColumn,
    header: 'When and who',
    isName: true,
    cell: ({ createdAt, admin }) => (
      <>
        <span className="audit-when">{dateTime(createdAt)}</span>
        {admin && (
          <Link className="audit-admin" href={auditUrl('admin', admin.id)}>
            <EmailText email={admin.email} />
          </Link>
        )}
      </>
    ),
  },
  {
    id: 'action',
    header: 'What happened',
    cell: (entry) => (
      <>
        {describeAction(entry.action)}
        <span className="audit-item">
          <Item entry={entry} />
        </span>
        {expandedActions.has(entry.action) && <RunSteps runId={entry.entityId} />}
      </>
    ),
  },
  { id: 'user', header: 'Member', cell: (entry) => <Member entry={entry} /> },
];

const superAdminColumns: readonly Column<AuditEntry>[] = [
  ...sharedColumns,
  {
    id: 'change',
    header: 'Change and reason',
    cell: ({ personal }) =>
      personal && (
        <>
          <ChangeList personal={personal} limit={3} />
          {personal.reason !== null && <p className="audit-reason">{personal.reason}</p>}
        </>
      ),
  },
  { id: 'address', header: 'IP address', cell: ({ personal }) => personal?.address ?? '', isOptional: true },
];

/** The entries below which a payout run's steps and payments are listed. */
const expandedActions: ReadonlySet<string> = new Set(['payout_run.begin', 'payout_run.pay'] satisfies AuditAction[]);

const actionFilter: Filter = {
  name: 'action',
  label: 'Action',
  anyLabel: 'All but payout lines',
  options: Object.fromEntries(Object.entries(auditActions).sort(([, one], [, other]) => one.localeCompare(other))),
};
const linkFilters: readonly Filter[] = [
  { name: 'entity', label: 'Item', options: Object.fromEntries(entities.map(({ type, label }) => [type, label])) },
  { name: 'user', label: 'Member', options: {} },
  { name: 'run', label: 'Payout run', options: {} },
];

export function AuditTab() {
  const isSuperAdmin = useIsSuperAdmin();
  const [entry, setEntry] = useState<AuditEntry>();
  const { page: administrators } = useListPage(isSuperAdmin ? `${administratorsPath}?limit=200` : null, AdministratorList);
  const filters = useMemo(() => {
    const options = Object.fromEntries((administrators?.rows ?? []).map(({ id, email }) => [id, email]));
    return [actionFilter, { name: 'admin', label: 'Administrator', options }, ...linkFilters];
  }, [administrators]);
  return (
    <>
      <AdminList
        name="audit"
        label="Audit log"
        path="/api/admin/audit"
        schema={AuditEntries}
        columns={isSuperAdmin ? superAdminColumns : sharedColumns}
        rowLabel={({ action, createdAt }) => `${describeAction(action)}, ${dateTime(createdAt)}`}
        searchLabel={isSuperAdmin ? 'Search email, item or reason' : 'Search email, item or action'}
        filters={filters}
        onOpen={setEntry}
        rowActions={[{ label: 'View details', onChoose: setEntry }]}
        emptyTitle="No entries yet"
        emptyHint="Changes by administrators appear here."
        noMatch={(q) => `No entries found matching "${q}"`}
        loadError="Error loading the audit log"
      />
      {!isSuperAdmin && <p className="muted">Only super administrators can see what changed, why, and from where.</p>}
      {entry && <EntryDialog entry={entry} onClose={() => setEntry(undefined)} />}
    </>
  );
}

function Item({ entry }: { entry: AuditEntry }) {
  const url = itemUrl(entry);
  const label = <NumberedText text={itemLabel(entry)} />;
  return url ? <Link href={url}>{label}</Link> : label;
}

function Member({ entry: { userId, personal } }: { entry: AuditEntry }) {
  if (userId === null) return null;
  return <Link href={auditUrl('user', userId)}>{personal?.userEmail ? <EmailText email={personal.userEmail} /> : `Member ${userId}`}</Link>;
}

/** Shows one field per line: `City: Boone → Lenoir`. */
function ChangeList({ personal, limit }: { personal: NonNullable<AuditEntry['personal']>; limit: number }) {
  const changes = listChanges(personal);
  if (changes.length === 0) return null;
  return (
    <ul className="plain-list audit-changes">
      {changes.slice(0, limit).map(({ field, before, after }) => (
        <li key={field}>
          <span className="muted">{field}: </span>
          {before !== undefined && <del>{before}</del>}
          {before !== undefined && after !== undefined && <span aria-hidden="true"> → </span>}
          {after !== undefined && <ins>{after}</ins>}
        </li>
      ))}
      {changes.length > limit && <li className="muted">and {changes.length - limit} more</li>}
    </ul>
  );
}
