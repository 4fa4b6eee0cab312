import { GrantMembershipForm as Fields } from '#schema/accounts/admin-users.ts';
import { membershipLabels } from '#web/features/accounts/admin/membership-labels.ts';
import type { UserFormProps } from '#web/features/accounts/admin/tasks/user-task.ts';
import { userName } from '#web/features/accounts/admin/user-name.ts';
import { grantMembership, readProfile } from '#web/features/accounts/admin/users-api.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { date } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField, FormSelectField } from '#web/ui/forms/form-inputs.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

export function GrantMembershipForm({ details: { profile, membership }, onDone }: UserFormProps) {
  const { seen, catchUp } = useVersioned(profile, () => readProfile(profile.id));
  const isBetter = membership.tier === 'premium';

  if (['active', 'cancelling', 'grace'].includes(membership.state)) {
    return (
      <Alert tone="info" title="A paid membership is running">
        {membershipLabels(membership)} No membership can be given while a member pays for one.
      </Alert>
    );
  }
  return (
    <Form
      label="Upgrade Membership"
      className="stack"
      schema={Fields}
      defaults={{ tier: isBetter ? 'premium' : 'basic', reason: '' }}
      send={async (grant) => {
        const { tier, paidUntil } = (await grantMembership(profile.id, { ...grant, version: seen.version })).membership;
        const description = `${userName(profile)} is ${tier}${paidUntil ? ` until ${date(paidUntil)}` : ''}.`;
        showToast({ title: 'Membership given', description, tone: 'success' });
        onDone();
      }}
      failed="No membership was given"
      onFailure={catchUp}
    >
      {({ watch }) => {
        const isExtension = membership.state === 'granted' && watch('tier') === membership.tier;
        return (
          <>
            <p>
              <strong>{userName(profile)}</strong>: {membershipLabels(membership)}
            </p>
            <FormSelectField label="Membership" name="tier" data-autofocus>
              {!isBetter && <option value="basic">Basic</option>}
              <option value="premium">Premium</option>
            </FormSelectField>
            <FormField label="Reason" name="reason" autoComplete="off" maxLength={200} hint="For the audit log." />
            <p className="muted">
              {isExtension ? 'One more year is added to what was given.' : 'It begins now and ends after a year by itself.'} Nothing is
              charged, and it earns neither commission nor keys. An unpaid order for it is closed. The member is told by mail.
            </p>
            <FormActions pendingLabel="Giving…" onCancel={onDone}>
              {isExtension ? 'Add a year' : 'Give membership'}
            </FormActions>
          </>
        );
      }}
    </Form>
  );
}
