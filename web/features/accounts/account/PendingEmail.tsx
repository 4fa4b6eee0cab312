import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { User } from '#schema/accounts/user.ts';
import { cancelEmailChange, sendEmailChangeAgain } from '#web/features/accounts/account/account-api.ts';
import { refreshUser, setUser } from '#web/features/accounts/session/user-store.ts';
import { errorText } from '#web/lib/api-error.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

export function PendingEmail({ user }: { user: User }) {
  const [statusText, setStatusText] = useState('');
  if (user.pendingEmail === null) return null;

  async function resend() {
    setStatusText('');
    try {
      setStatusText(await sendEmailChangeAgain());
    } catch (error) {
      setStatusText(errorText(error, t`We couldn’t send the email. Try again.`));
      // Reloads the member's data because the new email may have been confirmed or canceled on another device.
      void refreshUser().catch(() => undefined);
    }
  }

  async function cancel() {
    setStatusText('');
    try {
      setUser(await cancelEmailChange());
      showToast({ title: t`Email change canceled`, description: t`Your email is still ${user.email}.`, tone: 'success' });
    } catch (error) {
      setStatusText(errorText(error, t`We couldn’t cancel the change. Try again.`));
    }
  }

  return (
    <Alert tone="info" title={t`Confirm your new email`}>
      <p className="pending-email-text">
        <Trans>
          Open the link we sent to <strong>{user.pendingEmail}</strong>. Until then, your email stays <strong>{user.email}</strong>.
        </Trans>
      </p>
      <p className="pending-email-text" role="status">
        {statusText}
      </p>
      <div className="cluster">
        <ActionButton className="secondary" action={resend} pendingLabel={t`Sending…`}>{t`Send again`}</ActionButton>
        <ActionButton className="secondary" action={cancel} pendingLabel={t`Canceling…`}>{t`Cancel change`}</ActionButton>
      </div>
    </Alert>
  );
}
