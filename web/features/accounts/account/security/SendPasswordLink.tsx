import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { requestPasswordReset } from '#web/features/accounts/account/account-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

interface SendPasswordLinkProps {
  email: string;
  label?: string;
  className?: string;
}

export function SendPasswordLink({ email, label = t`Send me the link`, className }: SendPasswordLinkProps) {
  const [isSent, setSent] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function send() {
    setSent(false);
    setFailure(undefined);
    try {
      await requestPasswordReset(email);
      setSent(true);
    } catch (error) {
      setFailure(errorText(error, t`Please try again.`));
    }
  }

  return (
    <>
      {failure !== undefined && (
        <Alert tone="error" title={t`We couldn’t send the link`}>
          {failure}
        </Alert>
      )}
      <p role="status">{isSent && t`Link sent. It works once and expires in an hour.`}</p>
      <div className="cluster">
        <ActionButton className={className} action={send} pendingLabel={t`Sending…`}>
          {isSent ? t`Send it again` : label}
        </ActionButton>
      </div>
    </>
  );
}
