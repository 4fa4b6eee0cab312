import { Link, useLocation } from 'wouter';
import '#web/features/tokens/admin/tokens.css';
import { type LedgerEntry, LedgerEntryList } from '#schema/tokens/admin-tokens.ts';
import { DateTimeCell, NumberedText } from '#web/features/admin/cells.tsx';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { memberUrl } from '#web/features/admin/urls.ts';
import { MemberCell } from '#web/features/payouts/admin/MemberCell.tsx';
import { ledgerPath } from '#web/features/tokens/admin/ledger-api.ts';
import { number } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import type { Column } from '#web/ui/data-table/data-table.ts';
import { timeOrders } from '#web/ui/data-table/sort-orders.ts';
import type { Filter } from '#web/ui/data-table/table-view.ts';

const typeLabels: Record<LedgerEntry['type'], string> = {
  scan: 'Scan',
  owner_scan: 'Card found',
  placement: 'Placement',
  redemption: 'Redemption',
  refund: 'Refund',
  reversal: 'Reversal',
  adjustment: 'Adjustment',
};

const columns: readonly Column<LedgerEntry>[] = [
  {
    id: 'when',
    header: 'When',
    cell: ({ createdAt }) => <DateTimeCell value={createdAt} />,
    sort: 'created',
    sortsDescending: true,
    orders: timeOrders,
  },
  { id: 'member', header: 'Member', cell: ({ member }) => <MemberCell member={member} />, isName: true },
  { id: 'amount', header: 'Amount', cell: ({ amount }) => <Amount amount={amount} />, align: 'end' },
  { id: 'type', header: 'Type', cell: ({ type }) => typeLabels[type] },
  { id: 'reason', header: 'Reason', cell: ({ description }) => <NumberedText text={description} /> },
  { id: 'related', header: 'Related', cell: ({ related }) => (related ? <NumberedText text={related} /> : '–') },
];

const filters: readonly Filter[] = [
  {
    name: 'type',
    label: 'Type',
    options: {
      scans: 'Scans',
      placement: 'Placements',
      redemption: 'Redemptions',
      refund: 'Refunds',
      reversal: 'Reversals',
      adjustment: 'Adjustments',
    },
  },
  // The member filter has no options because only links from other pages set it.
  { name: 'user', label: 'Member', options: {} },
];

export function TokensTab() {
  const [, navigate] = useLocation();
  return (
    <>
      <AdminList
        name="tokens"
        label="Token ledger"
        path={ledgerPath}
        schema={LedgerEntryList}
        columns={columns}
        rowLabel={({ description }) => description}
        searchLabel="Search members"
        filters={filters}
        onOpen={({ member }) => navigate(memberUrl(member.id))}
        emptyTitle="No tokens in the system yet"
        emptyHint="Tokens appear here after the first Cache Card is found."
        noMatch={(q) => `No tokens found for members matching "${q}"`}
        loadError="Error loading tokens"
      />
      <p className="muted">
        To add or remove tokens, open the member here or in <Link href={paths.adminDashboard('users')}>Users</Link> and choose Add Tokens.
        To check the ledger, go to the <Link href={paths.adminDashboard('overview')}>overview</Link>.
      </p>
    </>
  );
}

function Amount({ amount }: { amount: number }) {
  return <span className={amount < 0 ? 'tokens-out' : 'tokens-in'}>{amount < 0 ? `−${number(-amount)}` : `+${number(amount)}`}</span>;
}
