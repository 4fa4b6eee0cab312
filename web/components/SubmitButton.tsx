import { type ComponentProps, useState } from 'react';
import { useIsHydrating } from '#web/lib/hydration.ts';

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
  // On a drawn page nobody listens yet: the browser itself would send the form, with the password in the address.
  const isHydrating = useIsHydrating();
  return (
    <button
      {...button}
      type="submit"
      aria-busy={pending || undefined}
      aria-disabled={(isIdle && wasPressed) || undefined}
      disabled={isHydrating || (disabled && !wasPressed)}
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
