import { type AdminMembership, AdminMembershipList } from '#schema/memberships/admin-memberships.ts';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { MemberLink } from '#web/features/cards/admin/MemberLink.tsx';
import { date } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import type { Column } from '#web/ui/data-table/data-table.ts';
import { timeOrders } from '#web/ui/data-table/sort-orders.ts';
import type { Filter } from '#web/ui/data-table/table-view.ts';

const tierNames = { basic: 'Basic', premium: 'Premium' } as const;

const columns: readonly Column<AdminMembership>[] = [
  { id: 'member', header: 'Member', isName: true, cell: ({ member }) => <MemberLink member={member} /> },
  {
    id: 'tier',
    header: 'Membership',
    cell: ({ tier, source }) => (
      <>
        {tierNames[tier]} {source === 'grant' && <Badge tone="grey">Granted</Badge>}
      </>
    ),
  },
  { id: 'started', header: 'Started', cell: ({ startsAt }) => date(startsAt) },
  { id: 'ended', header: 'Ends', sort: 'ended', sortsDescending: true, orders: timeOrders, cell: ({ endsAt }) => date(endsAt) },
];

const filters: readonly Filter[] = [
  {
    name: 'kind',
    label: 'Membership',
    options: { basic: 'Basic, paid', premium: 'Premium, paid', granted_basic: 'Basic, granted', granted_premium: 'Premium, granted' },
  },
];

export function MembershipsView() {
  return (
    <AdminList
      name="memberships"
      label="Memberships"
      path="/api/admin/memberships"
      schema={AdminMembershipList}
      columns={columns}
      rowLabel={({ member }) => `membership of ${member.email}`}
      searchLabel="Search member"
      filters={filters}
      defaultSort="-ended"
      daySorts={['ended']}
      emptyTitle="No memberships"
      emptyHint="Each paid or granted year appears here."
    />
  );
}
