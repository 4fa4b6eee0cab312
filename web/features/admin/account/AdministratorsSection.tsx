import { useState } from 'react';
import type { ListedAdministrator } from '#schema/admin/administrators.ts';
import type { Admin } from '#schema/admin/session.ts';
import { AddAdministrator } from '#web/features/admin/account/AddAdministrator.tsx';
import { AdministratorList, administratorsPath, formatName } from '#web/features/admin/account/administrators-api.ts';
import { type Change, ChangeAdministrator } from '#web/features/admin/account/ChangeAdministrator.tsx';
import { DateTimeCell } from '#web/features/admin/cells.tsx';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { RoleBadge } from '#web/features/admin/RoleBadge.tsx';
import { date } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import type { Column, RowAction } from '#web/ui/data-table/data-table.ts';
import { createdColumn, emailOrders } from '#web/ui/data-table/sort-orders.ts';
import { EmailText } from '#web/ui/EmailText.tsx';

const columns: Column<ListedAdministrator>[] = [
  { id: 'name', header: 'Name', isName: true, cell: formatName },
  { id: 'email', header: 'Email', sort: 'email', orders: emailOrders, cell: ({ email }) => <EmailText email={email} /> },
  {
    id: 'role',
    header: 'Role',
    cell: ({ role }) => <RoleBadge role={role} />,
  },
  {
    id: 'access',
    header: 'Access',
    cell: ({ disabledAt }) => (disabledAt ? <Badge tone="red">{`Disabled ${date(disabledAt)}`}</Badge> : 'Can log in'),
  },
  { id: 'lastLogin', header: 'Last login', cell: ({ lastLoginAt }) => (lastLoginAt ? <DateTimeCell value={lastLoginAt} /> : 'Never') },
  { ...createdColumn, header: 'Created', cell: ({ createdAt }) => date(createdAt) },
];

export function AdministratorsSection({ admin }: { admin: Admin }) {
  const [isAdding, setIsAdding] = useState(false);
  const [pendingChange, setPendingChange] = useState<{ target: ListedAdministrator; change: Change }>();
  const startChange = (change: Change) => (target: ListedAdministrator) => setPendingChange({ target, change });
  const isOther = ({ id }: ListedAdministrator) => id !== admin.id;

  const actions: RowAction<ListedAdministrator>[] = [
    {
      label: 'Make super administrator',
      isShown: (row) => isOther(row) && row.role === 'admin',
      onChoose: startChange('promote'),
    },
    { label: 'Make administrator', isShown: (row) => isOther(row) && row.role === 'super_admin', onChoose: startChange('demote') },
    { label: 'Send reset link', isShown: (row) => isOther(row) && !row.disabledAt, onChoose: startChange('reset') },
    { label: 'Disable', isShown: (row) => isOther(row) && !row.disabledAt, onChoose: startChange('disable') },
    { label: 'Enable', isShown: (row) => isOther(row) && row.disabledAt !== null, onChoose: startChange('enable') },
  ];

  return (
    <div className="stack administrators">
      <div className="spread">
        <h2>Administrators</h2>
        <button type="button" onClick={() => setIsAdding(true)}>
          Add administrator
        </button>
      </div>
      <AdminList
        name="administrators"
        label="Administrators"
        path={administratorsPath}
        schema={AdministratorList}
        columns={columns}
        rowLabel={formatName}
        searchLabel="Search administrators"
        defaultSort="email"
        daySorts={null}
        rowActions={actions}
        emptyTitle="No administrators yet"
      />
      <AddAdministrator open={isAdding} onClose={() => setIsAdding(false)} />
      {pendingChange && <ChangeAdministrator {...pendingChange} onClose={() => setPendingChange(undefined)} />}
    </div>
  );
}
