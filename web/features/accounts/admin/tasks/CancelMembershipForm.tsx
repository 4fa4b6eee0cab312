import { CancelMembershipForm as Fields } from '#schema/accounts/admin-users.ts';
import { membershipLabels } from '#web/features/accounts/admin/membership-labels.ts';
import type { UserFormProps } from '#web/features/accounts/admin/tasks/user-task.ts';
import { userName } from '#web/features/accounts/admin/user-name.ts';
import { cancelMembership, readProfile } from '#web/features/accounts/admin/users-api.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';

export function CancelMembershipForm({ details: { profile, membership }, onDone }: UserFormProps) {
  const { base, refreshIfStale } = useVersioned(profile, () => readProfile(profile.id));
  return (
    <Form
      label="Cancel subscription"
      className="stack"
      schema={Fields}
      defaults={{ reason: '' }}
      send={async ({ reason }) => {
        const after = await cancelMembership(profile.id, { reason, version: base.version });
        showToast({
          title: 'Subscription canceled',
          description: `${userName(profile)}: ${membershipLabels(after.membership)}`,
          tone: 'success',
        });
        onDone();
      }}
      failed="Couldn’t cancel the subscription"
      onFailure={refreshIfStale}
    >
      <p>
        <strong>{userName(profile)}</strong>: {membershipLabels(membership)}{' '}
        {membership.state === 'grace'
          ? 'The renewal is unpaid, so the membership ends now.'
          : 'The membership stays until the end of the paid year and then ends.'}{' '}
        Nothing is refunded, and the member gets an email.
      </p>
      <FormField label="Reason" name="reason" autoComplete="off" maxLength={200} hint="For the audit log." data-autofocus />
      <FormActions pendingLabel="Canceling…" className="danger" onCancel={onDone}>
        Cancel subscription
      </FormActions>
    </Form>
  );
}
