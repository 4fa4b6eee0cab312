import type { PayResponse } from '#schema/payouts/admin-payouts.ts';
import { memberLabel } from '#web/features/payouts/admin/payout-labels.ts';
import { formatDollars, plural } from '#web/lib/format.ts';
import { Alert } from '#web/ui/states/Alert.tsx';

interface PartialPaymentProps {
  outcome: PayResponse;
  onReview: () => void;
  onClose: () => void;
}

/** Shows the result if some members were skipped because their amount had changed since it was displayed. */
export function PartialPayment({ outcome: { paid, changed, totalCents }, onReview, onClose }: PartialPaymentProps) {
  return (
    <div className="stack">
      {paid.length > 0 && (
        <Alert tone="success" title={`${formatDollars(totalCents / 100)} marked as paid`}>
          To {plural(paid.length, 'member')}.
        </Alert>
      )}
      <Alert tone="warning" title={`${plural(changed.length, 'member')} left unpaid`}>
        <p>The amount owed to them has changed:</p>
        <ul>
          {changed.map((member) => (
            <li key={member.id}>{memberLabel(member)}</li>
          ))}
        </ul>
      </Alert>
      <div className="cluster">
        <button type="button" onClick={onReview}>
          Review them
        </button>
        <button type="button" className="secondary" onClick={onClose}>
          Close
        </button>
      </div>
    </div>
  );
}
