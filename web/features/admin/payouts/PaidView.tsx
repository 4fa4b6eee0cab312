import { useState } from 'react';
import { type Payment, PaymentList } from '#schema/admin/payouts.ts';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { MemberCell } from '#web/features/admin/payouts/MemberCell.tsx';
import { PaymentDialog } from '#web/features/admin/payouts/PaymentDialog.tsx';
import { memberLabel } from '#web/features/admin/payouts/payout-labels.ts';
import { paymentsPath } from '#web/features/admin/payouts/payouts-api.ts';
import { paymentFilters } from '#web/features/admin/payouts/status-filters.ts';
import { dateTime, dollarsFrom, number } from '#web/lib/format.ts';
import type { Column } from '#web/ui/data-table/data-table.ts';
import { byTime } from '#web/ui/data-table/orders.ts';

const columns: readonly Column<Payment>[] = [
  { id: 'member', header: 'Member', cell: ({ member }) => <MemberCell member={member} />, isName: true },
  { id: 'amount', header: 'Amount', cell: ({ amountCents }) => dollarsFrom(amountCents / 100), align: 'end' },
  { id: 'entries', header: 'Entries', cell: ({ entries }) => number(entries), align: 'end' },
  { id: 'reference', header: 'Reference', cell: ({ reference }) => reference },
  { id: 'paid', header: 'Paid', cell: ({ paidAt }) => dateTime(paidAt), sort: 'paid', sortsDescending: true, orders: byTime },
  { id: 'by', header: 'Paid by', cell: ({ paidBy }) => paidBy ?? '–' },
];

/** What was paid to whom, when, by whom, under which reference. */
export function PaidView() {
  const [shown, setShown] = useState<Payment>();
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
        rowActions={[{ label: 'View entries', onChoose: setShown }]}
        emptyTitle="Nothing was paid yet"
        emptyHint="Choose members under To pay and mark them as paid."
      />
      {shown && <PaymentDialog payment={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}
