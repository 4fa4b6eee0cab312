import { SuspendForm as Fields } from '#schema/accounts/admin-users.ts';
import type { UserFormProps } from '#web/features/accounts/admin/tasks/user-task.ts';
import { describePayouts } from '#web/features/accounts/admin/unpaid-earnings.ts';
import { userName } from '#web/features/accounts/admin/user-name.ts';
import { readProfile, suspendUser } from '#web/features/accounts/admin/users-api.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';

export function SuspendForm({ details, onDone }: UserFormProps) {
  const { profile } = details;
  const { base, refreshIfStale } = useVersioned(profile, () => readProfile(profile.id));
  return (
    <Form
      label="Suspend user"
      className="stack"
      schema={Fields}
      defaults={{ reason: '' }}
      send={async ({ reason }) => {
        await suspendUser(profile.id, { reason, version: base.version });
        showToast({ title: 'Suspended', description: `${userName(profile)} is signed out and cannot sign in.`, tone: 'success' });
        onDone();
      }}
      failed="Couldn’t suspend the user"
      onFailure={refreshIfStale}
    >
      <p>
        Until you reinstate <strong>{userName(profile)}</strong>:
      </p>
      <ul>
        <li>They are signed out everywhere. The sign-in page and an email tell them why and how to contact us.</li>
        <li>
          They can’t scan, order, redeem or activate. Bookings and certificate deadlines are paused. {describePayouts(details, 'stop')}
        </li>
        <li>Their cards come off the map. Finds still pay the finder, but the owner earns nothing from them, even after reinstatement.</li>
        <li>A paid membership keeps renewing.</li>
      </ul>
      <FormField
        label="Reason"
        name="reason"
        autoComplete="off"
        maxLength={300}
        hint="The member sees this exact text. Also saved in the audit log."
        data-autofocus
      />
      <FormActions pendingLabel="Suspending…" className="danger" onCancel={onDone}>
        Suspend
      </FormActions>
    </Form>
  );
}
