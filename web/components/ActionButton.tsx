import { type ComponentProps, useState } from 'react';

interface ActionButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'onClick'> {
  /** Says itself what has failed. */
  action: () => Promise<void>;
  pendingLabel: string;
}

/** Does what a press asks for; until that is done it says so and ignores further presses. */
export function ActionButton({ action, pendingLabel, children, ...button }: ActionButtonProps) {
  const [isPending, setPending] = useState(false);

  async function run() {
    if (isPending) return;
    setPending(true);
    try {
      await action();
    } finally {
      setPending(false);
    }
  }

  return (
    <button {...button} type="button" aria-busy={isPending || undefined} aria-disabled={isPending || undefined} onClick={() => void run()}>
      {isPending ? pendingLabel : children}
    </button>
  );
}
