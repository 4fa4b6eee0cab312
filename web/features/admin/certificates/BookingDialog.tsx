import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type AdminCertificate, BookCertificateForm } from '#schema/admin/certificates.ts';
import { Alert } from '#web/components/Alert.tsx';
import { Dialog } from '#web/components/Dialog.tsx';
import { Field } from '#web/components/Field.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { bookCertificate } from '#web/features/admin/certificates/certificates-api.ts';
import { useLatest } from '#web/features/admin/certificates/use-latest.ts';
import { memberName } from '#web/features/admin/certificates/words.ts';
import { ApiError, applyFieldErrors, errorText } from '#web/lib/api.ts';
import { showToast } from '#web/lib/toast.ts';

interface BookingDialogProps {
  certificate: AdminCertificate;
  onClose: () => void;
}

/** The travel provider's reference of a stay that was booked by hand. */
export function BookingDialog({ certificate: given, onClose }: BookingDialogProps) {
  const { certificate, explain } = useLatest(given);
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { travelPlugId: given.travelPlugId ?? '' },
    resolver: valibotResolver(BookCertificateForm),
  });
  const { errors, isSubmitting } = formState;

  async function submit({ travelPlugId }: { travelPlugId: string }) {
    setFailure(undefined);
    try {
      await bookCertificate(certificate, travelPlugId);
      onClose();
      showToast({ tone: 'success', title: 'Booking saved', description: `${certificate.number} is booked as ${travelPlugId}.` });
    } catch (error) {
      if (applyFieldErrors(error, setError)) return;
      const isTaken = error instanceof ApiError && error.body?.code === 'reference_taken';
      if (isTaken) setError('travelPlugId', { type: 'server', message: errorText(error, '') }, { shouldFocus: true });
      else setFailure(await explain(error));
    }
  }

  return (
    <Dialog open onClose={onClose} title={`Booking of ${certificate.number}`} size="small">
      <form className="stack" noValidate onSubmit={handleSubmit(submit)} aria-label="Booking reference">
        <p>{memberName(certificate)} sees the reference with their certificate.</p>
        {failure !== undefined && (
          <Alert tone="error" title="The booking was not saved">
            {failure}
            {certificate.version !== given.version && ` The reference is ${certificate.travelPlugId ?? 'not entered'} now.`}
          </Alert>
        )}
        <Field
          label="The travel provider’s reference"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          error={errors.travelPlugId?.message}
          {...register('travelPlugId')}
        />
        <div className="cluster">
          <SubmitButton pending={isSubmitting} pendingLabel="Saving…">
            Save booking
          </SubmitButton>
          <button type="button" className="secondary" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
