import { type ReactNode, useEffect, useRef } from 'react';
import { AddTokensForm } from '#web/features/accounts/admin/tasks/AddTokensForm.tsx';
import { CancelMembershipForm } from '#web/features/accounts/admin/tasks/CancelMembershipForm.tsx';
import { CorrectKeysForm } from '#web/features/accounts/admin/tasks/CorrectKeysForm.tsx';
import { DeleteUserForm } from '#web/features/accounts/admin/tasks/DeleteUserForm.tsx';
import { EditUserForm } from '#web/features/accounts/admin/tasks/EditUserForm.tsx';
import { EndGrantForm } from '#web/features/accounts/admin/tasks/EndGrantForm.tsx';
import { ForgiveTokensForm } from '#web/features/accounts/admin/tasks/ForgiveTokensForm.tsx';
import { GrantMembershipForm } from '#web/features/accounts/admin/tasks/GrantMembershipForm.tsx';
import { ReinstateForm } from '#web/features/accounts/admin/tasks/ReinstateForm.tsx';
import { SetReferrerForm } from '#web/features/accounts/admin/tasks/SetReferrerForm.tsx';
import { SignOutForm } from '#web/features/accounts/admin/tasks/SignOutForm.tsx';
import { SuspendForm } from '#web/features/accounts/admin/tasks/SuspendForm.tsx';
import type { UserTask } from '#web/features/accounts/admin/tasks/user-task.ts';
import { ViewForm } from '#web/features/accounts/admin/tasks/ViewForm.tsx';
import { useUserDetails } from '#web/features/accounts/admin/users-api.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

const tasks = {
  edit: { title: 'Edit User', Form: EditUserForm },
  tokens: { title: 'Add Tokens', Form: AddTokensForm },
  forgive: { title: 'Forgive Tokens', Form: ForgiveTokensForm },
  keys: { title: 'Correct keys', Form: CorrectKeysForm },
  referrer: { title: 'Set referrer', Form: SetReferrerForm },
  membership: { title: 'Upgrade Membership', Form: GrantMembershipForm },
  cancel: { title: 'Cancel subscription', Form: CancelMembershipForm },
  'end-grant': { title: 'End membership', Form: EndGrantForm },
  'sign-out': { title: 'Sign out everywhere', Form: SignOutForm },
  suspend: { title: 'Suspend user', Form: SuspendForm },
  reinstate: { title: 'Reinstate user', Form: ReinstateForm },
  view: { title: 'View as member', Form: ViewForm },
  delete: { title: 'Delete account', Form: DeleteUserForm },
} as const;

export function UserTaskDialog({ task, onClose }: { task: UserTask; onClose: () => void }) {
  const { title, Form } = tasks[task.kind];
  return (
    <Dialog open onClose={onClose} title={title}>
      <Loaded query={useUserDetails(task.userId)} subject="The user" lines={5}>
        {(details) => (
          <FocusOnLoad>
            <Form details={details} onDone={onClose} />
          </FocusOnLoad>
        )}
      </Loaded>
    </Dialog>
  );
}

/** Focuses content that loads after its dialog has opened, unless the user has already moved the focus, for example to the close button. */
function FocusOnLoad({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement?.tagName === 'H2') root.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  return <div ref={root}>{children}</div>;
}
