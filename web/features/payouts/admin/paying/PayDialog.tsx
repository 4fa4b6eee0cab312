import { useState } from 'react';
import type { Payee, PayResponse } from '#schema/payouts/admin-payouts.ts';
import { PartialPayment } from '#web/features/payouts/admin/paying/PartialPayment.tsx';
import { PayForm } from '#web/features/payouts/admin/paying/PayForm.tsx';
import { useDuePayouts } from '#web/features/payouts/admin/payouts-api.ts';
import { formatDollars, plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

interface PayDialogProps {
  members: Payee[];
  onPaid: () => void;
  onClose: () => void;
}

export function PayDialog({ members, onPaid, onClose }: PayDialogProps) {
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
