import { userName } from '#web/features/admin/users/user-name.ts';
import type { UserFormProps } from '#web/features/admin/users/user-task.ts';
import { signOutEverywhere } from '#web/features/admin/users/users-api.ts';
import { showToast } from '#web/lib/toast.ts';
import { Form } from '#web/ui/Form.tsx';
import { FormActions } from '#web/ui/form-inputs.tsx';

/** Asks before a member is signed out on all their devices. */
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
      failed="Nobody was signed out"
    >
      <p>
        <strong>{userName(profile)}</strong> is signed out on every device at once, and has to sign in again.
      </p>
      <FormActions pendingLabel="Signing out…" data-autofocus onCancel={onDone}>
        Sign out everywhere
      </FormActions>
    </Form>
  );
}
