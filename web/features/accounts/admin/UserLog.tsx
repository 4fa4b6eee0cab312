import type { AdminUserDetails } from '#schema/accounts/admin-user-details.ts';
import { describeAction } from '#schema/admin/audit-actions.ts';
import { NewestTable } from '#web/features/accounts/admin/NewestTable.tsx';
import { DateTimeCell, StatusBadge } from '#web/features/admin/cells.tsx';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';

type AuditRow = AdminUserDetails['audit']['rows'][number];

export function UserLog({ details: { profile, audit, mails } }: { details: AdminUserDetails }) {
  const isSuper = useIsSuperAdmin();
  return (
    <div className="stack">
      <NewestTable
        title="Audit log"
        list={audit}
        empty="No administrator has made changes."
        all={{ tab: 'audit', query: { user: String(profile.id) } }}
        columns={[
          { header: 'When', cell: ({ createdAt }) => <DateTimeCell value={createdAt} /> },
          { header: 'Who', cell: ({ admin }) => admin ?? 'the system' },
          { header: 'What', cell: ({ action }) => describeAction(action) },
          ...(isSuper
            ? [
                { header: 'Changed', cell: (row: AuditRow) => <Changes change={row} /> },
                { header: 'Reason', cell: ({ reason }: AuditRow) => reason ?? '–' },
              ]
            : []),
        ]}
      />
      {!isSuper && <p className="muted small">Only super administrators see what was changed and why.</p>}
      <NewestTable
        title="Emails"
        list={mails}
        empty="No emails yet."
        columns={[
          { header: 'Email', cell: ({ template }) => template.replaceAll('_', ' ') },
          { header: 'State', cell: ({ status }) => <StatusBadge value={status} /> },
          { header: 'Created', cell: ({ createdAt }) => <DateTimeCell value={createdAt} /> },
          { header: 'Sent', cell: ({ sentAt }) => <DateTimeCell value={sentAt} /> },
        ]}
      />
    </div>
  );
}

function Changes({ change: { before, after } }: { change: AuditRow }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return '–';
  return (
    <ul className="plain-list user-changes">
      {names.map((name) => (
        <li key={name}>
          {name}: {name in (before ?? {}) && <del>{formatValue(before?.[name])}</del>} <ins>{formatValue(after?.[name])}</ins>
        </li>
      ))}
    </ul>
  );
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(empty)';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
