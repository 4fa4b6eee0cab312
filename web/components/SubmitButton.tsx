import type { ComponentProps } from 'react';

interface SubmitButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  pending: boolean;
  pendingLabel: string;
}

/** Sends its form; while that is pending it says so and cannot be pressed again. */
export function SubmitButton({ pending, pendingLabel, children, disabled, ...button }: SubmitButtonProps) {
  return (
    <button {...button} type="submit" aria-busy={pending || undefined} disabled={pending || disabled}>
      {pending ? pendingLabel : children}
    </button>
  );
}
