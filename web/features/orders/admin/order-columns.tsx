import '#web/features/orders/admin/orders.css';
import type { AdminOrder } from '#schema/orders/admin-orders.ts';
import { MemberLink } from '#web/features/cards/admin/MemberLink.tsx';
import { LossBadge } from '#web/features/orders/admin/LossBadge.tsx';
import { getDeliveryLabel, orderStatuses } from '#web/features/orders/admin/order-labels.ts';
import { PrintStatusBadge } from '#web/features/printing/admin/PrintStatusBadge.tsx';
import { date, formatDollars } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import type { Column } from '#web/ui/data-table/data-table.ts';
import { timeOrders } from '#web/ui/data-table/sort-orders.ts';
import type { Filter } from '#web/ui/data-table/table-view.ts';
import { toOptions } from '#web/ui/data-table/toolbar/filter-options.ts';

export const orderColumns: readonly Column<AdminOrder>[] = [
  {
    id: 'order',
    header: 'Order',
    isName: true,
    sort: 'created',
    sortsDescending: true,
    orders: timeOrders,
    cell: ({ id }) => <span className="short">{`Order ${id}`}</span>,
  },
  { id: 'member', header: 'Member', cell: ({ member }) => <MemberLink member={member} /> },
  { id: 'what', header: 'What', cell: ({ description }) => description },
  { id: 'amount', header: 'Amount', align: 'end', cell: ({ amount }) => formatDollars(amount / 100) },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, refunded }) => (
      <>
        <Badge tone={orderStatuses[status].tone}>{orderStatuses[status].label}</Badge>
        {status === 'paid' && refunded > 0 && <span className="muted small"> {formatDollars(refunded / 100)} refunded</span>}
      </>
    ),
  },
  { id: 'delivery', header: 'Delivery', cell: getDeliveryLabel, isOptional: true },
  { id: 'print', header: 'Print', cell: (order) => <PrintState order={order} /> },
  { id: 'created', header: 'Ordered', cell: ({ createdAt }) => date(createdAt), isForWideScreens: true },
  { id: 'paid', header: 'Paid', isOptional: true, cell: ({ paidAt }) => (paidAt ? date(paidAt) : '') },
];

function PrintState({ order }: { order: AdminOrder }) {
  // Treats a draft like a missing print order because a draft is only the printer's quote.
  if (order.printStatus !== null && order.printStatus !== 'draft')
    return (
      <>
        <PrintStatusBadge order={{ status: order.printStatus, isUnanswered: false }} />
        {order.printCost !== null && (
          <span className="print-cost small">
            costs {formatDollars(order.printCost / 100)} <LossBadge order={order} cost={order.printCost} />
          </span>
        )}
      </>
    );
  if (order.delivery === 'self_print') return getDeliveryLabel(order);
  return order.status === 'paid' && order.delivery === 'ship' ? <Badge tone="yellow">To print</Badge> : null;
}

export const orderFilters: readonly Filter[] = [
  { name: 'print', label: 'Print', options: { waiting: 'To print' } },
  { name: 'status', label: 'Status', options: toOptions(orderStatuses) },
  { name: 'kind', label: 'Type', options: { cache_cards: 'Cache Cards', membership: 'Memberships' } },
];
