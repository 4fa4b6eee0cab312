import { ReturnForm } from '#schema/payouts/admin-payout-runs.ts';
import type { Payment } from '#schema/payouts/admin-payouts.ts';
import { memberLabel } from '#web/features/payouts/admin/payout-labels.ts';
import { giveBack } from '#web/features/payouts/admin/runs/runs-api.ts';
import { dollarsFrom } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';

interface ReturnDialogProps {
  payment: Pick<Payment, 'id' | 'member' | 'amountCents'>;
  onClose: () => void;
  onDone?: () => void;
}

/** Makes the returned money payable again. */
export function ReturnDialog({ payment: { id, member, amountCents }, onClose, onDone }: ReturnDialogProps) {
  const amount = dollarsFrom(amountCents / 100);
  return (
    <Dialog open onClose={onClose} title={`Did ${amount} come back?`} size="small">
      <Form
        label="It came back"
        className="stack"
        schema={ReturnForm}
        defaults={{ reason: '' }}
        send={async ({ reason }) => {
          await giveBack(id, reason);
          showToast({
            title: 'Owed again',
            description: `${memberLabel(member)} is asked to check their PayPal address.`,
            tone: 'success',
          });
          onDone?.();
          onClose();
        }}
        failed="It was not marked as returned"
      >
        <p>
          {amount} to <strong>{memberLabel(member)}</strong> is owed again and stands in the next run. The member is told by mail.
        </p>
        <FormField label="Why it came back" name="reason" autoComplete="off" maxLength={200} hint="For the audit log." data-autofocus />
        <FormActions pendingLabel="Marking…" onCancel={onClose}>
          It came back
        </FormActions>
      </Form>
    </Dialog>
  );
}
