import { useState } from 'react';
import type { Payee, PayResponse } from '#schema/payouts/admin-payouts.ts';
import { PayForm } from '#web/features/payouts/admin/paying/PayForm.tsx';
import { memberLabel } from '#web/features/payouts/admin/payout-labels.ts';
import { useDuePayouts } from '#web/features/payouts/admin/payouts-api.ts';
import { formatDollars, plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

export function PayDialog({ members, onPaid, onClose }: { members: Payee[]; onPaid: () => void; onClose: () => void }) {
  const [chosenIds, setChosenIds] = useState(() => members.map(({ id }) => id));
  const [outcome, setOutcome] = useState<PayResponse>();
  const dueQuery = useDuePayouts(chosenIds);

  function handlePaid(response: PayResponse, reference: string) {
    if (response.paid.length > 0) onPaid();
    if (response.changed.length > 0) return setOutcome(response);
    onClose();
    showToast({
      tone: 'success',
      title: `${formatDollars(response.totalCents / 100)} marked as paid`,
      description: `${plural(response.paid.length, 'member')}, reference ${reference}.`,
    });
  }

  function review(ids: number[]) {
    setOutcome(undefined);
    setChosenIds(ids);
    void dueQuery.mutate();
  }

  return (
    <Dialog open onClose={onClose} size="large" title={members.length === 1 ? 'Mark as paid' : `Mark ${members.length} members as paid`}>
      {outcome ? (
        <PartialPayment outcome={outcome} onReview={() => review(outcome.changed.map(({ id }) => id))} onClose={onClose} />
      ) : (
        <Loaded query={{ ...dueQuery, data: dueQuery.isValidating ? undefined : dueQuery.data }} subject="The amounts owed" lines={5}>
          {(members) => <PayForm duePayouts={members} onPaid={handlePaid} onCancel={onClose} />}
        </Loaded>
      )}
    </Dialog>
  );
}

interface PartialPaymentProps {
  outcome: PayResponse;
  onReview: () => void;
  onClose: () => void;
}

/** Shows the result if some members were skipped because their amount had changed since it was displayed. */
function PartialPayment({ outcome: { paid, changed, totalCents }, onReview, onClose }: PartialPaymentProps) {
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
