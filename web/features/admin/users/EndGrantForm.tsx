import { valibotResolver } from '@hookform/resolvers/valibot';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { EndGrantForm as Fields } from '#schema/admin/users.ts';
import { Alert } from '#web/components/Alert.tsx';
import { Field } from '#web/components/Field.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { useToast } from '#web/components/Toast.tsx';
import { membershipWords } from '#web/features/admin/users/membership-words.ts';
import type { UserFormProps } from '#web/features/admin/users/UserTaskDialog.tsx';
import { userName } from '#web/features/admin/users/user-name.ts';
import { endGrant, readUserAnew } from '#web/features/admin/users/users-api.ts';
import { ApiError, applyFieldErrors, errorText } from '#web/lib/api.ts';

/** Ends a membership that was given, at once. */
export function EndGrantForm({ details, onDone }: UserFormProps) {
  const toast = useToast();
  const { profile, membership } = details;
  const [failure, setFailure] = useState<string>();
  const version = useRef(profile.version);
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { reason: '' }, resolver: valibotResolver(Fields) });

  async function submit({ reason }: { reason: string }) {
    setFailure(undefined);
    try {
      await endGrant(profile.id, { reason, version: version.current });
      toast({ title: 'Membership ended', description: `What was given to ${userName(profile)} has ended.`, tone: 'success' });
      onDone();
    } catch (error) {
      if (applyFieldErrors(error, setError)) return;
      setFailure(errorText(error, 'Please try again.'));
      if (error instanceof ApiError && error.body?.code === 'changed_meanwhile') {
        version.current = (await readUserAnew(profile.id).catch(() => details)).profile.version;
      }
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
      <div className="cluster">
        <SubmitButton pending={formState.isSubmitting} pendingLabel="Ending…" className="danger">
          End membership
        </SubmitButton>
        <button type="button" className="secondary" disabled={formState.isSubmitting} onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  );
}
