import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { AdjustTokensForm, type AdjustTokensRequest } from '#schema/admin/users.ts';
import { Alert } from '#web/components/Alert.tsx';
import { Field } from '#web/components/Field.tsx';
import { useToast } from '#web/components/Toast.tsx';
import { FormActions } from '#web/features/admin/FormActions.tsx';
import { type SendFailure, sendFailure } from '#web/features/admin/sent-once.ts';
import type { UserFormProps } from '#web/features/admin/users/UserTaskDialog.tsx';
import { userName } from '#web/features/admin/users/user-name.ts';
import { adjustTokens } from '#web/features/admin/users/users-api.ts';
import { applyFieldErrors } from '#web/lib/api.ts';
import { number, tokensLabel } from '#web/lib/format.ts';

/** Adds tokens, or takes some away, with the reason that the member reads. */
export function AddTokensForm({ details: { profile }, onDone }: UserFormProps) {
  const toast = useToast();
  const [failure, setFailure] = useState<SendFailure>();
  const { register, handleSubmit, setError, formState, watch } = useForm({
    defaultValues: { amount: '', reason: '' },
    resolver: valibotResolver(AdjustTokensForm),
  });
  const { errors, isSubmitting } = formState;
  const typed = Number(watch('amount').replace('−', '-'));
  const after = profile.tokenBalance + (Number.isInteger(typed) ? typed : 0);

  async function submit(adjustment: AdjustTokensRequest) {
    setFailure(undefined);
    try {
      const { amount } = await adjustTokens(profile.id, adjustment);
      const description = `${tokensLabel(Math.abs(amount))} ${amount > 0 ? 'for' : 'from'} ${userName(profile)}.`;
      toast({ title: amount > 0 ? 'Tokens added' : 'Tokens taken away', description, tone: 'success' });
      onDone();
    } catch (error) {
      if (applyFieldErrors(error, setError)) return;
      setFailure(sendFailure(error, 'Nothing was changed', 'Sending it again as it is counts only once.'));
    }
  }

  return (
    <form className="stack" noValidate onSubmit={handleSubmit(submit)} aria-label="Add Tokens" data-sending={isSubmitting || undefined}>
      <p>
        <strong>{userName(profile)}</strong> has {tokensLabel(profile.tokenBalance)}.
      </p>
      {failure !== undefined && (
        <Alert tone="error" title={failure.title}>
          {failure.text}
        </Alert>
      )}
      <Field
        label="Tokens"
        autoComplete="off"
        data-autofocus
        hint={after === profile.tokenBalance ? 'Begin with a minus to take tokens away.' : `Balance afterwards: ${number(after)}`}
        error={errors.amount?.message}
        {...register('amount')}
      />
      <Field
        label="Reason"
        autoComplete="off"
        maxLength={200}
        hint="The member reads it in their token history, and it stays there for good."
        error={errors.reason?.message}
        {...register('reason')}
      />
      <FormActions pending={isSubmitting} pendingLabel="Saving…" onCancel={onDone}>
        {typed < 0 ? 'Take tokens away' : 'Add tokens'}
      </FormActions>
    </form>
  );
}
