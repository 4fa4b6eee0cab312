import { type DuePayout, PayForm as PayFields, type PayResponse } from '#schema/payouts/admin-payouts.ts';
import { sendFailure } from '#web/features/admin/send-once.ts';
import { DueList } from '#web/features/payouts/admin/DueList.tsx';
import { payMembers } from '#web/features/payouts/admin/payouts-api.ts';
import { formatDollars, plural } from '#web/lib/format.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';

interface PayFormProps {
  duePayouts: DuePayout[];
  onPaid: (response: PayResponse, reference: string) => void;
  onCancel: () => void;
}

export function PayForm({ duePayouts, onPaid, onCancel }: PayFormProps) {
  const payablePayouts = duePayouts.filter(({ state }) => state === 'to_pay');
  const total = formatDollars(payablePayouts.reduce((sum, { netCents }) => sum + netCents, 0) / 100);

  if (payablePayouts.length === 0) {
    return (
      <div className="stack">
        <p>There’s nothing left to pay. The amount was already paid or reversed.</p>
        <button type="button" className="secondary" onClick={onCancel}>
          Close
        </button>
      </div>
    );
  }
  return (
    <Form
      label="Mark as paid"
      className="stack"
      schema={PayFields}
      defaults={{ reference: '' }}
      send={async ({ reference }) => {
        const members = payablePayouts.map(({ id, version }) => ({ id, version }));
        onPaid(await payMembers({ reference, members }), reference);
      }}
      failed={(error) => sendFailure(error, 'Nothing was marked as paid', 'It’s safe to submit this form again: no one is paid twice.')}
    >
      <DueList duePayouts={duePayouts} />
      <p className="payout-total">
        <strong>{total}</strong> to {plural(payablePayouts.length, 'member')}
      </p>
      <FormField
        label="Payment reference"
        name="reference"
        hint="The reference for your transfer. Members see it in their email."
        autoComplete="off"
        maxLength={100}
        data-autofocus
      />
      <FormActions pendingLabel="Marking as paid…" onCancel={onCancel}>
        Mark {total} as paid
      </FormActions>
    </Form>
  );
}
