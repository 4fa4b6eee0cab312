import { type AdminCertificate, CancelCertificateForm } from '#schema/certificates/admin-certificates.ts';
import { cancelCertificate } from '#web/features/certificates/admin/certificates-api.ts';
import { memberName, statusLabels } from '#web/features/certificates/admin/labels.ts';
import { useLatestCertificate } from '#web/features/certificates/admin/use-latest-certificate.ts';
import { tokensLabel } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { bindInput, FormActions, FormTextArea } from '#web/ui/forms/form-inputs.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

const FormCheckbox = bindInput(Checkbox);

export function CancelDialog({ certificate: initial, onClose }: { certificate: AdminCertificate; onClose: () => void }) {
  const { certificate, explain } = useLatestCertificate(
    initial,
    ({ status }) => `The certificate is now ${statusLabels[status].label.toLowerCase()}.`,
  );
  const tokens = tokensLabel(certificate.tokensRedeemed);
  return (
    <Dialog open onClose={onClose} title={`Cancel ${certificate.number}?`}>
      <Form
        label="Cancel certificate"
        className="stack"
        schema={CancelCertificateForm}
        defaults={{ reason: '', isReleased: false }}
        send={async (request) => {
          await cancelCertificate(certificate, request);
          onClose();
          const description = `${tokens} returned to ${memberName(certificate)}.`;
          showToast({ tone: 'success', title: 'Certificate canceled', description });
        }}
        failed={async (error) => ({ title: 'Couldn’t cancel the certificate', text: await explain(error) })}
      >
        <p>
          We’ll return {tokens} to {memberName(certificate)} and email them. This can’t be undone.
        </p>
        {certificate.stage === 'stayed' && (
          <Alert tone="warning" title="The stay is over">
            Please check the member’s comment first.
          </Alert>
        )}
        {certificate.status === 'activated' && certificate.stage !== 'stayed' && (
          <Alert tone="warning" title="Already activated">
            {certificate.travelPlugId === null
              ? 'The stay isn’t booked yet, so there’s nothing to cancel with the travel provider.'
              : `The booked stay, ${certificate.travelPlugId}, will be canceled with the travel provider first. If an administrator booked it, cancel it with the hotel yourself, then confirm below.`}
          </Alert>
        )}
        {certificate.travelPlugId !== null && <FormCheckbox label="The hotel canceled the stay" name="isReleased" />}
        <FormTextArea label="Reason" name="reason" hint="Shown on the member’s certificates page." rows={3} data-autofocus />
        <FormActions className="danger" pendingLabel="Canceling…" onCancel={onClose} cancelLabel="Keep certificate">
          Cancel certificate
        </FormActions>
      </Form>
    </Dialog>
  );
}
