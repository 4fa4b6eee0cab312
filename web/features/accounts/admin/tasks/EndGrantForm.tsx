import { EndGrantForm as Fields } from '#schema/accounts/admin-users.ts';
import { membershipLabels } from '#web/features/accounts/admin/membership-labels.ts';
import type { UserFormProps } from '#web/features/accounts/admin/tasks/user-task.ts';
import { userName } from '#web/features/accounts/admin/user-name.ts';
import { endGrant, readProfile } from '#web/features/accounts/admin/users-api.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';

export function EndGrantForm({ details: { profile, membership }, onDone }: UserFormProps) {
  const { base, refreshIfStale } = useVersioned(profile, () => readProfile(profile.id));
  return (
    <Form
      label="End membership"
      className="stack"
      schema={Fields}
      defaults={{ reason: '' }}
      send={async ({ reason }) => {
        await endGrant(profile.id, { reason, version: base.version });
        showToast({ title: 'Membership ended', description: `The membership granted to ${userName(profile)} has ended.`, tone: 'success' });
        onDone();
      }}
      failed="Couldn’t end the membership"
      onFailure={refreshIfStale}
    >
      <p>
        <strong>{userName(profile)}</strong>: {membershipLabels(membership)} It ends now, and the member gets an email. They keep their
        tokens and cards.
      </p>
      <FormField label="Reason" name="reason" autoComplete="off" maxLength={200} hint="For the audit log." data-autofocus />
      <FormActions pendingLabel="Ending…" className="danger" onCancel={onDone}>
        End membership
      </FormActions>
    </Form>
  );
}
