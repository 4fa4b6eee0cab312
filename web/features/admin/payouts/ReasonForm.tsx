import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ReasonForm as ReasonFields } from '#schema/admin/payouts.ts';
import { Alert } from '#web/components/Alert.tsx';
import { TextArea } from '#web/components/TextArea.tsx';
import { FormActions } from '#web/features/admin/FormActions.tsx';
import { decisionWords } from '#web/features/admin/payouts/payout-words.ts';
import { decide, reloadPayouts } from '#web/features/admin/payouts/payouts-api.ts';
import type { DecisionFormProps } from '#web/features/admin/payouts/ReleaseForm.tsx';
import { applyFieldErrors, errorText } from '#web/lib/api.ts';

/** It is held or refused, for a reason that the audit log keeps. */
export function ReasonForm({ kind, row, decision, onDone, onCancel }: DecisionFormProps & { decision: 'hold' | 'refuse' }) {
  const { verb, doing, meaning, failed, otherwise } = decisionWords[decision];
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { reason: '' },
    resolver: valibotResolver(ReasonFields),
  });

  async function send({ reason }: { reason: string }) {
    setFailure(undefined);
    try {
      await decide(kind, row, decision, reason);
      onDone();
    } catch (error) {
      if (applyFieldErrors(error, setError)) return;
      setFailure(errorText(error, 'Please try again.'));
      void reloadPayouts();
    }
  }

  return (
    <form className="stack" noValidate onSubmit={handleSubmit(send)} aria-label={verb} data-sending={formState.isSubmitting || undefined}>
      <p>{meaning}</p>
      {failure !== undefined && (
        <Alert tone="error" title={failed}>
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
        {...(decision === 'refuse' && { className: 'danger' })}
        pending={formState.isSubmitting}
        pendingLabel={doing}
        onCancel={onCancel}
        cancelLabel={otherwise(row)}
      >
        {verb}
      </FormActions>
    </form>
  );
}
