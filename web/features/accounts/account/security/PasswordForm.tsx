import '#web/features/accounts/account/account-forms.css';
import type { AccountPasswordForm, DashboardPasswordForm } from '#schema/accounts/account.ts';
import type { User } from '#schema/accounts/user.ts';
import { changePassword } from '#web/features/accounts/account/account-api.ts';
import { PasswordWarning } from '#web/features/accounts/account/security/PasswordWarning.tsx';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormPasswordField, FormSubmit } from '#web/ui/forms/form-inputs.tsx';

export interface PasswordFormProps {
  schema: typeof DashboardPasswordForm | typeof AccountPasswordForm;
  toasts: { saved: { title: string; description?: string }; failed: string };
  savesOnlyChanges?: boolean;
}

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };

export function PasswordForm({ user, schema, toasts, savesOnlyChanges = false }: PasswordFormProps & { user: User }) {
  return (
    <Form
      label="Security"
      className="account-form"
      schema={schema}
      defaults={empty}
      send={async ({ currentPassword, newPassword }, { reset }) => {
        await changePassword({ currentPassword, newPassword });
        reset(empty);
        showToast({ ...toasts.saved, tone: 'success' });
      }}
      failed={toasts.failed}
      fallback="Failed to change password"
      failsInToast
    >
      {({ watch }) => (
        <>
          <FormPasswordField label="Current password" name="currentPassword" autoComplete="current-password" />
          <FormPasswordField
            label="New password"
            name="newPassword"
            autoComplete="new-password"
            hint="At least 6 characters. Other devices will be signed out."
          />
          <PasswordWarning password={watch('newPassword')} email={user.email} names={[user.firstName, user.lastName, user.username]} />
          <FormPasswordField label="Confirm new password" name="confirmPassword" autoComplete="new-password" />
          <FormSubmit pendingLabel="Changing…" requiresChange={savesOnlyChanges}>
            Change Password
          </FormSubmit>
        </>
      )}
    </Form>
  );
}
