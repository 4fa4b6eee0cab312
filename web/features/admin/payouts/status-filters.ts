/** How commissions and chests can be narrowed. */
import type { Filter } from '#web/components/data-table/data-table.ts';
import { optionsOf } from '#web/components/data-table/filter-options.ts';
import { statusWords } from '#web/features/admin/payouts/payout-words.ts';

const status: Filter = {
  name: 'status',
  label: 'Status',
  options: optionsOf(statusWords, ['held', 'pending', 'paid', 'reversed']),
  sorts: ['created'],
};

/** Of one member: it comes by a link alone. */
export const memberFilter = (sort: string): Filter => ({ name: 'member', label: 'Member', options: [], sorts: [sort] });

export const commissionFilters: readonly Filter[] = [status, memberFilter('id')];
export const chestFilters: readonly Filter[] = [status, memberFilter('created')];
export const paymentFilters: readonly Filter[] = [memberFilter('paid')];
