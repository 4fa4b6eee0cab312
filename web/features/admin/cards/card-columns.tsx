/** The columns of specification section 2, and by what the list can be narrowed. */
import type { AdminCard } from '#schema/admin/cards.ts';
import type { Column, Filter } from '#web/components/data-table/data-table.ts';
import { optionsOf } from '#web/components/data-table/filter-options.ts';
import { byTime } from '#web/components/data-table/orders.ts';
import { AdminCardStatus } from '#web/features/admin/cards/AdminCardStatus.tsx';
import { cardStatuses } from '#web/features/admin/cards/card-statuses.ts';
import { date, number } from '#web/lib/format.ts';

export const cardColumns: readonly Column<AdminCard>[] = [
  {
    id: 'card',
    header: 'Card ID',
    sort: 'card',
    orders: ['Lowest ID', 'Highest ID'],
    isName: true,
    cell: ({ cardId }) => <span className="code">{cardId}</span>,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, isTest }) => (
      <>
        <AdminCardStatus status={status} /> {isTest && <span className="muted small">Test</span>}
      </>
    ),
  },
  {
    id: 'owner',
    header: 'Owner',
    cell: ({ userInfo }) =>
      userInfo ? (
        <>
          {userInfo.email} <span className="muted small">ID {userInfo.id}</span>
        </>
      ) : (
        <span className="muted">No owner</span>
      ),
  },
  { id: 'location', header: 'Location', cell: ({ location }) => location ?? <span className="muted">Not placed</span> },
  { id: 'scans', header: 'Scans', align: 'end', cell: ({ totalScans }) => number(totalScans) },
  { id: 'created', header: 'Created', sort: 'created', sortsDescending: true, orders: byTime, cell: ({ createdAt }) => date(createdAt) },
];

export const cardFilters: readonly Filter[] = [
  { name: 'status', label: 'Status', options: optionsOf(cardStatuses), sorts: ['created'] },
  { name: 'kind', label: 'Kind', options: [{ value: 'test', label: 'Test cards' }], sorts: ['created'] },
];
