import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import '#web/features/accounts/account/verification.css';
import { MessageResponse } from '#schema/accounts/account.ts';
import type { User } from '#schema/accounts/user.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { errorText } from '#web/lib/api-error.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

interface VerifyEmailNoticeProps {
  user: User;
  /** Text of the notice; defaults to the benefits of verifying. */
  reason?: string;
  /** Shows only `reason`, without a frame, to keep the notice quieter than the content below it. */
  isCompact?: boolean;
}

/** Renders nothing for a verified member. */
export function VerifyEmailNotice({ user, reason, isCompact = false }: VerifyEmailNoticeProps) {
  const { refresh } = useUser();
  const [statusText, setStatusText] = useState('');
  if (user.emailVerified) return null;

  async function send() {
    setStatusText('');
    try {
      const { message } = await apiSend('POST', '/api/verify-email/send', undefined, MessageResponse);
      setStatusText(message);
      // Reloads the member's data because the email may have been verified on another device.
      void refresh().catch(() => undefined);
    } catch (error) {
      setStatusText(errorText(error, t`We couldn’t send the email. Try again.`));
    }
  }

  const sendButton = (
    <ActionButton className="link-button" action={send} pendingLabel={t`Sending…`}>
      {t`Send again`}
    </ActionButton>
  );
  const status = (
    <p className="verify-text" role="status">
      {statusText}
    </p>
  );
  if (isCompact)
    return (
      <div className="verify-compact">
        <p className="verify-text">
          <span>{reason}</span> {sendButton}
        </p>
        {status}
      </div>
    );
  return (
    <div className="verify-notice">
      <Alert tone="warning" title={t`Verify your email`}>
        <p className="verify-text">
          <Trans>
            Open the link we sent to <strong>{user.email}</strong>.
          </Trans>{' '}
          <span>{reason ?? t`Then you can see all the cards near you and redeem tokens.`}</span>
        </p>
        {sendButton}
        {status}
      </Alert>
    </div>
  );
}
