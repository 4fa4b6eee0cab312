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
      setOutcome({ isSent: true, message: 'Sent again. Only the latest link works.' });
    } catch (error) {
      setOutcome({ isSent: false, message: errorText(error, 'Please try again.') });
    }
  }

  return (
    <section className="sheet stack password-reset">
      <img src={campfire} width={440} height={330} alt="" />
      <h1 ref={heading} tabIndex={-1}>
        Check your email
      </h1>
      <p>{message}</p>
      <p>
        You entered <strong className="reset-address">{email}</strong>. The link works once and expires in an hour.
      </p>
      <p role="status">{outcome?.isSent && outcome.message}</p>
      {outcome?.isSent === false && (
        <Alert tone="error" title="We couldn’t resend the email">
          {outcome.message}
        </Alert>
      )}
      <div className="cluster">
        <ActionButton action={resend} pendingLabel="Sending…">
          Send it again
        </ActionButton>
        <button type="button" className="secondary" onClick={onChangeEmail}>
          Use another email
        </button>
      </div>
    </section>
  );
}
