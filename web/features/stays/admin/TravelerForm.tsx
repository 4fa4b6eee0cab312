import { type AdminStayDetails, CorrectTravelerForm } from '#schema/stays/admin-stays.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { correctTraveler, readStay } from '#web/features/stays/admin/admin-stays-api.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { bindInput, FormActions, FormField, FormTextArea } from '#web/ui/forms/form-inputs.tsx';

const FormCheckbox = bindInput(Checkbox);

export function TravelerForm({ stay, onDone }: { stay: AdminStayDetails; onDone: () => void }) {
  const { base, refreshIfStale } = useVersioned(stay, () => readStay(stay.id));
  const { fullName = '', birthDate = '', email = '', phone = '' } = stay.traveler ?? {};
  return (
    <Form
      label="Traveler"
      className="stack"
      schema={CorrectTravelerForm}
      defaults={{ traveler: { fullName, birthDate, email, phone }, reason: '' }}
      send={async (values) => {
        await correctTraveler(stay.id, { ...values, version: base.version });
        showToast({ tone: 'success', title: 'Traveler details corrected' });
        onDone();
      }}
      failed="Couldn’t correct the traveler details"
      onFailure={refreshIfStale}
    >
      <h3>Correct traveler details</h3>
      <div className="form-row">
        <FormField label="Full name, as shown on the passport or ID" name="traveler.fullName" autoComplete="off" />
        <FormField label="Date of birth" name="traveler.birthDate" type="date" />
      </div>
      <div className="form-row">
        <FormField label="Email" name="traveler.email" type="email" autoComplete="off" />
        <FormField label="Phone" name="traveler.phone" type="tel" autoComplete="off" />
      </div>
      {stay.isRecovered && (
        <FormCheckbox
          label="The member has confirmed that this person travels"
          hint="We asked because the account was recovered. Without this, the stay will still be taken back."
          name="isConfirmedByMember"
        />
      )}
      <FormTextArea label="Reason" name="reason" hint="Saved in the audit log. Please don’t enter names." rows={2} />
      <FormActions pendingLabel="Saving…" onCancel={onDone} cancelLabel="Back">
        Correct traveler details
      </FormActions>
    </Form>
  );
}
