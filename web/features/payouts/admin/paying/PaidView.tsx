import { useState } from 'react';
import { Link } from 'wouter';
import { type Payment, PaymentList } from '#schema/payouts/admin-payouts.ts';
import { AdminFacts } from '#web/features/admin/AdminFacts.tsx';
import { DateTimeCell } from '#web/features/admin/cells.tsx';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { DownloadButton } from '#web/features/admin/lists/DownloadButton.tsx';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { memberUrl } from '#web/features/admin/urls.ts';
import { EntryList } from '#web/features/payouts/admin/DueList.tsx';
import { MemberCell } from '#web/features/payouts/admin/MemberCell.tsx';
import { ReturnDialog } from '#web/features/payouts/admin/paying/ReturnDialog.tsx';
import { memberLabel } from '#web/features/payouts/admin/payout-labels.ts';
import { paymentsPath, payoutsPath, usePayment, usePaymentEntries } from '#web/features/payouts/admin/payouts-api.ts';
import { paymentFilters } from '#web/features/payouts/admin/status-filters.ts';
import { dateTime, formatDollars, number } from '#web/lib/format.ts';
import { useIdParameter } from '#web/lib/react/use-query-parameter.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { Column } from '#web/ui/data-table/data-table.ts';
import { timeOrders } from '#web/ui/data-table/sort-orders.ts';
import { Loaded } from '#web/ui/states/Loaded.tsx';

const columns: readonly Column<Payment>[] = [
  { id: 'member', header: 'Member', cell: ({ member }) => <MemberCell member={member} />, isName: true },
  { id: 'amount', header: 'Amount', cell: ({ amountCents }) => formatDollars(amountCents / 100), align: 'end' },
  { id: 'entries', header: 'Entries', cell: ({ entries }) => number(entries), align: 'end' },
  { id: 'reference', header: 'Reference', cell: ({ reference }) => reference },
  {
    id: 'paid',
    header: 'Paid',
    cell: ({ paidAt }) => <DateTimeCell value={paidAt} />,
    sort: 'paid',
    sortsDescending: true,
    orders: timeOrders,
  },
  { id: 'back', header: 'Returned', cell: (payment) => describeReturn(payment), isOptional: true },
  { id: 'by', header: 'Paid by', cell: ({ paidBy }) => paidBy ?? '–' },
];

function describeReturn({ returnedAt, isUndone }: Pick<Payment, 'returnedAt' | 'isUndone'>): string {
  if (returnedAt === null) return '';
  return isUndone ? `Undone ${dateTime(returnedAt)}` : dateTime(returnedAt);
}

export function PaidView() {
  const [openPaymentId, setOpenPaymentId] = useIdParameter('payment');
  const [returnedPayment, setReturnedPayment] = useState<Payment>();
  const isSuperAdmin = useIsSuperAdmin();
  const year = new Date().getUTCFullYear();
  return (
    <>
      <AdminList
        name="payments"
        label="Payments to members"
        path={paymentsPath}
        schema={PaymentList}
        columns={columns}
        rowLabel={({ member, reference }) => `payment ${reference} to ${memberLabel(member)}`}
        searchLabel="Search member or reference"
        filters={paymentFilters}
        defaultSort="-paid"
        daySorts={['paid']}
        onOpen={({ id }) => setOpenPaymentId(id)}
        openKey={openPaymentId}
        rowActions={[
          { label: 'View entries', onChoose: ({ id }) => setOpenPaymentId(id) },
          ...(isSuperAdmin
            ? [{ label: 'Mark as returned', isShown: ({ returnedAt }: Payment) => returnedAt === null, onChoose: setReturnedPayment }]
            : []),
        ]}
        emptyTitle="No payments yet"
        emptyHint="Start a payout run, or choose members under To pay and mark them as paid."
      />
      {isSuperAdmin && (
        <div className="cluster">
          {[year, year - 1].map((totalsYear) => (
            <DownloadButton
              key={totalsYear}
              path={`${payoutsPath}/years/export.csv?year=${totalsYear}`}
              failed="The totals could not be created"
              isSmall
            >
              {totalsYear} totals by member
            </DownloadButton>
          ))}
        </div>
      )}
      {returnedPayment && <ReturnDialog payment={returnedPayment} onClose={() => setReturnedPayment(undefined)} />}
      {openPaymentId !== null && <PaymentDialog key={openPaymentId} id={openPaymentId} onClose={() => setOpenPaymentId(null)} />}
    </>
  );
}

function PaymentDialog({ id, onClose }: { id: number; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={`Payment ${id}`}>
      <div className="stack">
        <Loaded query={usePayment(id)} subject="The payment">
          {({ amountCents, surplusCents, reference, paidAt, paidBy, member, ...payment }) => (
            <AdminFacts
              facts={{
                Member: <Link href={memberUrl(member.id)}>{member.name ? `${member.name}, ${member.email}` : member.email}</Link>,
                Amount: formatDollars(amountCents / 100),
                'Paid too much': surplusCents > 0 ? `${formatDollars(surplusCents / 100)}, deducted from the next payout` : null,
                Reference: reference,
                Paid: dateTime(paidAt),
                'Paid by': paidBy,
                Returned: describeReturn(payment) || null,
              }}
            />
          )}
        </Loaded>
        <Loaded query={usePaymentEntries(id)} subject="The entries">
          {(entries) => <EntryList entries={entries} />}
        </Loaded>
      </div>
    </Dialog>
  );
}
