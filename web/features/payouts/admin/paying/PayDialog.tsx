import { useState } from 'react';
import type { Payee, PayResponse } from '#schema/payouts/admin-payouts.ts';
import { PartialPayment } from '#web/features/payouts/admin/paying/PartialPayment.tsx';
import { PayForm } from '#web/features/payouts/admin/paying/PayForm.tsx';
import { useDue } from '#web/features/payouts/admin/payouts-api.ts';
import { dollarsFrom, plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

interface PayDialogProps {
  members: Payee[];
  onPaid: () => void;
  onClose: () => void;
}

export function PayDialog({ members, onPaid, onClose }: PayDialogProps) {
  const [chosen, setChosen] = useState(() => members.map(({ id }) => id));
  const [outcome, setOutcome] = useState<PayResponse>();
  const due = useDue(chosen);

  function paid(answer: PayResponse, reference: string) {
    if (answer.paid.length > 0) onPaid();
    if (answer.changed.length > 0) return setOutcome(answer);
    onClose();
    showToast({
      tone: 'success',
      title: `${dollarsFrom(answer.totalCents / 100)} marked as paid`,
      description: `${plural(answer.paid.length, 'member')}, reference ${reference}.`,
    });
  }

  function review(ids: number[]) {
    setOutcome(undefined);
    setChosen(ids);
    void due.mutate();
  }

  return (
    <Dialog open onClose={onClose} size="large" title={members.length === 1 ? 'Mark as paid' : `Mark ${members.length} members as paid`}>
      {outcome ? (
        <PartialPayment outcome={outcome} onReview={() => review(outcome.changed.map(({ id }) => id))} onClose={onClose} />
      ) : (
        <Loaded query={{ ...due, data: due.isValidating ? undefined : due.data }} what="The amounts owed" lines={5}>
          {(members) => <PayForm due={members} onPaid={paid} onCancel={onClose} />}
        </Loaded>
      )}
    </Dialog>
  );
}
