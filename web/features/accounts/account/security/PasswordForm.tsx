import { t } from '@lingui/core/macro';
import { useState } from 'react';
import '#web/features/accounts/account/account-forms.css';
import type { AccountPasswordForm, DashboardPasswordForm } from '#schema/accounts/account.ts';
import type { User } from '#schema/accounts/user.ts';
import { changePassword } from '#web/features/accounts/account/account-api.ts';
import { readOpenReview, storeOpenReview } from '#web/features/accounts/account/security/open-review.ts';
import { PasswordWarning } from '#web/features/accounts/account/security/PasswordWarning.tsx';
import { RecentAccessReview } from '#web/features/accounts/account/security/RecentAccessReview.tsx';
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
  const [recent, setRecent] = useState(() => readOpenReview(user.id));
  const [isFresh, setFresh] = useState(false);
  return (
    <>
      <Form
        label={t`Security`}
        className="account-form"
        schema={schema}
        defaults={empty}
        send={async ({ currentPassword, newPassword }, { reset }) => {
          const change = await changePassword({ currentPassword, newPassword });
          reset(empty);
          setFresh(true);
          setRecent(storeOpenReview(user.id, change.recent));
          showToast({ ...toasts.saved, tone: 'success' });
        }}
        failed={toasts.failed}
        fallback={t`Failed to change password`}
        failsInToast
      >
        {({ watch }) => (
          <>
            <FormPasswordField label={t`Current password`} name="currentPassword" autoComplete="current-password" />
            <FormPasswordField
              label={t`New password`}
              name="newPassword"
              autoComplete="new-password"
              hint={t`At least 6 characters. Other devices will be signed out, and pending changes canceled.`}
            />
            <PasswordWarning password={watch('newPassword')} email={user.email} names={[user.firstName, user.lastName, user.username]} />
            <FormPasswordField label={t`Confirm new password`} name="confirmPassword" autoComplete="new-password" />
            <FormSubmit pendingLabel={t`Changing…`} requiresChange={savesOnlyChanges}>{t`Change Password`}</FormSubmit>
          </>
        )}
      </Form>
      {recent && (
        <RecentAccessReview
          recent={recent}
          takesFocus={isFresh}
          onDecided={(decide) => setRecent((current) => current && storeOpenReview(user.id, decide(current)))}
        />
      )}
    </>
  );
}
