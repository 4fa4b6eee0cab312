import { type AdminCertificate, BookCertificateForm } from '#schema/certificates/admin-certificates.ts';
import { bookCertificate } from '#web/features/certificates/admin/certificates-api.ts';
import { memberName } from '#web/features/certificates/admin/labels.ts';
import { useLatestCertificate } from '#web/features/certificates/admin/use-latest-certificate.ts';
import { ApiError, errorText } from '#web/lib/api-error.ts';
import { tokensLabel } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';

export function BookingDialog({ certificate: initial, onClose }: { certificate: AdminCertificate; onClose: () => void }) {
  const { certificate, explain } = useLatestCertificate(initial, ({ travelPlugId }) =>
    travelPlugId === null ? 'The reference was removed.' : `The reference is now ${travelPlugId}.`,
  );
  return (
    <Dialog open onClose={onClose} title={`Booking for ${certificate.number}`} size="small">
      <Form
        label="Booking reference"
        className="stack"
        schema={BookCertificateForm}
        defaults={{ travelPlugId: initial.travelPlugId ?? '' }}
        send={async ({ travelPlugId }) => {
          await bookCertificate(certificate, travelPlugId);
          onClose();
          showToast({ tone: 'success', title: 'Booking saved', description: `${certificate.number} is booked as ${travelPlugId}.` });
        }}
        failed={async (error, { setError }) => {
          const isReferenceRefused = error instanceof ApiError && /^reference_/.test(error.body?.code ?? '');
          if (!isReferenceRefused) return { title: 'Couldn’t save the booking', text: await explain(error) };
          setError('travelPlugId', { type: 'server', message: errorText(error, '') }, { shouldFocus: true });
          return null;
        }}
      >
        <p>
          This books the stay that {memberName(certificate)} redeemed for {tokensLabel(certificate.tokensRedeemed)}. They’ll get an email
          and see the reference with their certificate.
        </p>
        <FormField label="Travel provider’s reference" name="travelPlugId" autoComplete="off" spellCheck={false} data-autofocus />
        <FormActions pendingLabel="Saving…" onCancel={onClose}>
          Save booking
        </FormActions>
      </Form>
    </Dialog>
  );
}
