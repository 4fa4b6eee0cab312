import { type AdminStayDetails, SettleComplaintForm } from '#schema/stays/admin-stays.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { readStay, settleComplaint } from '#web/features/stays/admin/admin-stays-api.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormTextArea } from '#web/ui/forms/form-inputs.tsx';

export function SettleForm({ stay, onDone }: { stay: AdminStayDetails; onDone: () => void }) {
  const { base, refreshIfStale } = useVersioned(stay, () => readStay(stay.id));
  return (
    <Form
      label="Settle the complaint"
      className="stack"
      schema={SettleComplaintForm}
      defaults={{ reason: '' }}
      send={async ({ reason }) => {
        await settleComplaint(stay.id, { reason, version: base.version });
        showToast({ tone: 'success', title: 'Complaint settled' });
        onDone();
      }}
      failed="Couldn’t settle the complaint"
      onFailure={refreshIfStale}
    >
      <p>This emails the member and takes the stay off the list of things to do. It doesn’t return tokens.</p>
      <FormTextArea
        label="What we agreed, as the member will read it"
        name="reason"
        hint="We email this to the member and save it in the audit log."
        rows={3}
      />
      <FormActions pendingLabel="Saving…" onCancel={onDone} cancelLabel="Back">
        Settle the complaint
      </FormActions>
    </Form>
  );
}
