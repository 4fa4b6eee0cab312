import { Link } from 'wouter';
import type { AdminUserDetails } from '#schema/accounts/admin-user-details.ts';
import { NewestTable } from '#web/features/accounts/admin/member/NewestTable.tsx';
import { DateCell, DateTimeCell, StatusBadge } from '#web/features/admin/cells.tsx';
import { orderUrl } from '#web/features/admin/urls.ts';
import { formatDollars } from '#web/lib/format.ts';

export function UserPurchases({ details: { profile, orders, payments, periods, subscriptions } }: { details: AdminUserDetails }) {
  return (
    <div className="stack">
      <NewestTable
        title="Orders"
        list={orders}
        empty="No orders."
        all={{ tab: 'orders', query: { q: profile.email } }}
        columns={[
          { header: 'Order', cell: ({ id }) => <Link href={orderUrl(id)}>{`Order ${id}`}</Link> },
          { header: 'What', cell: ({ description }) => description },
          { header: 'Amount', align: 'end', cell: ({ amount, refunded }) => amountLabel(amount, refunded) },
          { header: 'Status', cell: ({ status }) => <StatusBadge value={status} /> },
          { header: 'Delivery', cell: ({ delivery }) => (delivery === 'ship' ? 'by mail' : delivery ? 'self-printed' : '–') },
          { header: 'Ordered', cell: ({ createdAt }) => <DateCell value={createdAt} /> },
          { header: 'Paid', cell: ({ paidAt }) => <DateCell value={paidAt} /> },
        ]}
      />
      <NewestTable
        title="Payments"
        list={payments}
        empty="No payments."
        columns={[
          { header: 'What', cell: ({ description }) => description },
          { header: 'Amount', align: 'end', cell: ({ amount, refunded }) => amountLabel(amount, refunded) },
          { header: 'From balance', align: 'end', cell: ({ fromBalance }) => (fromBalance > 0 ? formatDollars(fromBalance / 100) : '–') },
          { header: 'Status', cell: ({ status }) => <StatusBadge value={status} /> },
          { header: 'Paid', cell: ({ paidAt }) => <DateTimeCell value={paidAt} /> },
          { header: 'Stripe ID', cell: ({ reference }) => <span className="code">{reference ?? '–'}</span> },
        ]}
      />
      <NewestTable
        title="Membership periods"
        list={periods}
        empty="Has never been a Basic or Premium member."
        columns={[
          { header: 'Tier', cell: ({ tier }) => tier },
          { header: 'From', cell: ({ startsAt }) => <DateCell value={startsAt} /> },
          { header: 'Until', cell: ({ endsAt }) => <DateCell value={endsAt} /> },
          { header: 'Source', cell: ({ source }) => (source === 'stripe' ? 'paid' : 'granted') },
        ]}
      />
      <NewestTable
        title="Subscriptions"
        list={{ rows: subscriptions, total: { count: subscriptions.length, isMinimum: false } }}
        empty="No Stripe subscriptions."
        columns={[
          { header: 'Stripe ID', cell: ({ id }) => <span className="code">{id}</span> },
          { header: 'Tier', cell: ({ tier }) => tier },
          { header: 'Status', cell: ({ status, cancelAtPeriodEnd }) => (cancelAtPeriodEnd ? `${status}, won’t renew` : status) },
          { header: 'Period ends', cell: ({ periodEnd }) => <DateCell value={periodEnd} /> },
          { header: 'Ended', cell: ({ endedAt }) => <DateCell value={endedAt} /> },
        ]}
      />
    </div>
  );
}

function amountLabel(amount: number, refunded: number): string {
  return refunded === 0 ? formatDollars(amount / 100) : `${formatDollars(amount / 100)} (${formatDollars(refunded / 100)} refunded)`;
}
