import { useState } from 'react';
import campfire from '#web/art/campfire.svg';
import { Alert } from '#web/components/Alert.tsx';
import { askForReset } from '#web/components/account-forms/account-api.ts';
import { errorText } from '#web/lib/api.ts';
import { useFocusOnArrival } from '#web/lib/focus-on-arrival.ts';

interface ResetMailSentProps {
  to: string;
  /** The server's word, which does not tell whether there is such an account. */
  message: string;
  /** Another address is to be asked for. */
  onOther: () => void;
}

/** The mail is on its way: where to look for it, and how to get another one. */
export function ResetMailSent({ to, message, onOther }: ResetMailSentProps) {
  const heading = useFocusOnArrival<HTMLHeadingElement>();
  const [isSending, setIsSending] = useState(false);
  const [outcome, setOutcome] = useState<{ isSent: boolean; message: string }>();

  async function sendAgain() {
    if (isSending) return;
    setIsSending(true);
    setOutcome(undefined);
    try {
      await askForReset(to);
      setOutcome({ isSent: true, message: 'On its way once more. Only the newest link works.' });
    } catch (error) {
      setOutcome({ isSent: false, message: errorText(error, 'Please try again.') });
    } finally {
      setIsSending(false);
    }
  }

  return (
    <section className="sheet password-reset">
      <img src={campfire} width={440} height={330} alt="" />
      <h1 ref={heading} tabIndex={-1}>
        Look into your mail
      </h1>
      <p>{message}</p>
      <p>
        It would go to <strong className="reset-address">{to}</strong>. The link works once, for one hour.
      </p>
      <p role="status">{outcome?.isSent && outcome.message}</p>
      {outcome?.isSent === false && (
        <Alert tone="error" title="We could not send it again">
          {outcome.message}
        </Alert>
      )}
      <div className="cluster">
        <button type="button" aria-busy={isSending || undefined} onClick={() => void sendAgain()}>
          {isSending ? 'Sending…' : 'Send it again'}
        </button>
        <button type="button" className="secondary" onClick={onOther}>
          Use another email
        </button>
      </div>
    </section>
  );
}
