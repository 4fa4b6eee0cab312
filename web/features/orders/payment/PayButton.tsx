import { useId } from 'react';
import { SubmitButton } from '#web/ui/forms/SubmitButton.tsx';

interface PayButtonProps {
  label: string;
  pendingLabel: string;
  isBusy: boolean;
  /** Renewal terms that the member accepts by paying; null if there are none. */
  terms: string | null;
}

/** Shows the button and the terms, which are also the button's accessible description. */
export function PayButton({ label, pendingLabel, isBusy, terms }: PayButtonProps) {
  const termsId = useId();
  return (
    <>
      {terms && (
        <p id={termsId} className="pay-terms">
          {terms}
        </p>
      )}
      <SubmitButton
        className="treasure pay-button"
        pending={isBusy}
        pendingLabel={pendingLabel}
        aria-describedby={terms ? termsId : undefined}
      >
        {label}
      </SubmitButton>
    </>
  );
}
