import { Link } from 'wouter';
import { AdminFacts } from '#web/features/admin/AdminFacts.tsx';
import { memberUrl } from '#web/features/admin/urls.ts';
import { EntryList } from '#web/features/payouts/admin/DueList.tsx';
import { usePayment, usePaymentEntries } from '#web/features/payouts/admin/payouts-api.ts';
import { dateTime, formatDollars } from '#web/lib/format.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

export function PaymentDialog({ id, onClose }: { id: number; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={`Payment ${id}`}>
      <div className="stack">
        <Loaded query={usePayment(id)} subject="The payment">
          {({ amountCents, reference, paidAt, paidBy, returnedAt, member }) => (
            <AdminFacts
              facts={{
                Member: <Link href={memberUrl(member.id)}>{member.name ? `${member.name}, ${member.email}` : member.email}</Link>,
                Amount: formatDollars(amountCents / 100),
                Reference: reference,
                Paid: dateTime(paidAt),
                'Paid by': paidBy,
                Returned: returnedAt && dateTime(returnedAt),
              }}
            />
          )}
        </Loaded>
        <Loaded query={usePaymentEntries(id)} subject="The list of entries">
          {(entries) => <EntryList entries={entries} />}
        </Loaded>
      </div>
    </Dialog>
  );
}
