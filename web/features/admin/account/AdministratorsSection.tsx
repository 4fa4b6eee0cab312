import { useState } from 'react';
import type { ListedAdministrator } from '#schema/admin/administrators.ts';
import type { Admin } from '#schema/admin/session.ts';
import { Badge } from '#web/components/Badge.tsx';
import { DataTable } from '#web/components/data-table/DataTable.tsx';
import type { Column, RowAction } from '#web/components/data-table/data-table.ts';
import { byEmail, byTime } from '#web/components/data-table/orders.ts';
import { AddAdministrator } from '#web/features/admin/account/AddAdministrator.tsx';
import { AdministratorList, administratorsPath, nameOf } from '#web/features/admin/account/administrators-api.ts';
import { type Change, ChangeAdministrator } from '#web/features/admin/account/ChangeAdministrator.tsx';
import { RoleBadge } from '#web/features/admin/RoleBadge.tsx';
import { date, dateTime } from '#web/lib/format.ts';

const columns: Column<ListedAdministrator>[] = [
  { id: 'name', header: 'Name', isName: true, cell: nameOf },
  { id: 'email', header: 'Email', sort: 'email', orders: byEmail, cell: ({ email }) => email },
  {
    id: 'role',
    header: 'Role',
    cell: ({ role }) => <RoleBadge role={role} />,
  },
  {
    id: 'access',
    header: 'Access',
    cell: ({ disabledAt }) => (disabledAt ? <Badge tone="red">{`Disabled ${date(disabledAt)}`}</Badge> : 'May sign in'),
  },
  { id: 'lastLogin', header: 'Last login', cell: ({ lastLoginAt }) => (lastLoginAt ? dateTime(lastLoginAt) : 'Never') },
  { id: 'created', header: 'Created', sort: 'created', sortsDescending: true, orders: byTime, cell: ({ createdAt }) => date(createdAt) },
];

/** Who else answers for the product: for super administrators. */
export function AdministratorsSection({ admin }: { admin: Admin }) {
  const [isAdding, setIsAdding] = useState(false);
  const [chosen, setChosen] = useState<{ target: ListedAdministrator; change: Change }>();
  const choose = (change: Change) => (target: ListedAdministrator) => setChosen({ target, change });
  const others = ({ id }: ListedAdministrator) => id !== admin.id;

  const actions: RowAction<ListedAdministrator>[] = [
    {
      label: 'Make super administrator',
      isShown: (row) => others(row) && row.role === 'admin',
      onChoose: choose('promote'),
    },
    { label: 'Make administrator', isShown: (row) => others(row) && row.role === 'super_admin', onChoose: choose('demote') },
    { label: 'Send reset link', isShown: (row) => others(row) && !row.disabledAt, onChoose: choose('reset') },
    { label: 'Disable', isShown: (row) => others(row) && !row.disabledAt, onChoose: choose('disable') },
    { label: 'Enable', isShown: (row) => others(row) && row.disabledAt !== null, onChoose: choose('enable') },
  ];

  return (
    <div className="administrators">
      <div className="spread">
        <h2>Administrators</h2>
        <button type="button" onClick={() => setIsAdding(true)}>
          Add administrator
        </button>
      </div>
      <DataTable
        name="administrators"
        label="Administrators"
        path={administratorsPath}
        schema={AdministratorList}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={nameOf}
        searchLabel="Search administrators"
        defaultSort="email"
        rowActions={actions}
        emptyTitle="No administrators yet"
        noMatch={(q) => `No administrators found matching "${q}"`}
        loadError="Error loading administrators"
        hasExport
      />
      <AddAdministrator open={isAdding} onClose={() => setIsAdding(false)} />
      {chosen && <ChangeAdministrator {...chosen} onClose={() => setChosen(undefined)} />}
    </div>
  );
}
