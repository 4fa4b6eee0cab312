import { type ComponentProps, useState } from 'react';
import { errorText } from '#web/lib/api-error.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { isViewing } from '#web/lib/viewing.ts';

interface ActionButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'onClick'> {
  action: () => Promise<unknown>;
  /** Title of the toast that says why it has failed; absent, the action says so itself. */
  failed?: string;
  /** In place of the label meanwhile. */
  pendingLabel?: string;
  /** Open also to who sees an account as its member does: it changes nothing of theirs. */
  isForViewers?: boolean;
}

/** Does what a press asks for; until that is done it says so and ignores further presses. */
export function ActionButton({
  action,
  failed,
  pendingLabel,
  isForViewers = false,
  disabled = false,
  children,
  ...button
}: ActionButtonProps) {
  const [isPending, setPending] = useState(false);

  async function run() {
    if (isPending) return;
    setPending(true);
    try {
      await action();
    } catch (error) {
      if (failed === undefined) throw error;
      showToast({ title: failed, description: errorText(error, 'Please try again.'), tone: 'error' });
    } finally {
      setPending(false);
    }
  }

  return (
    <button
      {...button}
      type="button"
      disabled={disabled || (isViewing() && !isForViewers)}
      aria-busy={isPending || undefined}
      aria-disabled={isPending || undefined}
      onClick={() => void run()}
    >
      {isPending && pendingLabel ? pendingLabel : children}
    </button>
  );
}
