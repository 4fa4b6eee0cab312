import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { RefuseForm as RefuseFields } from '#schema/admin/payouts.ts';
import { Alert } from '#web/components/Alert.tsx';
import { TextArea } from '#web/components/TextArea.tsx';
import { FormActions } from '#web/features/admin/FormActions.tsx';
import { decideHeld, reloadPayouts } from '#web/features/admin/payouts/payouts-api.ts';
import type { HeldFormProps } from '#web/features/admin/payouts/ReleaseForm.tsx';
import { applyFieldErrors, errorText } from '#web/lib/api.ts';

/** It is not paid, for a reason that the audit log keeps. */
export function RefuseForm({ kind, row, onDone, onCancel }: HeldFormProps) {
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { reason: '' },
    resolver: valibotResolver(RefuseFields),
  });

  async function refuse({ reason }: { reason: string }) {
    setFailure(undefined);
    try {
      await decideHeld(kind, row, reason);
      onDone();
    } catch (error) {
      if (applyFieldErrors(error, setError)) return;
      setFailure(errorText(error, 'Please try again.'));
      void reloadPayouts();
    }
  }

  return (
    <form
      className="stack"
      noValidate
      onSubmit={handleSubmit(refuse)}
      aria-label="Refuse"
      data-sending={formState.isSubmitting || undefined}
    >
      <p>It will not be paid. This cannot be undone.</p>
      {failure !== undefined && (
        <Alert tone="error" title="It was not refused">
          {failure}
        </Alert>
      )}
      <TextArea
        label="Reason"
        hint="Kept in the audit log. The member does not see it."
        rows={3}
        data-autofocus
        error={formState.errors.reason?.message}
        {...register('reason')}
      />
      <FormActions
        className="danger"
        pending={formState.isSubmitting}
        pendingLabel="Refusing…"
        onCancel={onCancel}
        cancelLabel="Keep it held"
      >
        Refuse
      </FormActions>
    </form>
  );
}
