import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import '#web/components/account-forms/account-forms.css';
import type { AccountPasswordForm, DashboardPasswordForm } from '#schema/account.ts';
import { changePassword } from '#web/components/account-forms/account-api.ts';
import { PasswordField } from '#web/components/PasswordField.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { useToast } from '#web/components/Toast.tsx';
import { applyFieldErrors, errorText } from '#web/lib/api.ts';

export interface PasswordFormProps {
  schema: typeof DashboardPasswordForm | typeof AccountPasswordForm;
  toasts: { saved: { title: string; description?: string }; failed: string };
  /** Whether the button waits for a change. */
  savesOnlyChanges?: boolean;
}

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** Changing the password: this session stays, every other one ends. Each page brings its own rules and wording. */
export function PasswordForm({ schema, toasts, savesOnlyChanges = false }: PasswordFormProps) {
  const toast = useToast();
  const { register, handleSubmit, reset, setError, formState } = useForm({
    defaultValues: empty,
    resolver: valibotResolver(schema),
  });
  const { errors, isDirty, isSubmitting } = formState;

  async function submit({ currentPassword, newPassword }: typeof empty) {
    try {
      await changePassword({ currentPassword, newPassword });
      reset(empty);
      toast({ ...toasts.saved, tone: 'success' });
    } catch (error) {
      applyFieldErrors(error, setError);
      toast({ title: toasts.failed, description: errorText(error, 'Failed to change password'), tone: 'error' });
    }
  }

  return (
    <form className="account-form" noValidate onSubmit={handleSubmit(submit)} aria-label="Security">
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 6 characters. Other devices will be signed out."
        error={errors.newPassword?.message}
        {...register('newPassword')}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      <SubmitButton pending={isSubmitting} pendingLabel="Changing…" disabled={savesOnlyChanges && !isDirty}>
        Change Password
      </SubmitButton>
    </form>
  );
}
