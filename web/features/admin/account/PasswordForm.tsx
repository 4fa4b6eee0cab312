import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import { AdminPasswordForm } from '#schema/admin/account.ts';
import { PasswordField } from '#web/components/PasswordField.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { useToast } from '#web/components/Toast.tsx';
import { changePassword, refusalText } from '#web/features/admin/account/account-api.ts';
import { firstError } from '#web/features/admin/account/first-error.ts';
import { applyFieldErrors } from '#web/lib/api.ts';

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };

interface PasswordFormProps {
  email: string;
  /** Id of the heading that says what it is for. */
  labelledBy: string;
  onChanged?: () => Promise<unknown>;
}

/** Changing the signed-in administrator's password: this session stays, every other one ends. */
export function PasswordForm({ email, labelledBy, onChanged }: PasswordFormProps) {
  const toast = useToast();
  const { register, handleSubmit, reset, setError, formState } = useForm({
    resolver: valibotResolver(AdminPasswordForm),
    defaultValues: empty,
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(
    async ({ currentPassword, newPassword }) => {
      try {
        const { message } = await changePassword({ currentPassword, newPassword });
        reset(empty);
        toast({ title: 'Password updated', description: message, tone: 'success' });
      } catch (error) {
        applyFieldErrors(error, setError);
        toast({ title: 'Password change failed', description: refusalText(error, 'Failed to change password'), tone: 'error' });
        return;
      }
      await onChanged?.();
    },
    (invalid) =>
      toast({ title: 'Validation Error', description: firstError(invalid) ?? 'All password fields are required', tone: 'error' }),
  );

  return (
    <form onSubmit={submit} noValidate aria-labelledby={labelledBy}>
      {/* Tells password managers whose password this is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <div className="form-row">
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint="At least 6 characters. Your other sessions end."
          error={errors.newPassword?.message}
          {...register('newPassword')}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...register('confirmPassword')}
        />
      </div>
      <SubmitButton pending={isSubmitting} pendingLabel="Changing…">
        Change password
      </SubmitButton>
    </form>
  );
}
