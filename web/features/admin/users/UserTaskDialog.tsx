import { type ReactNode, useEffect, useRef } from 'react';
import type { AdminUserDetails } from '#schema/admin/user-details.ts';
import { Dialog } from '#web/components/Dialog.tsx';
import { ErrorState } from '#web/components/ErrorState.tsx';
import { Skeleton } from '#web/components/Skeleton.tsx';
import { AddTokensForm } from '#web/features/admin/users/AddTokensForm.tsx';
import { EditUserForm } from '#web/features/admin/users/EditUserForm.tsx';
import { EndGrantForm } from '#web/features/admin/users/EndGrantForm.tsx';
import { ForgiveTokensForm } from '#web/features/admin/users/ForgiveTokensForm.tsx';
import { GrantMembershipForm } from '#web/features/admin/users/GrantMembershipForm.tsx';
import { SignOutForm } from '#web/features/admin/users/SignOutForm.tsx';
import { useUserDetails } from '#web/features/admin/users/users-api.ts';
import { errorText } from '#web/lib/api.ts';

/** What is to be done, and to whom. */
export interface UserTask {
  kind: 'edit' | 'tokens' | 'forgive' | 'membership' | 'end-grant' | 'sign-out';
  userId: number;
}

export interface UserFormProps {
  details: AdminUserDetails;
  onDone: () => void;
}

const tasks = {
  edit: { title: 'Edit User', Form: EditUserForm },
  tokens: { title: 'Add Tokens', Form: AddTokensForm },
  forgive: { title: 'Forgive Tokens', Form: ForgiveTokensForm },
  membership: { title: 'Upgrade Membership', Form: GrantMembershipForm },
  'end-grant': { title: 'End membership', Form: EndGrantForm },
  'sign-out': { title: 'Sign out everywhere', Form: SignOutForm },
} as const;

/** A dialog for one change of a member, once it is known how they are now. */
export function UserTaskDialog({ task, onClose }: { task: UserTask; onClose: () => void }) {
  const { data: details, error, isValidating, mutate: reload } = useUserDetails(task.userId);
  const { title, Form } = tasks[task.kind];
  return (
    <Dialog open onClose={onClose} title={title}>
      {error && !details ? (
        <ErrorState
          title="Error loading the user"
          message={errorText(error, 'Please try again.')}
          onRetry={isValidating ? undefined : () => void reload()}
        />
      ) : details ? (
        <Arrived>
          <Form details={details} onDone={onClose} />
        </Arrived>
      ) : (
        <div role="status">
          <span className="visually-hidden">Loading the user…</span>
          <Skeleton lines={5} />
        </div>
      )}
    </Dialog>
  );
}

/** What loads after its dialog has opened takes the focus, unless it was moved meanwhile, to the close button say. */
function Arrived({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement?.tagName === 'H2') root.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  return <div ref={root}>{children}</div>;
}
