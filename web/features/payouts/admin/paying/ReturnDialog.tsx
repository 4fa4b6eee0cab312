import { ReturnForm } from '#schema/payouts/admin-payout-runs.ts';
import type { Payment } from '#schema/payouts/admin-payouts.ts';
import { memberLabel } from '#web/features/payouts/admin/payout-labels.ts';
import { markReturned } from '#web/features/payouts/admin/runs/runs-api.ts';
import { formatDollars } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';

interface ReturnDialogProps {
  payment: Pick<Payment, 'id' | 'member' | 'amountCents'>;
  onClose: () => void;
  onDone?: () => void;
}

export function ReturnDialog({ payment: { id, member, amountCents }, onClose, onDone }: ReturnDialogProps) {
  const amount = formatDollars(amountCents / 100);
  return (
    <Dialog open onClose={onClose} title={`Mark ${amount} as returned?`} size="small">
      <Form
        label="Mark as returned"
        className="stack"
        schema={ReturnForm}
        defaults={{ reason: '' }}
        send={async ({ reason }) => {
          await markReturned(id, reason);
          showToast({
            title: 'Marked as returned',
            description: `We asked ${memberLabel(member)} to check their PayPal address.`,
            tone: 'success',
          });
          onDone?.();
          onClose();
        }}
        failed="Couldn’t mark the payment as returned"
      >
        <p>
          We’ll owe <strong>{memberLabel(member)}</strong> {amount} again and pay it in the next run. They’ll get an email.
        </p>
        <FormField label="Reason" name="reason" autoComplete="off" maxLength={200} hint="For the audit log." data-autofocus />
        <FormActions pendingLabel="Marking…" onCancel={onClose}>
          Mark as returned
        </FormActions>
      </Form>
    </Dialog>
  );
}
