import type { AdminCard } from '#schema/cards/admin-cards.ts';
import { AdminCardStatus } from '#web/features/cards/admin/status/AdminCardStatus.tsx';
import { cardStatuses } from '#web/features/cards/admin/status/card-statuses.ts';
import { date, number } from '#web/lib/format.ts';
import type { Column } from '#web/ui/data-table/data-table.ts';
import { createdColumn } from '#web/ui/data-table/sort-orders.ts';
import type { Filter } from '#web/ui/data-table/table-view.ts';
import { toOptions } from '#web/ui/data-table/toolbar/filter-options.ts';
import { EmailText } from '#web/ui/EmailText.tsx';

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
          <EmailText email={userInfo.email} /> <span className="muted small">ID&nbsp;{userInfo.id}</span>
        </>
      ) : (
        <span className="muted">No owner</span>
      ),
  },
  { id: 'location', header: 'Location', cell: ({ location }) => location ?? <span className="muted">Not placed</span> },
  { id: 'scans', header: 'Scans', align: 'end', cell: ({ totalScans }) => number(totalScans) },
  { ...createdColumn, header: 'Created', cell: ({ createdAt }) => date(createdAt) },
];

export const cardFilters: readonly Filter[] = [
  { name: 'status', label: 'Status', options: toOptions(cardStatuses), sorts: ['created'] },
  { name: 'kind', label: 'Kind', options: { test: 'Test cards' }, sorts: ['created'] },
];
