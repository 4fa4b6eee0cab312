import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type AdminCertificate, CancelCertificateForm } from '#schema/admin/certificates.ts';
import { Alert } from '#web/components/Alert.tsx';
import { Dialog } from '#web/components/Dialog.tsx';
import { TextArea } from '#web/components/TextArea.tsx';
import { cancelCertificate } from '#web/features/admin/certificates/certificates-api.ts';
import { useLatest } from '#web/features/admin/certificates/use-latest.ts';
import { memberName, statusWords } from '#web/features/admin/certificates/words.ts';
import { FormActions } from '#web/features/admin/FormActions.tsx';
import { applyFieldErrors } from '#web/lib/api.ts';
import { tokensLabel } from '#web/lib/format.ts';
import { showToast } from '#web/lib/toast.ts';

interface CancelDialogProps {
  certificate: AdminCertificate;
  onClose: () => void;
}

/** Why a certificate is cancelled; then its tokens go back. */
export function CancelDialog({ certificate: given, onClose }: CancelDialogProps) {
  const { certificate, explain } = useLatest(given);
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { reason: '' },
    resolver: valibotResolver(CancelCertificateForm),
  });
  const { errors, isSubmitting } = formState;
  const tokens = tokensLabel(certificate.tokensRedeemed);

  async function submit({ reason }: { reason: string }) {
    setFailure(undefined);
    try {
      await cancelCertificate(certificate, reason);
      onClose();
      showToast({ tone: 'success', title: 'Certificate cancelled', description: `${tokens} went back to ${memberName(certificate)}.` });
    } catch (error) {
      if (!applyFieldErrors(error, setError)) setFailure(await explain(error));
    }
  }

  return (
    <Dialog open onClose={onClose} title={`Cancel ${certificate.number}?`}>
      <form
        className="stack"
        noValidate
        onSubmit={handleSubmit(submit)}
        aria-label="Cancel certificate"
        data-sending={isSubmitting || undefined}
      >
        <p>
          {memberName(certificate)} gets {tokens} back and a mail that says so. This cannot be undone.
        </p>
        {certificate.status === 'activated' && (
          <Alert tone="warning" title="It is activated already">
            {certificate.travelPlugId === null
              ? 'Its stay is not booked yet, so nothing is to be cancelled with the travel provider.'
              : `Its stay is booked as ${certificate.travelPlugId}: it is cancelled with the travel provider first.`}
          </Alert>
        )}
        {failure !== undefined && (
          <Alert tone="error" title="The certificate was not cancelled">
            {failure} {certificate.version !== given.version && `It is ${statusWords[certificate.status].word.toLowerCase()} now.`}
          </Alert>
        )}
        <TextArea
          label="Reason"
          hint="The member reads this on their certificates page."
          rows={3}
          data-autofocus
          error={errors.reason?.message}
          {...register('reason')}
        />
        <FormActions className="danger" pending={isSubmitting} pendingLabel="Cancelling…" onCancel={onClose} cancelLabel="Keep it">
          Cancel certificate
        </FormActions>
      </form>
    </Dialog>
  );
}
