/** How commissions and chests can be narrowed. */
import type { Filter } from '#web/components/data-table/data-table.ts';

const status: Filter = {
  name: 'status',
  label: 'Status',
  options: [
    { value: 'held', label: 'Held' },
    { value: 'pending', label: 'To pay' },
    { value: 'paid', label: 'Paid' },
    { value: 'reversed', label: 'Taken back' },
  ],
  sorts: ['created'],
};

/** Of one member: it comes by a link alone. */
export const memberFilter = (sort: string): Filter => ({ name: 'member', label: 'Member', options: [], sorts: [sort] });

export const commissionFilters: readonly Filter[] = [status, memberFilter('id')];
export const chestFilters: readonly Filter[] = [status, memberFilter('created')];
export const paymentFilters: readonly Filter[] = [memberFilter('paid')];
