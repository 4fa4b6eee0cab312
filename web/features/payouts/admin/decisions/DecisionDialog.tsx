import { type AdminChest, type AdminCommission, type PayoutDecision, ReasonForm } from '#schema/payouts/admin-payouts.ts';
import { AdminFacts } from '#web/features/admin/AdminFacts.tsx';
import { EffectsList } from '#web/features/payouts/admin/decisions/EffectsList.tsx';
import { decisionLabels, getAmountText, listHoldReasons, memberLabel } from '#web/features/payouts/admin/payout-labels.ts';
import { decide, type OwedKind, reloadPayouts, useDecisionEffects } from '#web/features/payouts/admin/payouts-api.ts';
import { date } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormTextArea } from '#web/ui/forms/form-inputs.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

interface DecisionDialogProps {
  kind: OwedKind;
  row: AdminCommission | AdminChest;
  decision: PayoutDecision;
  onClose: () => void;
}

export function DecisionDialog({ kind, row, decision, onClose }: DecisionDialogProps) {
  const query = useDecisionEffects(kind, row, decision);
  const { verb, doneTitle, outcome } = decisionLabels[decision];
  return (
    <Dialog open onClose={onClose} title={`${verb} this ${kind === 'commissions' ? 'commission' : 'treasure chest'}?`}>
      <div className="stack">
        <AdminFacts
          facts={{
            Member: `${memberLabel(row.member)} (${row.member.email})`,
            Value: getAmountText(row),
            Friend: 'friend' in row ? `${memberLabel(row.friend)} (${row.friend.email})` : null,
            Created: date(row.createdAt),
            'Reason for hold': row.status === 'held' ? listHoldReasons(row.heldReason).join('; ') : null,
            Note: query.data?.heldNote,
          }}
        />
        <Loaded query={query} subject="The effects" lines={4}>
          {(effects) => (
            <>
              <EffectsList row={row} decision={decision} effects={effects} />
              <DecisionForm
                kind={kind}
                row={row}
                decision={decision}
                onCancel={onClose}
                onDone={() => {
                  onClose();
                  showToast({ tone: 'success', title: doneTitle, description: outcome(row) });
                }}
              />
            </>
          )}
        </Loaded>
      </div>
    </Dialog>
  );
}

interface DecisionFormProps {
  kind: OwedKind;
  row: AdminCommission | AdminChest;
  decision: PayoutDecision;
  onDone: () => void;
  onCancel: () => void;
}

/** Asks the administrator to confirm a decision about an earning. Holding or refusing an earning requires a reason for the audit log. */
function DecisionForm({ kind, row, decision, onDone, onCancel }: DecisionFormProps) {
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
