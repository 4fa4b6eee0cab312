import type { Payment } from '#schema/admin/payouts.ts';
import { Dialog } from '#web/components/Dialog.tsx';
import { ErrorState } from '#web/components/ErrorState.tsx';
import { Skeleton } from '#web/components/Skeleton.tsx';
import { Facts } from '#web/features/admin/Facts.tsx';
import { EntryList } from '#web/features/admin/payouts/DueList.tsx';
import { memberLabel } from '#web/features/admin/payouts/payout-words.ts';
import { usePaymentEntries } from '#web/features/admin/payouts/payouts-api.ts';
import { errorText } from '#web/lib/api.ts';
import { dateTime, dollarsFrom } from '#web/lib/format.ts';

/** One payment, and what it settled. */
export function PaymentDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { data, error, mutate } = usePaymentEntries(payment.id);
  return (
    <Dialog open onClose={onClose} title={`Paid to ${memberLabel(payment.member)}`}>
      <div className="stack">
        <Facts
          rows={[
            ['Amount', dollarsFrom(payment.amountCents / 100)],
            ['Reference', payment.reference],
            ['Paid', dateTime(payment.paidAt)],
            ['Paid by', payment.paidBy],
            ['Member', payment.member.email],
          ]}
        />
        {data ? (
          <EntryList entries={data} />
        ) : error !== undefined ? (
          <ErrorState
            title="What it settled could not be loaded"
            message={errorText(error, 'Please try again in a moment.')}
            onRetry={() => void mutate()}
          />
        ) : (
          <Skeleton lines={3} />
        )}
      </div>
    </Dialog>
  );
}
