import { useState } from 'react';
import type { AdministratorChange, ListedAdministrator } from '#schema/admin/administrators.ts';
import { ActionButton } from '#web/components/ActionButton.tsx';
import { Alert } from '#web/components/Alert.tsx';
import { Dialog } from '#web/components/Dialog.tsx';
import { reloadLists } from '#web/components/data-table/list-data.ts';
import { administratorsPath, changeAdministrator, nameOf, sendResetLink } from '#web/features/admin/account/administrators-api.ts';
import { ApiError, errorText } from '#web/lib/api.ts';
import { showToast, type ToastMessage } from '#web/lib/toast.ts';

interface Step {
  title: string;
  button: string;
  question: (name: string) => string;
  /** Does it; answers what was done. */
  take: (target: ListedAdministrator) => Promise<ToastMessage>;
}

/** A change of role or access. */
function changing(request: Omit<AdministratorChange, 'version'>, done: (name: string) => string): Step['take'] {
  return async (target) => {
    await changeAdministrator(target.id, { ...request, version: target.version });
    return { title: 'Administrator updated', description: done(nameOf(target)), tone: 'success' };
  };
}

const changes = {
  promote: {
    title: 'Make super administrator?',
    button: 'Make super administrator',
    question: (name) => `${name} may then change tokens, tiers and payouts, and administrators too, you included.`,
    take: changing({ role: 'super_admin' }, (name) => `${name} is a super administrator now.`),
  },
  demote: {
    title: 'Make administrator?',
    button: 'Make administrator',
    question: (name) => `${name} may then no longer change tokens, tiers, payouts and administrators.`,
    take: changing({ role: 'admin' }, (name) => `${name} is a plain administrator now.`),
  },
  disable: {
    title: 'Disable administrator?',
    button: 'Disable',
    question: (name) => `${name} is signed out at once and cannot sign in until enabled again. What they did stays in the audit log.`,
    take: changing({ disabled: true }, (name) => `${name} can no longer sign in.`),
  },
  enable: {
    title: 'Enable administrator?',
    button: 'Enable',
    question: (name) => `${name} may sign in again, with the password they had.`,
    take: changing({ disabled: false }, (name) => `${name} may sign in again.`),
  },
  reset: {
    title: 'Send a reset link?',
    button: 'Send reset link',
    question: (name) =>
      `${name} gets a mail with a link that sets a new password. It works once, for one hour, and ends every session of theirs.`,
    take: async ({ id }) => ({ title: 'Reset link sent', description: await sendResetLink(id), tone: 'success' }),
  },
} as const satisfies Record<string, Step>;
export type Change = keyof typeof changes;

interface ChangeAdministratorProps {
  target: ListedAdministrator;
  change: Change;
  onClose: () => void;
}

/** Asks once more before an administrator's rights are changed, or a reset link is sent to them. */
export function ChangeAdministrator({ target, change, onClose }: ChangeAdministratorProps) {
  const [failure, setFailure] = useState<string>();
  const { title, button, question, take } = changes[change];
  const name = nameOf(target);

  async function apply() {
    setFailure(undefined);
    try {
      const done = await take(target);
      await reloadLists(administratorsPath);
      onClose();
      showToast(done);
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
