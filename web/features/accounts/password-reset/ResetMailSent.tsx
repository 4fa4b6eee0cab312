import { useState } from 'react';
import campfire from '#web/art/campfire.svg';
import { askForReset } from '#web/features/accounts/account/account-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { useFocusOnArrival } from '#web/lib/react/focus-on-arrival.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

interface ResetMailSentProps {
  to: string;
  message: string;
  onOther: () => void;
}

export function ResetMailSent({ to, message, onOther }: ResetMailSentProps) {
  const heading = useFocusOnArrival<HTMLHeadingElement>();
  const [outcome, setOutcome] = useState<{ isSent: boolean; message: string }>();

  async function sendAgain() {
    setOutcome(undefined);
    try {
      await askForReset(to);
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
        You entered <strong className="reset-address">{to}</strong>. The link works once and expires in an hour.
      </p>
      <p role="status">{outcome?.isSent && outcome.message}</p>
      {outcome?.isSent === false && (
        <Alert tone="error" title="We couldn’t resend it">
          {outcome.message}
        </Alert>
      )}
      <div className="cluster">
        <ActionButton action={sendAgain} pendingLabel="Sending…">
          Send it again
        </ActionButton>
        <button type="button" className="secondary" onClick={onOther}>
          Use another email
        </button>
      </div>
    </section>
  );
}
