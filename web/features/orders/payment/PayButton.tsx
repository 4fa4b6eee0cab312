import { useId } from 'react';
import { SubmitButton } from '#web/ui/forms/SubmitButton.tsx';

interface PayButtonProps {
  label: string;
  pendingLabel: string;
  isBusy: boolean;
  /** What one agrees to with it, beyond the payment itself. */
  terms: string | null;
}

/** The button of a card form, below what one agrees to by pressing it: that is read out with the button. */
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
