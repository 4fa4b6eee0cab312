import { type ComponentProps, useState } from 'react';

interface SubmitButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  pending: boolean;
  pendingLabel: string;
}

/** Sends its form; while that is pending it says so and ignores presses, also those of Enter in a field. */
export function SubmitButton({ pending, pendingLabel, children, disabled = false, onClick, onBlur, ...button }: SubmitButtonProps) {
  // A disabled button drops the focus, so one that was just pressed is only called disabled until the focus moves on.
  const [wasPressed, setWasPressed] = useState(false);
  if (pending && !wasPressed) setWasPressed(true);
  const isIdle = pending || disabled;
  return (
    <button
      {...button}
      type="submit"
      aria-busy={pending || undefined}
      aria-disabled={(isIdle && wasPressed) || undefined}
      disabled={disabled && !wasPressed}
      onClick={(event) => {
        if (isIdle) event.preventDefault();
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
