import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import { AdminPasswordForm } from '#schema/admin/account.ts';
import { PasswordField } from '#web/components/PasswordField.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { useToast } from '#web/components/Toast.tsx';
import { changePassword, refusalText } from '#web/features/admin/account/account-api.ts';
import { firstError } from '#web/features/admin/account/first-error.ts';
import { SignOutEverywhere } from '#web/features/admin/account/SignOutEverywhere.tsx';
import { applyFieldErrors } from '#web/lib/api.ts';

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** The signed-in administrator's password, and the end of all their sessions. */
export function SecuritySection({ email }: { email: string }) {
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
      }
    },
    (invalid) =>
      toast({ title: 'Validation Error', description: firstError(invalid) ?? 'All password fields are required', tone: 'error' }),
  );

  return (
    <section className="sheet" aria-labelledby="security">
      <h2 id="security">Security</h2>
      <form onSubmit={submit} noValidate aria-labelledby="security">
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
      <SignOutEverywhere />
    </section>
  );
}
