import { useState } from 'react';
import { Link } from 'wouter';
import { EmailText } from '#web/ui/EmailText.tsx';
import '#web/features/admin/audit/audit.css';
import { AuditEntries, type AuditEntry } from '#schema/admin/audit.ts';
import { listChanges } from '#web/features/admin/audit/changes.ts';
import { EntryDialog } from '#web/features/admin/audit/EntryDialog.tsx';
import { entities, itemLabel, itemUrl } from '#web/features/admin/audit/entity-types.ts';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { dateTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import type { Column } from '#web/ui/data-table/data-table.ts';
import { createdColumn } from '#web/ui/data-table/sort-orders.ts';
import type { Filter } from '#web/ui/data-table/table-view.ts';

const sharedColumns: readonly Column<AuditEntry>[] = [
  { ...createdColumn, header: 'When', isName: true, cell: ({ createdAt }) => <span className="audit-when">{dateTime(createdAt)}</span> },
  {
    id: 'admin',
    header: 'Administrator',
    cell: ({ admin }) =>
      admin && (
        <Link href={filteredListUrl('admin', admin.id)}>
          <EmailText email={admin.email} />
        </Link>
      ),
  },
  { id: 'action', header: 'Action', cell: ({ action }) => <span className="code">{action}</span> },
  { id: 'thing', header: 'Item', cell: (entry) => <Item entry={entry} /> },
  { id: 'user', header: 'Member', cell: (entry) => <Member entry={entry} /> },
];

const superAdminColumns: readonly Column<AuditEntry>[] = [
  ...sharedColumns,
  { id: 'change', header: 'Change', cell: ({ personal }) => personal && <ChangeList personal={personal} limit={3} /> },
  { id: 'reason', header: 'Reason', cell: ({ personal }) => personal?.reason ?? '' },
  { id: 'address', header: 'IP address', cell: ({ personal }) => personal?.address ?? '', isOptional: true },
];

const filters: readonly Filter[] = [
  { name: 'entity', label: 'Item', options: Object.fromEntries(entities.map(({ type, label }) => [type, label])) },
  { name: 'user', label: 'Member', options: {} },
  { name: 'admin', label: 'Administrator', options: {} },
];

export function AuditTab() {
  const isSuperAdmin = useIsSuperAdmin();
  const [entry, setEntry] = useState<AuditEntry>();
  return (
    <>
      <AdminList
        name="audit"
        label="Audit log"
        path="/api/admin/audit"
        schema={AuditEntries}
        columns={isSuperAdmin ? superAdminColumns : sharedColumns}
        rowLabel={({ action, createdAt }) => `${action}, ${dateTime(createdAt)}`}
        searchLabel="Search actions, IDs or requests"
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
  return url ? <Link href={url}>{itemLabel(entry)}</Link> : itemLabel(entry);
}

function Member({ entry: { userId, personal } }: { entry: AuditEntry }) {
  if (userId === null) return null;
  return <Link href={filteredListUrl('user', userId)}>{personal?.userEmail ?? `Member ${userId}`}</Link>;
}

function filteredListUrl(filter: 'user' | 'admin', id: number): string {
  return `${paths.adminDashboard('audit')}&${filter}=${id}`;
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
