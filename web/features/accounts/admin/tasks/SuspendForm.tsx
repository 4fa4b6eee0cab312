import { SuspendForm as Fields } from '#schema/accounts/admin-users.ts';
import type { UserFormProps } from '#web/features/accounts/admin/tasks/user-task.ts';
import { userName } from '#web/features/accounts/admin/user-name.ts';
import { readProfile, suspendUser } from '#web/features/accounts/admin/users-api.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';

export function SuspendForm({ details: { profile }, onDone }: UserFormProps) {
  const { seen, catchUp } = useVersioned(profile, () => readProfile(profile.id));
  return (
    <Form
      label="Suspend user"
      className="stack"
      schema={Fields}
      defaults={{ reason: '' }}
      send={async ({ reason }) => {
        await suspendUser(profile.id, { reason, version: seen.version });
        showToast({ title: 'Suspended', description: `${userName(profile)} is signed out and cannot sign in.`, tone: 'success' });
        onDone();
      }}
      failed="Nobody was suspended"
      onFailure={catchUp}
    >
      <p>
        What happens to <strong>{userName(profile)}</strong> at once, until you let them back:
      </p>
      <ul>
        <li>They are signed out everywhere. Signing in tells them the reason and how to write to us; a mail does too.</li>
        <li>They cannot scan, order, redeem or activate. Payouts wait, and so do bookings and deadlines of their certificates.</li>
        <li>Finds of their cards still pay both sides. A paid membership goes on renewing.</li>
      </ul>
      <FormField
        label="Reason"
        name="reason"
        autoComplete="off"
        maxLength={300}
        hint="The member reads it word for word; it goes into the audit log too."
        data-autofocus
      />
      <FormActions pendingLabel="Suspending…" className="danger" onCancel={onDone}>
        Suspend
      </FormActions>
    </Form>
  );
}
