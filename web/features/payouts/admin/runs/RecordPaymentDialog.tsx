import type { RunLine } from '#schema/payouts/admin-payout-runs.ts';
import { memberLabel } from '#web/features/payouts/admin/payout-labels.ts';
import { recordSentLine } from '#web/features/payouts/admin/runs/runs-api.ts';
import { formatDollars } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions } from '#web/ui/forms/form-inputs.tsx';

/** Records that PayPal paid a line although it was removed, canceled or returned after the run's file had been generated. */
export function RecordPaymentDialog({ line, onClose }: { line: RunLine; onClose: () => void }) {
  const { address, amountCents, member, reference } = line;
  const amount = formatDollars(amountCents / 100);
  return (
    <Dialog open onClose={onClose} title={`Did PayPal pay ${amount}?`} size="small">
      <Form
        label="Record as paid"
        className="stack"
        send={async () => {
          await recordSentLine(line);
          showToast({ title: 'Recorded as paid', description: `${amount} to ${memberLabel(member)}, ${reference}.`, tone: 'success' });
          onClose();
        }}
        failed="Couldn’t record the payment"
      >
        <p>
          Check for {reference} in PayPal first. This records {amount} to <strong>{memberLabel(member)}</strong> at {address} as paid with
          this run. If they are owed less now, the next payout deducts the difference. The member gets an email.
        </p>
        <FormActions pendingLabel="Recording…" onCancel={onClose}>
          Record as paid
        </FormActions>
      </Form>
    </Dialog>
  );
}
