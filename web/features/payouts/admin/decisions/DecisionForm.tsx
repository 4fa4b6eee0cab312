import { type AdminChest, type AdminCommission, type PayoutDecision, ReasonForm } from '#schema/payouts/admin-payouts.ts';
import { decisionLabels } from '#web/features/payouts/admin/payout-labels.ts';
import { decide, type OwedKind, reloadPayouts } from '#web/features/payouts/admin/payouts-api.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormTextArea } from '#web/ui/forms/form-inputs.tsx';

interface DecisionFormProps {
  kind: OwedKind;
  row: AdminCommission | AdminChest;
  decision: PayoutDecision;
  onDone: () => void;
  onCancel: () => void;
}

/** Holding and refusing require a reason for the audit log. */
export function DecisionForm({ kind, row, decision, onDone, onCancel }: DecisionFormProps) {
  const { verb, pendingLabel, meaning, failed, cancel } = decisionLabels[decision];
  const actions = { pendingLabel: pendingLabel, onCancel, cancelLabel: cancel(row), children: verb };
  const form = { label: verb, className: 'stack', failed, onFailure: () => void reloadPayouts() };
  const send = async (reason?: string) => {
    await decide(kind, row, decision, reason);
    onDone();
  };

  if (decision === 'release') {
    return (
      <Form {...form} send={() => send()}>
        <p>{meaning}</p>
        <FormActions {...actions} data-autofocus />
      </Form>
    );
  }
  return (
    <Form {...form} schema={ReasonForm} defaults={{ reason: '' }} send={({ reason }) => send(reason)}>
      <p>{meaning}</p>
      <FormTextArea label="Reason" name="reason" hint="For the audit log. The member won’t see it." rows={3} data-autofocus />
      <FormActions {...actions} {...(decision === 'refuse' && { className: 'danger' })} />
    </Form>
  );
}
