import { t } from '@lingui/core/macro';
import { type ComponentProps, useState } from 'react';
import { errorText } from '#web/lib/api-error.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { isViewing } from '#web/lib/viewing.ts';

interface ActionButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'onClick'> {
  action: () => Promise<unknown>;
  /** Title of the error toast. Omit this if the action reports its own errors. */
  failed?: string;
  pendingLabel?: string;
  /**
   * Also enables the button for an administrator who is viewing the account. Set this only for actions that do not change the member's
   * data.
   */
  isForViewers?: boolean;
}

/** Button that shows a pending state while its action runs, and ignores presses until the action is done. */
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
      showToast({ title: failed, description: errorText(error, t`Please try again.`), tone: 'error' });
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
