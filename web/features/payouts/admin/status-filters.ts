import { heldLabels, statusLabels } from '#web/features/payouts/admin/payout-labels.ts';
import type { Filter } from '#web/ui/data-table/table-view.ts';
import { toOptions } from '#web/ui/data-table/toolbar/filter-options.ts';

const statusFilter: Filter = {
  name: 'status',
  label: 'Status',
  options: toOptions(statusLabels, ['held', 'pending', 'paid', 'reversed']),
  sorts: ['created'],
};

const reasonFilter: Filter = {
  name: 'reason',
  label: 'Hold reason',
  options: Object.fromEntries(
    Object.entries(heldLabels).map(([reason, label]) => [reason, label.charAt(0).toUpperCase() + label.slice(1)]),
  ),
  sorts: ['created'],
};

/** Filter by member. It has no options because only links from other pages set it. */
const memberFilter = (sort: string): Filter => ({ name: 'member', label: 'Member', options: {}, sorts: [sort] });

export const commissionFilters: readonly Filter[] = [statusFilter, reasonFilter, memberFilter('created')];
export const chestFilters: readonly Filter[] = [statusFilter, reasonFilter, memberFilter('created')];
export const paymentFilters: readonly Filter[] = [memberFilter('paid')];
