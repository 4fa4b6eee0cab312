import { AcceptDisputeForm, type DisputePage } from '#schema/disputes/dispute.ts';
import { sendFailure } from '#web/features/admin/send-once.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { getDisputeAmount } from '#web/features/disputes/admin/dispute-labels.ts';
import { acceptDispute, readDispute } from '#web/features/disputes/admin/disputes-api.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormTextArea } from '#web/ui/forms/form-inputs.tsx';

export function AcceptDispute({ dispute, onDone }: { dispute: DisputePage; onDone: () => void }) {
  const { base, refreshIfStale } = useVersioned(dispute, () => readDispute(dispute.id));
  const amount = getDisputeAmount(dispute);
  return (
    <Form
      label="Accept the dispute"
      className="stack"
      schema={AcceptDisputeForm}
      defaults={{ note: '' }}
      send={async ({ note }) => {
        await acceptDispute(dispute.id, { version: base.version, note });
        showToast({ tone: 'success', title: 'Dispute accepted', description: `${dispute.member.email} keeps ${amount}.` });
        onDone();
      }}
      failed={(error) => sendFailure(error, 'Couldn’t accept the dispute', 'It’s safe to submit this form again.')}
      onFailure={refreshIfStale}
    >
      <p>
        You lose the dispute immediately, and this can’t be undone. <strong>{dispute.member.email}</strong> gets {amount} back for{' '}
        {dispute.description}. Their membership ends, or their cards stop working and their earnings are taken back. They get an email.
      </p>
      <FormTextArea label="Reason" name="note" rows={2} hint="For the audit log." data-autofocus />
      <FormActions pendingLabel="Accepting…" onCancel={onDone} cancelLabel="Back" className="danger">
        Give up {amount}
      </FormActions>
    </Form>
  );
}
