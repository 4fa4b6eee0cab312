import { type Dispute, DisputeList } from '#schema/disputes/dispute.ts';
import { describeDisputeReason } from '#schema/disputes/reasons.ts';
import { DateTimeCell } from '#web/features/admin/cells.tsx';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { MemberLink } from '#web/features/cards/admin/MemberLink.tsx';
import { DisputeDialog } from '#web/features/disputes/admin/DisputeDialog.tsx';
import { disputeStates, getDisputeAmount } from '#web/features/disputes/admin/dispute-labels.ts';
import { disputesPath } from '#web/features/disputes/admin/disputes-api.ts';
import { date } from '#web/lib/format.ts';
import { useIdParameter } from '#web/lib/react/use-query-parameter.ts';
import { Badge } from '#web/ui/Badge.tsx';
import type { Column } from '#web/ui/data-table/data-table.ts';
import { timeOrders } from '#web/ui/data-table/sort-orders.ts';
import type { Filter } from '#web/ui/data-table/table-view.ts';
import { toOptions } from '#web/ui/data-table/toolbar/filter-options.ts';

const columns: readonly Column<Dispute>[] = [
  { id: 'member', header: 'Member', isName: true, cell: ({ member }) => <MemberLink member={member} /> },
  { id: 'what', header: 'What', cell: ({ description }) => description, isForWideScreens: true },
  { id: 'amount', header: 'Amount', align: 'end', cell: getDisputeAmount },
  { id: 'reason', header: 'Reason', cell: ({ reason }) => describeDisputeReason(reason) },
  {
    id: 'state',
    header: 'Status',
    cell: ({ state }) => <Badge tone={disputeStates[state].tone}>{disputeStates[state].label}</Badge>,
  },
  { id: 'due', header: 'Respond by', cell: ({ state, dueBy }) => state === 'needs_response' && dueBy && <DateTimeCell value={dueBy} /> },
  {
    id: 'opened',
    header: 'Opened',
    sort: 'created',
    sortsDescending: true,
    orders: timeOrders,
    cell: ({ openedAt }) => date(openedAt),
  },
];

const filters: readonly Filter[] = [{ name: 'state', label: 'Status', options: toOptions(disputeStates) }];

export function DisputesView() {
  const [openId, setOpenId] = useIdParameter('dispute');
  return (
    <>
      <AdminList
        name="disputes"
        label="Disputes"
        path={disputesPath}
        schema={DisputeList}
        columns={columns}
        rowLabel={({ member }) => `dispute of ${member.email}`}
        searchLabel="Search member or dispute"
        filters={filters}
        onOpen={({ id }) => setOpenId(id)}
        openKey={openId}
        rowActions={[{ label: 'View Details', onChoose: ({ id }) => setOpenId(id) }]}
        emptyTitle="No disputes"
        emptyHint="Disputed payments appear here."
      />
      {openId !== null && <DisputeDialog key={openId} id={openId} onClose={() => setOpenId(null)} />}
    </>
  );
}
