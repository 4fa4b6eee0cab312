import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ForgiveTokensForm as Fields } from '#schema/admin/users.ts';
import { Alert } from '#web/components/Alert.tsx';
import { Field } from '#web/components/Field.tsx';
import { useToast } from '#web/components/Toast.tsx';
import { wasChangedMeanwhile } from '#web/features/admin/changed-meanwhile.ts';
import { FormActions } from '#web/features/admin/FormActions.tsx';
import type { UserFormProps } from '#web/features/admin/users/UserTaskDialog.tsx';
import { userName } from '#web/features/admin/users/user-name.ts';
import { forgiveTokens, readUserAnew } from '#web/features/admin/users/users-api.ts';
import { applyFieldErrors, errorText } from '#web/lib/api.ts';
import { tokensLabel } from '#web/lib/format.ts';

/** Ends what a member owes, or a part of it, without anything being paid back. */
export function ForgiveTokensForm({ details: { profile }, onDone }: UserFormProps) {
  const toast = useToast();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { amount: String(profile.owedTokens), reason: '' },
    resolver: valibotResolver(Fields),
  });
  const { errors, isSubmitting } = formState;

  async function submit({ amount, reason }: { amount: number; reason: string }) {
    setFailure(undefined);
    try {
      const after = await forgiveTokens(profile.id, { amount, reason, owedTokens: profile.owedTokens });
      const left = after.profile.owedTokens;
      const description = `${userName(profile)} ${left > 0 ? `still owes ${tokensLabel(left)}` : 'owes nothing any more'}.`;
      toast({ title: `${tokensLabel(amount)} forgiven`, description, tone: 'success' });
      onDone();
    } catch (error) {
      if (applyFieldErrors(error, setError)) return;
      setFailure(errorText(error, 'Please try again.'));
      if (wasChangedMeanwhile(error)) await readUserAnew(profile.id).catch(() => undefined);
    }
  }

  return (
    <form className="stack" noValidate onSubmit={handleSubmit(submit)} aria-label="Forgive Tokens" data-sending={isSubmitting || undefined}>
      <p>
        <strong>{userName(profile)}</strong> owes {tokensLabel(profile.owedTokens)}: a payment for Cache Cards went back, and what the cards
        had earned was spent by then. Forgiven tokens stay with the member and count again.
      </p>
      {failure !== undefined && (
        <Alert tone="error" title="Nothing was forgiven">
          {failure}
        </Alert>
      )}
      <Field label="Tokens" autoComplete="off" inputMode="numeric" data-autofocus error={errors.amount?.message} {...register('amount')} />
      <Field
        label="Reason"
        autoComplete="off"
        maxLength={200}
        hint="For the audit log."
        error={errors.reason?.message}
        {...register('reason')}
      />
      <FormActions pending={isSubmitting} pendingLabel="Forgiving…" onCancel={onDone}>
        Forgive tokens
      </FormActions>
    </form>
  );
}
