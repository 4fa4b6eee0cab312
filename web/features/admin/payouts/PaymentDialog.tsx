import type { Payment } from '#schema/admin/payouts.ts';
import { AdminFacts } from '#web/features/admin/AdminFacts.tsx';
import { EntryList } from '#web/features/admin/payouts/DueList.tsx';
import { memberLabel } from '#web/features/admin/payouts/payout-labels.ts';
import { usePaymentEntries } from '#web/features/admin/payouts/payouts-api.ts';
import { dateTime, dollarsFrom } from '#web/lib/format.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';

/** One payment, and what it settled. */
export function PaymentDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={`Paid to ${memberLabel(payment.member)}`}>
      <div className="stack">
        <AdminFacts
          facts={{
            Amount: dollarsFrom(payment.amountCents / 100),
            Reference: payment.reference,
            Paid: dateTime(payment.paidAt),
            'Paid by': payment.paidBy,
            Member: payment.member.email,
          }}
        />
        <Loaded query={usePaymentEntries(payment.id)} what="What it settled">
          {(entries) => <EntryList entries={entries} />}
        </Loaded>
      </div>
    </Dialog>
  );
}
