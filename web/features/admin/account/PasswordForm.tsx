import { AdminPasswordForm } from '#schema/admin/account.ts';
import { PasswordWarning } from '#web/features/accounts/account/security/PasswordWarning.tsx';
import { changePassword, permissionDeniedText } from '#web/features/admin/account/account-api.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormPasswordField, FormSubmit } from '#web/ui/forms/form-inputs.tsx';

const emptyValues = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** Changes the password and ends all other sessions. */
export function PasswordForm({ email, labelledBy, onChanged }: { email: string; labelledBy: string; onChanged?: () => Promise<unknown> }) {
  return (
    <Form
      labelledBy={labelledBy}
      schema={AdminPasswordForm}
      defaults={emptyValues}
      send={async ({ currentPassword, newPassword }, { reset }) => {
        const { message } = await changePassword({ currentPassword, newPassword });
        reset(emptyValues);
        showToast({ title: 'Password updated', description: message, tone: 'success' });
        await onChanged?.().catch(() => undefined);
      }}
      failed={(error) => {
        showToast({
          title: 'Password change failed',
          description: permissionDeniedText(error, 'Failed to change password'),
          tone: 'error',
        });
        return null;
      }}
      onInvalid={(message = 'All password fields are required') =>
        showToast({ title: 'Validation Error', description: message, tone: 'error' })
      }
    >
      {({ watch }) => (
        <>
          {/* Hidden username field so that password managers recognize the account. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <FormPasswordField label="Current password" name="currentPassword" autoComplete="current-password" />
          <div className="form-row">
            <FormPasswordField
              label="New password"
              name="newPassword"
              autoComplete="new-password"
              hint="At least 6 characters. Changing it logs you out everywhere else."
            />
            <FormPasswordField label="Confirm password" name="confirmPassword" autoComplete="new-password" />
          </div>
          <PasswordWarning password={watch('newPassword') ?? ''} email={email} />
          <FormSubmit pendingLabel="Changing…">Change password</FormSubmit>
        </>
      )}
    </Form>
  );
}
