import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import campfire from '#web/art/campfire.svg';
import { requestPasswordReset } from '#web/features/accounts/account/account-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

export function ResetMailSent({ email, message, onChangeEmail }: { email: string; message: string; onChangeEmail: () => void }) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  const [outcome, setOutcome] = useState<{ isSent: boolean; message: string }>();

  async function resend() {
    setOutcome(undefined);
    try {
      await requestPasswordReset(email);
      setOutcome({ isSent: true, message: t`Sent again. Only the latest link works.` });
    } catch (error) {
      setOutcome({ isSent: false, message: errorText(error, t`Please try again.`) });
    }
  }

  return (
    <section className="sheet stack password-reset">
      <img src={campfire} width={440} height={330} alt="" />
      <h1 ref={heading} tabIndex={-1}>
        {t`Check your email`}
      </h1>
      <p>{message}</p>
      <p>
        <Trans>
          You entered <strong className="reset-address">{email}</strong>. The link works once and expires in an hour.
        </Trans>
      </p>
      <p role="status">{outcome?.isSent && outcome.message}</p>
      {outcome?.isSent === false && (
        <Alert tone="error" title={t`We couldn’t resend the email`}>
          {outcome.message}
        </Alert>
      )}
      <div className="cluster">
        <ActionButton action={resend} pendingLabel={t`Sending…`}>
          {t`Send it again`}
        </ActionButton>
        <button type="button" className="secondary" onClick={onChangeEmail}>
          {t`Use another email`}
        </button>
      </div>
    </section>
  );
}
