import { type AdminChest, AdminChestList } from '#schema/payouts/admin-payouts.ts';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { useDecisions } from '#web/features/payouts/admin/decisions/use-decisions.tsx';
import { MemberCell } from '#web/features/payouts/admin/MemberCell.tsx';
import { chestName, memberLabel } from '#web/features/payouts/admin/payout-labels.ts';
import { chestsPath } from '#web/features/payouts/admin/payouts-api.ts';
import { StatusCell } from '#web/features/payouts/admin/StatusCell.tsx';
import { chestFilters } from '#web/features/payouts/admin/status-filters.ts';
import { date, formatDollars, monthName } from '#web/lib/format.ts';
import type { Column } from '#web/ui/data-table/data-table.ts';
import { createdColumn } from '#web/ui/data-table/sort-orders.ts';

const columns: readonly Column<AdminChest>[] = [
  { id: 'member', header: 'Member', cell: ({ member }) => <MemberCell member={member} />, isName: true },
  { id: 'month', header: 'Month', cell: ({ month }) => monthName(month) },
  { id: 'chest', header: 'Chest', cell: chestName },
  { id: 'tier', header: 'Premium', cell: ({ isPremium }) => (isPremium ? 'Premium' : '') },
  { id: 'amount', header: 'Amount', cell: ({ amountCents }) => formatDollars(amountCents / 100), align: 'end' },
  { id: 'status', header: 'Status', cell: (row) => <StatusCell row={row} /> },
  { ...createdColumn, header: 'Opened', cell: ({ createdAt }) => date(createdAt) },
  { id: 'paid', header: 'Paid', cell: ({ paidAt }) => (paidAt === null ? '–' : date(paidAt)), isForWideScreens: true },
  { id: 'reference', header: 'Reference', cell: ({ reference }) => reference ?? '', isOptional: true },
  { id: 'paidBy', header: 'Paid by', cell: ({ paidBy }) => paidBy ?? '', isOptional: true },
];

export function ChestsView() {
  const { dialog, ...actions } = useDecisions<AdminChest>('chests');
  return (
    <>
      <AdminList
        name="chests"
        pluralName="treasure chests"
        label="Treasure chests"
        path={chestsPath}
        schema={AdminChestList}
        columns={columns}
        rowLabel={({ member, month }) => `chest for ${memberLabel(member)}, ${monthName(month)}`}
        searchLabel="Search member or reference"
        filters={chestFilters}
        {...actions}
        emptyTitle="No treasure chests yet"
        emptyHint="Chests open after each month for Basic and Premium members with enough keys."
      />
      {dialog}
    </>
  );
}
