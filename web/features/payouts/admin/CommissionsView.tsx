import { type AdminCommission, AdminCommissionList } from '#schema/payouts/admin-payouts.ts';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { useDecisions } from '#web/features/payouts/admin/decisions/use-decisions.tsx';
import { MemberCell } from '#web/features/payouts/admin/MemberCell.tsx';
import { memberLabel } from '#web/features/payouts/admin/payout-labels.ts';
import { commissionsPath } from '#web/features/payouts/admin/payouts-api.ts';
import { StatusCell } from '#web/features/payouts/admin/StatusCell.tsx';
import { commissionFilters } from '#web/features/payouts/admin/status-filters.ts';
import { date, formatDollars, number } from '#web/lib/format.ts';
import type { Column } from '#web/ui/data-table/data-table.ts';
import { createdColumn } from '#web/ui/data-table/sort-orders.ts';

const columns: readonly Column<AdminCommission>[] = [
  { id: 'member', header: 'Member', cell: ({ member }) => <MemberCell member={member} />, isName: true },
  { id: 'friend', header: 'Referred friend', cell: ({ friend }) => <MemberCell member={friend} /> },
  {
    id: 'amount',
    header: 'Amount',
    cell: ({ amountCents }) => (amountCents === 0 ? '–' : formatDollars(amountCents / 100)),
    align: 'end',
  },
  { id: 'keys', header: 'Keys', cell: ({ treasureKeys }) => (treasureKeys === 0 ? '–' : number(treasureKeys)), align: 'end' },
  { id: 'status', header: 'Status', cell: (row) => <StatusCell row={row} /> },
  { ...createdColumn, header: 'Created', cell: ({ createdAt }) => date(createdAt) },
  { id: 'paid', header: 'Paid', cell: ({ paidAt }) => (paidAt === null ? '–' : date(paidAt)), isForWideScreens: true },
  { id: 'reference', header: 'Reference', cell: ({ reference }) => reference ?? '', isOptional: true },
  { id: 'paidBy', header: 'Paid by', cell: ({ paidBy }) => paidBy ?? '', isOptional: true },
];

/** Lists commissions. Reversals are separate rows with negative amounts. A free referrer's commission consists of keys only. */
export function CommissionsView() {
  const { dialog, ...actions } = useDecisions<AdminCommission>('commissions');
  return (
    <>
      <AdminList
        name="commissions"
        label="Commissions"
        path={commissionsPath}
        schema={AdminCommissionList}
        columns={columns}
        rowLabel={({ member, friend }) => `commission for ${memberLabel(member)} from ${memberLabel(friend)}`}
        searchLabel="Search member or reference"
        filters={commissionFilters}
        {...actions}
        emptyTitle="No commissions yet"
        emptyHint="Members earn a commission when a friend they referred first pays for a membership."
      />
      {dialog}
    </>
  );
}
