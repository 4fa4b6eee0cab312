import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { EndGrantForm as Fields } from '#schema/admin/users.ts';
import { Alert } from '#web/components/Alert.tsx';
import { Field } from '#web/components/Field.tsx';
import { useToast } from '#web/components/Toast.tsx';
import { FormActions } from '#web/features/admin/FormActions.tsx';
import { membershipWords } from '#web/features/admin/users/membership-words.ts';
import type { UserFormProps } from '#web/features/admin/users/UserTaskDialog.tsx';
import { useKnownVersion } from '#web/features/admin/users/use-known-version.ts';
import { userName } from '#web/features/admin/users/user-name.ts';
import { endGrant } from '#web/features/admin/users/users-api.ts';
import { applyFieldErrors, errorText } from '#web/lib/api.ts';

/** Ends a membership that was given, at once. */
export function EndGrantForm({ details, onDone }: UserFormProps) {
  const toast = useToast();
  const { profile, membership } = details;
  const [failure, setFailure] = useState<string>();
  const { known, catchUp } = useKnownVersion(details);
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { reason: '' }, resolver: valibotResolver(Fields) });

  async function submit({ reason }: { reason: string }) {
    setFailure(undefined);
    try {
      await endGrant(profile.id, { reason, version: known.current });
      toast({ title: 'Membership ended', description: `What was given to ${userName(profile)} has ended.`, tone: 'success' });
      onDone();
    } catch (error) {
      if (applyFieldErrors(error, setError)) return;
      setFailure(errorText(error, 'Please try again.'));
      await catchUp(error);
    }
  }

  return (
    <form
      className="stack"
      noValidate
      onSubmit={handleSubmit(submit)}
      aria-label="End membership"
      data-sending={formState.isSubmitting || undefined}
    >
      <p>
        <strong>{userName(profile)}</strong>: {membershipWords(membership)} It ends at once, and the member is told by mail. Tokens and
        cards stay theirs.
      </p>
      {failure !== undefined && (
        <Alert tone="error" title="The membership was not ended">
          {failure}
        </Alert>
      )}
      <Field
        label="Reason"
        autoComplete="off"
        maxLength={200}
        hint="For the audit log."
        data-autofocus
        error={formState.errors.reason?.message}
        {...register('reason')}
      />
      <FormActions pending={formState.isSubmitting} pendingLabel="Ending…" className="danger" onCancel={onDone}>
        End membership
      </FormActions>
    </form>
  );
}
