import { type SyntheticEvent, useRef, useState } from 'react';
import { isCardId, normalizeTypedCardId } from '#schema/card-id.ts';
import { Alert } from '#web/components/Alert.tsx';
import { Field } from '#web/components/Field.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { useToast } from '#web/components/Toast.tsx';
import { reportMissing } from '#web/features/cards/api.ts';
import { ApiError, errorText } from '#web/lib/api.ts';
import { useFocusOnArrival } from '#web/lib/focus-on-arrival.ts';

const notACardId = 'A card ID is TC- and 7 digits, for example TC-0000001.';

/** Which card is missing, then what the server says to that. */
export function ReportCardForm({ onClose }: { onClose: () => void }) {
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [fieldError, setFieldError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [pending, setPending] = useState(false);
  const [sent, setSent] = useState<{ cardId: string; message: string }>();

  function refuse(message: string) {
    setFieldError(message);
    input.current?.focus();
  }

  async function report(event: SyntheticEvent) {
    event.preventDefault();
    const cardId = normalizeTypedCardId(typed);
    if (!isCardId(cardId)) return refuse(notACardId);
    setFieldError(undefined);
    setFailure(undefined);
    setPending(true);
    try {
      const { message } = await reportMissing(cardId);
      setSent({ cardId, message });
      toast({ title: 'Report sent', description: message, tone: 'success' });
    } catch (error) {
      const message = errorText(error, 'Please try again.');
      if (error instanceof ApiError && error.status < 500) refuse(message);
      else setFailure(message);
    } finally {
      setPending(false);
    }
  }

  if (sent) return <ReportSent {...sent} onClose={onClose} />;
  return (
    <form className="stack" noValidate onSubmit={(event) => void report(event)} aria-label="Report a missing card">
      <p>You looked where it should be, and it is not there? Then tell us its ID.</p>
      {failure !== undefined && (
        <Alert tone="error" title="The report was not sent">
          {failure}
        </Alert>
      )}
      <Field
        ref={input}
        label="Card ID"
        value={typed}
        placeholder="TC-0000000"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-autofocus
        error={fieldError}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="cluster">
        <SubmitButton className="danger" pending={pending} pendingLabel="Sending…">
          Yes, it is missing
        </SubmitButton>
        <button type="button" className="secondary" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function ReportSent({ cardId, message, onClose }: { cardId: string; message: string; onClose: () => void }) {
  const heading = useFocusOnArrival<HTMLHeadingElement>();
  return (
    <div className="stack">
      <h3 ref={heading} tabIndex={-1}>
        Report of <span className="code">{cardId}</span> sent
      </h3>
      <p>{message}</p>
      <button type="button" onClick={onClose}>
        Done
      </button>
    </div>
  );
}
