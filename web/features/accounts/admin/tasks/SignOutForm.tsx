import type { UserFormProps } from '#web/features/accounts/admin/tasks/user-task.ts';
import { userName } from '#web/features/accounts/admin/user-name.ts';
import { signOutEverywhere } from '#web/features/accounts/admin/users-api.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions } from '#web/ui/forms/form-inputs.tsx';

export function SignOutForm({ details: { profile }, onDone }: UserFormProps) {
  return (
    <Form
      label="Sign out everywhere"
      className="stack"
      send={async () => {
        await signOutEverywhere(profile.id);
        showToast({ title: 'Signed out', description: `${userName(profile)} is signed out everywhere.`, tone: 'success' });
        onDone();
      }}
      failed="Couldn’t sign out the user"
    >
      <p>
        <strong>{userName(profile)}</strong> will be signed out on every device. Pending changes, and passkeys added in the last 30 days,
        are removed.
      </p>
      <FormActions pendingLabel="Signing out…" data-autofocus onCancel={onDone}>
        Sign out everywhere
      </FormActions>
    </Form>
  );
}
