import { useState } from 'react';
import type { ListedAdministrator } from '#schema/admin/administrators.ts';
import { ActionButton } from '#web/components/ActionButton.tsx';
import { Alert } from '#web/components/Alert.tsx';
import { Dialog } from '#web/components/Dialog.tsx';
import { reloadLists } from '#web/components/data-table/list-data.ts';
import { administratorsPath, changeAdministrator, nameOf } from '#web/features/admin/account/administrators-api.ts';
import { ApiError, errorText } from '#web/lib/api.ts';
import { showToast } from '#web/lib/toast.ts';

const changes = {
  promote: {
    request: { role: 'super_admin' },
    title: 'Make super administrator?',
    button: 'Make super administrator',
    question: (name: string) => `${name} may then change tokens, tiers and payouts, and administrators too, you included.`,
    done: (name: string) => `${name} is a super administrator now.`,
  },
  demote: {
    request: { role: 'admin' },
    title: 'Make administrator?',
    button: 'Make administrator',
    question: (name: string) => `${name} may then no longer change tokens, tiers, payouts and administrators.`,
    done: (name: string) => `${name} is a plain administrator now.`,
  },
  disable: {
    request: { disabled: true },
    title: 'Disable administrator?',
    button: 'Disable',
    question: (name: string) =>
      `${name} is signed out at once and cannot sign in until enabled again. What they did stays in the audit log.`,
    done: (name: string) => `${name} can no longer sign in.`,
  },
  enable: {
    request: { disabled: false },
    title: 'Enable administrator?',
    button: 'Enable',
    question: (name: string) => `${name} may sign in again, with the password they had.`,
    done: (name: string) => `${name} may sign in again.`,
  },
} as const;
export type Change = keyof typeof changes;

interface ChangeAdministratorProps {
  target: ListedAdministrator;
  change: Change;
  onClose: () => void;
}

/** Asks once more before an administrator's rights are changed. */
export function ChangeAdministrator({ target, change, onClose }: ChangeAdministratorProps) {
  const [failure, setFailure] = useState<string>();
  const { request, title, button, question, done } = changes[change];
  const name = nameOf(target);

  async function apply() {
    setFailure(undefined);
    try {
      await changeAdministrator(target.id, { ...request, version: target.version });
      await reloadLists(administratorsPath);
      onClose();
      showToast({ title: 'Administrator updated', description: done(name), tone: 'success' });
    } catch (error) {
      setFailure(errorText(error, 'Nothing was changed. Please try again.'));
      if (error instanceof ApiError && error.status === 409) void reloadLists(administratorsPath);
    }
  }

  return (
    <Dialog open onClose={onClose} title={title} size="small">
      <div className="stack">
        <p>{question(name)}</p>
        {failure && (
          <Alert tone="error" title="Nothing was changed">
            {failure}
          </Alert>
        )}
        <div className="cluster">
          <ActionButton action={apply} pendingLabel="Saving…">
            {button}
          </ActionButton>
          <button type="button" className="secondary" onClick={onClose}>
            Cancel
          </button>
        </div>
      </div>
    </Dialog>
  );
}
