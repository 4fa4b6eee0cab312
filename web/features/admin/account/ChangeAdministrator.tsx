import type { AdministratorChange, ListedAdministrator } from '#schema/admin/administrators.ts';
import { administratorsPath, changeAdministrator, formatName, sendResetLink } from '#web/features/admin/account/administrators-api.ts';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { showToast, type ToastMessage } from '#web/lib/react/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions } from '#web/ui/forms/form-inputs.tsx';

interface ChangeOption {
  title: string;
  button: string;
  question: (name: string) => string;
  apply: (target: ListedAdministrator) => Promise<ToastMessage>;
}

function createChange(request: Omit<AdministratorChange, 'version'>, describeResult: (name: string) => string): ChangeOption['apply'] {
  return async (target) => {
    await changeAdministrator(target.id, { ...request, version: target.version });
    return { title: 'Administrator updated', description: describeResult(formatName(target)), tone: 'success' };
  };
}

const changes = {
  promote: {
    title: 'Make super administrator?',
    button: 'Make super administrator',
    question: (name) =>
      `${name} will be able to change tokens, tiers, payouts and administrators, including you, and to approve payout runs in 7 days. All super administrators get an email.`,
    apply: createChange({ role: 'super_admin' }, (name) => `${name} is now a super administrator.`),
  },
  demote: {
    title: 'Make administrator?',
    button: 'Make administrator',
    question: (name) => `${name} will no longer be able to change tokens, tiers, payouts or administrators.`,
    apply: createChange({ role: 'admin' }, (name) => `${name} is now a regular administrator.`),
  },
  disable: {
    title: 'Disable administrator?',
    button: 'Disable',
    question: (name) => `${name} will be logged out and can’t log in until you enable them again.`,
    apply: createChange({ disabled: true }, (name) => `${name} can no longer log in.`),
  },
  enable: {
    title: 'Enable administrator?',
    button: 'Enable',
    question: (name) => `${name} can log in again with their old password.`,
    apply: createChange({ disabled: false }, (name) => `${name} can log in again.`),
  },
  reset: {
    title: 'Send a reset link?',
    button: 'Send reset link',
    question: (name) =>
      `${name} gets an email with a link to set a new password. The link works once, for an hour. Setting the password logs them out everywhere.`,
    apply: async ({ id }) => ({ title: 'Reset link sent', description: await sendResetLink(id), tone: 'success' }),
  },
} as const satisfies Record<string, ChangeOption>;
export type Change = keyof typeof changes;

export function ChangeAdministrator({ target, change, onClose }: { target: ListedAdministrator; change: Change; onClose: () => void }) {
  const { title, button, question, apply } = changes[change];
  return (
    <Dialog open onClose={onClose} title={title} size="small">
      <Form
        label={button}
        className="stack"
        send={async () => {
          const successToast = await apply(target);
          await reloadLists(administratorsPath);
          onClose();
          showToast(successToast);
        }}
        onFailure={(error) => {
          if (error instanceof ApiError && error.status === 409) void reloadLists(administratorsPath);
        }}
        failed="Nothing was changed"
        fallback="Please try again."
      >
        <p>{question(formatName(target))}</p>
        <FormActions pendingLabel="Saving…" onCancel={onClose}>
          {button}
        </FormActions>
      </Form>
    </Dialog>
  );
}
