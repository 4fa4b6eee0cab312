import { useState } from 'react';
import type { DuePayout, Payee, PayResponse } from '#schema/payouts/admin-payouts.ts';
import { PayForm } from '#web/features/payouts/admin/paying/PayForm.tsx';
import { memberLabel } from '#web/features/payouts/admin/payout-labels.ts';
import { payMembers, useDuePayouts } from '#web/features/payouts/admin/payouts-api.ts';
import { formatDollars, plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions } from '#web/ui/forms/form-inputs.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

export function PayDialog({ members, onPaid, onClose }: { members: Payee[]; onPaid: () => void; onClose: () => void }) {
  const [chosenIds, setChosenIds] = useState(() => members.map(({ id }) => id));
  const [outcome, setOutcome] = useState<PayResponse>();
  /** Amounts displayed when the administrator recorded the payment. The administrator has sent these amounts to the members. */
  const [sentPayouts, setSentPayouts] = useState<SentPayouts>();
  const dueQuery = useDuePayouts(chosenIds);

  function handlePaid(response: PayResponse, reference: string) {
    setSentPayouts({ reference, duePayouts: dueQuery.data ?? [] });
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
        <PartialPayment
          outcome={outcome}
          sent={sentPayouts}
          onRecorded={handlePaid}
          onReview={() => review(outcome.changed.map(({ id }) => id))}
          onClose={onClose}
        />
      ) : (
        <Loaded query={{ ...dueQuery, data: dueQuery.isValidating ? undefined : dueQuery.data }} subject="The amounts owed" lines={5}>
          {(members) => <PayForm duePayouts={members} onPaid={handlePaid} onCancel={onClose} />}
        </Loaded>
      )}
    </Dialog>
  );
}

interface SentPayouts {
  reference: string;
  duePayouts: DuePayout[];
}

interface PartialPaymentProps {
  outcome: PayResponse;
  sent: SentPayouts | undefined;
  onRecorded: (response: PayResponse, reference: string) => void;
  onReview: () => void;
  onClose: () => void;
}

/** Shows the result after some members were not marked as paid because the amount owed to them had changed since it was displayed. */
function PartialPayment({ outcome: { paid, changed, totalCents }, sent, onRecorded, onReview, onClose }: PartialPaymentProps) {
  const sentMembers = (sent?.duePayouts ?? []).filter(({ id, netCents }) => netCents > 0 && changed.some((member) => member.id === id));
  const sentTotal = formatDollars(sentMembers.reduce((sum, { netCents }) => sum + netCents, 0) / 100);
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
      {sent && sentMembers.length > 0 && (
        <Form
          label="Record the payment"
          className="stack"
          send={async () => {
            const members = sentMembers.map(({ id, version, netCents }) => ({ id, version, sentCents: netCents }));
            onRecorded(await payMembers({ reference: sent.reference, members }), sent.reference);
          }}
          failed="Couldn’t record the payment"
        >
          <p>
            Did you already send {sentTotal} with reference {sent.reference}? If so, record it. If it’s more than they’re owed now, the
            difference is deducted from their next payout.
          </p>
          <FormActions pendingLabel="Recording…" onCancel={undefined}>
            Record {sentTotal} as sent
          </FormActions>
        </Form>
      )}
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
