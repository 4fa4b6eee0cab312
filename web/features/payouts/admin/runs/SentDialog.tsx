import type { RunLine } from '#schema/payouts/admin-payout-runs.ts';
import { memberLabel } from '#web/features/payouts/admin/payout-labels.ts';
import { lineSent } from '#web/features/payouts/admin/runs/runs-api.ts';
import { dollarsFrom } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions } from '#web/ui/forms/form-inputs.tsx';

/** PayPal paid a line that was removed after its file was made. */
export function SentDialog({ line, onClose }: { line: RunLine; onClose: () => void }) {
  const { address, amountCents, member, reference } = line;
  const amount = dollarsFrom(amountCents / 100);
  return (
    <Dialog open onClose={onClose} title={`Has PayPal paid ${amount}?`} size="small">
      <Form
        label="PayPal has paid it"
        className="stack"
        send={async () => {
          await lineSent(line);
          showToast({ title: 'Written down as paid', description: `${amount} to ${memberLabel(member)}, ${reference}.`, tone: 'success' });
          onClose();
        }}
        failed="It was not written down"
      >
        <p>
          {amount} to <strong>{memberLabel(member)}</strong> at {address} is written down as paid with this run, as it stood in the file.
          The member is told by mail. Look for {reference} at PayPal first.
        </p>
        <FormActions pendingLabel="Writing down…" onCancel={onClose}>
          PayPal has paid it
        </FormActions>
      </Form>
    </Dialog>
  );
}
