import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { ResetPasswordForm, type ResetPasswordRequest } from '#schema/account.ts';
import { passwordMinLength } from '#schema/rules.ts';
import { Alert } from '#web/components/Alert.tsx';
import { PasswordWarning } from '#web/components/account-forms/PasswordWarning.tsx';
import { PasswordField } from '#web/components/PasswordField.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { ApiError, applyFieldErrors, errorText } from '#web/lib/api.ts';

interface NewPasswordFormProps {
  token: string;
  /** Sets the password; answers the server's word on it. */
  send: (request: ResetPasswordRequest) => Promise<string>;
  /** With the server's word on it. */
  onSet: (message: string) => void;
  /** The link itself was refused, which will not get better by trying again. */
  onLost: (message: string) => void;
}

/** The new password, twice. */
export function NewPasswordForm({ token, send, onSet, onLost }: NewPasswordFormProps) {
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, setError, control, formState } = useForm({
    resolver: valibotResolver(ResetPasswordForm),
    defaultValues: { newPassword: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = formState;
  const newPassword = useWatch({ control, name: 'newPassword' });

  const submit = handleSubmit(async (form) => {
    setFailure(undefined);
    try {
      onSet(await send({ token, newPassword: form.newPassword }));
    } catch (error) {
      const message = errorText(error, 'Please try again.');
      const lostBecause = wrongWithLink(error, message);
      if (lostBecause !== undefined) onLost(lostBecause);
      else if (!applyFieldErrors(error, setError)) setFailure(message);
    }
  });

  return (
    <form onSubmit={submit} noValidate aria-label="Set a new password">
      {failure && (
        <Alert tone="error" title="Your password was not changed">
          {failure}
        </Alert>
      )}
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${passwordMinLength} characters`}
        error={errors.newPassword?.message}
        {...register('newPassword')}
      />
      <PasswordWarning password={newPassword} />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      <SubmitButton className="button-block" pending={isSubmitting} pendingLabel="Setting it…">
        Set my new password
      </SubmitButton>
    </form>
  );
}

/** What the link itself was refused for: `message`, or what is said of its token; undefined where it was something else. */
function wrongWithLink(error: unknown, message: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { code = '', fields } = error.body ?? {};
  return fields?.token ?? (/link/.test(code) ? message : undefined);
}
