import { useState } from 'react';
import { type AdminUser, AdminUserList } from '#schema/accounts/admin-users.ts';
import { MemberPage } from '#web/features/accounts/admin/member/MemberPage.tsx';
import { UserTaskDialog } from '#web/features/accounts/admin/tasks/UserTaskDialog.tsx';
import type { UserTask } from '#web/features/accounts/admin/tasks/user-task.ts';
import { userName } from '#web/features/accounts/admin/user-name.ts';
import { usersPath } from '#web/features/accounts/admin/users-api.ts';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { date, number } from '#web/lib/format.ts';
import { useIdParameter } from '#web/lib/react/use-query-parameter.ts';
import { Badge } from '#web/ui/Badge.tsx';
import type { Column, RowAction } from '#web/ui/data-table/data-table.ts';
import { createdColumn, emailOrders, nameOrders } from '#web/ui/data-table/sort-orders.ts';
import type { Filter } from '#web/ui/data-table/table-view.ts';
import { EmailText } from '#web/ui/EmailText.tsx';

const columns: Column<AdminUser>[] = [
  {
    id: 'name',
    header: 'Name',
    sort: 'name',
    orders: nameOrders,
    isName: true,
    cell: (user) => (
      <>
        {userName(user)} {user.isSuspended && <Badge tone="red">suspended</Badge>}
        {user.isLeaving && <Badge tone="red">being deleted</Badge>}
      </>
    ),
  },
  {
    id: 'email',
    header: 'Email',
    sort: 'email',
    orders: emailOrders,
    cell: ({ email, emailVerified }) => (
      <>
        <EmailText email={email} /> {!emailVerified && <Badge tone="yellow">unverified</Badge>}
      </>
    ),
  },
  { id: 'role', header: 'Role', cell: ({ role }) => <Badge tone={role === 'free' ? 'grey' : 'green'}>{role}</Badge> },
  {
    id: 'tokens',
    header: 'Tokens',
    sort: 'tokens',
    sortsDescending: true,
    orders: ['Fewest tokens', 'Most tokens'],
    align: 'end',
    cell: ({ tokenBalance, owedTokens }) => (
      <>
        {owedTokens > 0 && <Badge tone="red">owes {number(owedTokens)}</Badge>} {number(tokenBalance)}
      </>
    ),
  },
  { ...createdColumn, header: 'Created', cell: ({ createdAt }) => <time dateTime={createdAt}>{date(createdAt)}</time> },
  { id: 'username', header: 'Username', isOptional: true, cell: ({ username }) => username ?? '' },
  { id: 'id', header: 'ID', isOptional: true, align: 'end', cell: ({ id }) => id },
];

const filters: Filter[] = [
  { name: 'role', label: 'Role', options: { free: 'Free', basic: 'Basic', premium: 'Premium' }, sorts: ['created'] },
  {
    name: 'state',
    label: 'State',
    options: { leaving: 'Being deleted', owing: 'Owes tokens', suspended: 'Suspended' },
    sorts: ['created'],
  },
];

/** Lists members. The URL parameter `?user=17` opens a member's page instead, and a fragment such as `#certificates` one of its sections. */
export function UsersTab() {
  const isSuper = useIsSuperAdmin();
  const [openUserId, setOpenUserId] = useIdParameter('user');
  const [task, setTask] = useState<UserTask>();
  const openUser = (id: number | null) => setOpenUserId(id, { addsHistoryEntry: true });

  const openTask = (kind: UserTask['kind']) => (user: AdminUser) => setTask({ kind, userId: user.id });
  const rowActions: RowAction<AdminUser>[] = [
    { label: 'View Details', onChoose: ({ id }) => openUser(id) },
    { label: 'Edit User', onChoose: openTask('edit'), isShown: ({ isLeaving }) => !isLeaving },
    { label: 'Add Tokens', onChoose: openTask('tokens'), isShown: ({ isLeaving }) => !isLeaving && isSuper },
    { label: 'Upgrade Membership', onChoose: openTask('membership'), isShown: ({ isLeaving }) => !isLeaving && isSuper },
  ];

  return (
    <>
      {openUserId === null ? (
        <AdminList
          name="users"
          label="Users"
          path={usersPath}
          schema={AdminUserList}
          columns={columns}
          rowLabel={userName}
          searchLabel="Search users by name, username or email"
          filters={filters}
          onOpen={({ id }) => openUser(id)}
          rowActions={rowActions}
          emptyTitle="No users in the system yet"
          fetchError="Error fetching users"
        />
      ) : (
        <MemberPage key={openUserId} userId={openUserId} onBack={() => openUser(null)} onTask={setTask} />
      )}
      {task && <UserTaskDialog task={task} onClose={() => setTask(undefined)} />}
    </>
  );
}
