import { useState } from 'react';
import { useLocation } from 'wouter';
import { type Payee, PayeeList } from '#schema/payouts/admin-payouts.ts';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { memberUrl } from '#web/features/admin/urls.ts';
import { AddressReminder } from '#web/features/payouts/admin/AddressReminder.tsx';
import { MemberCell } from '#web/features/payouts/admin/MemberCell.tsx';
import { PayDialog } from '#web/features/payouts/admin/paying/PayDialog.tsx';
import { TaxFormDialog } from '#web/features/payouts/admin/paying/TaxFormDialog.tsx';
import { getNotPayableReason, getPayeeLabel } from '#web/features/payouts/admin/payout-labels.ts';
import { payoutsPath } from '#web/features/payouts/admin/payouts-api.ts';
import { date, formatDollars, number } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import type { Column } from '#web/ui/data-table/data-table.ts';
import type { Filter } from '#web/ui/data-table/table-view.ts';

const columns: readonly Column<Payee>[] = [
  { id: 'member', header: 'Member', cell: (payee) => <MemberCell member={payee} />, isName: true },
  { id: 'net', header: 'Owed', cell: ({ netCents }) => formatDollars(netCents / 100), align: 'end' },
  { id: 'entries', header: 'Entries', cell: ({ entries }) => number(entries), align: 'end' },
  {
    id: 'address',
    header: 'PayPal',
    cell: ({ address }) => ({ none: 'No address', held: 'Recently changed', confirmed: 'Confirmed' })[address],
    isOptional: true,
  },
  { id: 'oldest', header: 'Oldest', cell: ({ oldestAt }) => (oldestAt === null ? '–' : date(oldestAt)) },
  { id: 'tier', header: 'Premium', cell: ({ isPremium }) => (isPremium ? 'Premium' : '') },
  { id: 'state', header: 'State', cell: (payee) => <PayeeState payee={payee} /> },
];

const filters: readonly Filter[] = [
  { name: 'state', label: 'State', options: { overdue: 'Overdue', waiting: 'Not overdue yet', carried: 'Can’t be paid now' } },
  { name: 'address', label: 'PayPal', options: { none: 'No address', confirmed: 'Has an address' } },
];

const isPayable = ({ state }: Payee) => state === 'to_pay';
/** Members without a PayPal address cannot be selected: they must be paid another way and marked as paid one at a time. */
const isSelectable = (payee: Payee) => isPayable(payee) && payee.address !== 'none';

export function DueView() {
  const isSuperAdmin = useIsSuperAdmin();
  const [, navigate] = useLocation();
  const [payment, setPayment] = useState<{ members: Payee[]; clearSelection: () => void }>();
  const [taxFormPayee, setTaxFormPayee] = useState<Payee>();
  return (
    <>
      <AdminList
        name="payouts-due"
        label="Members to pay"
        path={payoutsPath}
        schema={PayeeList}
        columns={columns}
        rowLabel={({ email }) => email}
        searchLabel="Search members"
        filters={filters}
        defaultSort="queue"
        daySorts={['queue']}
        onOpen={({ id }) => navigate(memberUrl(id))}
        {...(isSuperAdmin && {
          rowActions: [
            {
              label: 'Mark as paid',
              isShown: isPayable,
              onChoose: (payee: Payee) => setPayment({ members: [payee], clearSelection: () => {} }),
            },
            { label: 'Record tax form', isShown: ({ state }: Payee) => state === 'tax_form', onChoose: setTaxFormPayee },
          ],
          bulkActions: [
            { label: 'Mark as paid', onChoose: (members: Payee[], clearSelection: () => void) => setPayment({ members, clearSelection }) },
          ],
          isSelectable,
        })}
        emptyTitle="No payouts due"
        emptyHint="Commissions and treasure chests due for payment appear here."
        noMatch={(q) => `No payouts due for "${q}"`}
        loadError="Error loading payouts"
      />
      <AddressReminder />
      {!isSuperAdmin && <p className="muted">Only super administrators can make payments.</p>}
      {taxFormPayee && <TaxFormDialog member={taxFormPayee} onClose={() => setTaxFormPayee(undefined)} />}
      {payment && <PayDialog members={payment.members} onPaid={payment.clearSelection} onClose={() => setPayment(undefined)} />}
    </>
  );
}

function PayeeState({ payee }: { payee: Payee }) {
  const { label, tone } = getPayeeLabel(payee);
  return (
    <span className="payout-status">
      <Badge tone={tone}>{label}</Badge>
      {!isSelectable(payee) && <span className="muted small">{getNotPayableReason(payee)}</span>}
    </span>
  );
}
