import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { deletionWord, DeleteAccountFormWithoutPassword as WithoutPassword, DeleteAccountForm as WithPassword } from '#schema/my-data.ts';
import { Alert } from '#web/components/Alert.tsx';
import { Field } from '#web/components/Field.tsx';
import { PasswordField } from '#web/components/PasswordField.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { deleteAccount } from '#web/features/account/preferences-api.ts';
import { applyFieldErrors, errorText } from '#web/lib/api.ts';
import { date } from '#web/lib/format.ts';
import { leave } from '#web/lib/session.ts';

interface DeleteAccountFormProps {
  asksForPassword: boolean;
  onKeep: () => void;
}

/** The password, the word, and the button that cannot be pressed back. */
export function DeleteAccountForm({ asksForPassword, onKeep }: DeleteAccountFormProps) {
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { confirmation: '', currentPassword: '' },
    resolver: valibotResolver(asksForPassword ? WithPassword : WithoutPassword) as never,
  });
  const { errors, isSubmitting } = formState;

  async function submit({ currentPassword }: { currentPassword: string }) {
    setFailure(undefined);
    try {
      const { erasedBy } = await deleteAccount({ confirmation: deletionWord, ...(asksForPassword && { currentPassword }) });
      leave({
        title: 'Your account is being deleted',
        description: `You are signed out everywhere. Your personal data is erased by ${date(erasedBy)} at the latest.`,
        tone: 'info',
      });
    } catch (error) {
      if (!applyFieldErrors(error, setError)) setFailure(errorText(error, 'Please try again.'));
    }
  }

  return (
    <form noValidate onSubmit={handleSubmit(submit)} aria-label="Delete your account">
      {asksForPassword && (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
      )}
      <Field
        label={`Type ${deletionWord} to confirm`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={errors.confirmation?.message}
        {...register('confirmation')}
      />
      {failure && (
        <Alert tone="error" title="Your account was not deleted">
          {failure}
        </Alert>
      )}
      <div className="cluster">
        <SubmitButton className="danger" pending={isSubmitting} pendingLabel="Deleting…">
          Delete my account
        </SubmitButton>
        <button type="button" className="secondary" onClick={onKeep}>
          Keep my account
        </button>
      </div>
    </form>
  );
}
