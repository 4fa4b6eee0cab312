import { TaxFormForm, taxFormKinds } from '#schema/payouts/admin-payout-runs.ts';
import type { Payee } from '#schema/payouts/admin-payouts.ts';
import { memberLabel, taxThreshold } from '#web/features/payouts/admin/payout-labels.ts';
import { recordTaxForm } from '#web/features/payouts/admin/runs/runs-api.ts';
import { formatDollars } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField, FormSelectField } from '#web/ui/forms/form-inputs.tsx';

/** Marks the tax form as received, which unblocks the member's payouts. */
export function TaxFormDialog({ member, onClose }: { member: Payee; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={`Tax form for ${memberLabel(member)}`} size="small">
      <Form
        label="Record tax form"
        className="stack"
        schema={TaxFormForm}
        defaults={{ kind: 'W-9', receivedOn: new Date().toISOString().slice(0, 10) }}
        send={async (form) => {
          await recordTaxForm({ memberId: member.id, ...form });
          showToast({ title: 'Tax form recorded', description: `${memberLabel(member)} can be paid again.`, tone: 'success' });
          onClose();
        }}
        failed="Couldn’t record the tax form"
      >
        <p>
          Paying {formatDollars(member.netCents / 100)} would bring them to {taxThreshold()} this year, with all accounts paid at their
          PayPal mailbox. This records that we have their form; store the form itself elsewhere.
        </p>
        <FormSelectField label="Form" name="kind">
          {taxFormKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kind}
            </option>
          ))}
        </FormSelectField>
        <FormField label="Received on" name="receivedOn" type="date" />
        <FormActions pendingLabel="Recording…" onCancel={onClose}>
          Record tax form
        </FormActions>
      </Form>
    </Dialog>
  );
}
