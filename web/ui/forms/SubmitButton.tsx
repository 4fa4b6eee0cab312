import { type ComponentProps, useState } from 'react';
import { isViewing } from '#web/lib/viewing.ts';

interface SubmitButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  pending: boolean;
  pendingLabel: string;
}

/** Submit button. Ignores presses while pending, including Enter in an input. Disabled for an administrator viewing the account. */
export function SubmitButton({ pending, pendingLabel, children, disabled = false, onClick, onBlur, ...button }: SubmitButtonProps) {
  // Disabling a focused button removes the focus, so a pressed button is only aria-disabled until the focus moves.
  const [wasPressed, setWasPressed] = useState(false);
  if (pending && !wasPressed) setWasPressed(true);
  const isDisabled = disabled || isViewing();
  const isInactive = pending || isDisabled;
  return (
    <button
      {...button}
      type="submit"
      aria-busy={pending || undefined}
      aria-disabled={(isInactive && wasPressed) || undefined}
      disabled={isDisabled && !wasPressed}
      onClick={(event) => {
        if (isInactive) event.preventDefault();
        else onClick?.(event);
      }}
      onBlur={(event) => {
        if (!pending) setWasPressed(false);
        onBlur?.(event);
      }}
    >
      {pending ? pendingLabel : children}
    </button>
  );
}
