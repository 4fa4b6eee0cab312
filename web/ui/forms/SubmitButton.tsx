import { type ComponentProps, useState } from 'react';
import { isViewing } from '#web/lib/viewing.ts';

interface SubmitButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  pending: boolean;
  pendingLabel: string;
}

/**
 * Sends its form; while that is pending it says so and ignores presses, also those of Enter in a field. Who sees an account as its
 * member does sends nothing.
 */
export function SubmitButton({ pending, pendingLabel, children, disabled = false, onClick, onBlur, ...button }: SubmitButtonProps) {
  // A disabled button drops the focus, so one that was just pressed is only called disabled until the focus moves on.
  const [wasPressed, setWasPressed] = useState(false);
  if (pending && !wasPressed) setWasPressed(true);
  const isShut = disabled || isViewing();
  const isIdle = pending || isShut;
  return (
    <button
      {...button}
      type="submit"
      aria-busy={pending || undefined}
      aria-disabled={(isIdle && wasPressed) || undefined}
      disabled={isShut && !wasPressed}
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
