import { type AdminCertificate, AllowOtherPersonForm } from '#schema/certificates/admin-certificates.ts';
import { allowOtherPerson } from '#web/features/certificates/admin/certificates-api.ts';
import { useLatestCertificate } from '#web/features/certificates/admin/use-latest-certificate.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormTextArea } from '#web/ui/forms/form-inputs.tsx';

export function OtherPersonDialog({ certificate: initial, onClose }: { certificate: AdminCertificate; onClose: () => void }) {
  const { certificate, explain } = useLatestCertificate(initial, ({ isOtherPerson }) =>
    isOtherPerson ? 'A different person was already approved.' : '',
  );
  return (
    <Dialog open onClose={onClose} title={`Approve a different person for ${initial.number}?`} size="small">
      <Form
        label="Approve different person"
        className="stack"
        schema={AllowOtherPersonForm}
        defaults={{ reason: '' }}
        send={async ({ reason }) => {
          await allowOtherPerson(certificate, reason);
          onClose();
          showToast({ tone: 'success', title: 'Different person approved', description: 'The member can now name the traveler.' });
        }}
        failed={async (error) => ({ title: 'Nothing was changed', text: await explain(error) })}
      >
        <p>
          Do this only if you know that the traveler is a different person who happens to share the name and date of birth of someone who
          had a stay in the last 12 months.
        </p>
        <FormTextArea
          label="How do you know?"
          name="reason"
          hint="Saved in the audit log. Please don’t enter names."
          rows={3}
          data-autofocus
        />
        <FormActions pendingLabel="Saving…" onCancel={onClose}>
          Approve different person
        </FormActions>
      </Form>
    </Dialog>
  );
}
