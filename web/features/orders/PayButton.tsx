import { useId } from 'react';
import type { CardFormButton } from '#web/features/orders/card-form.ts';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';

/** The button of a card form, below what one agrees to by pressing it: that is read out with the button. */
export function PayButton({ label, pendingLabel, isBusy, terms }: CardFormButton & { isBusy: boolean }) {
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
