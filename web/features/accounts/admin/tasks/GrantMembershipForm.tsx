import { GrantMembershipForm as Fields } from '#schema/accounts/admin-users.ts';
import { membershipPriceCents } from '#schema/rules.ts';
import { membershipLabels } from '#web/features/accounts/admin/membership-labels.ts';
import type { UserFormProps } from '#web/features/accounts/admin/tasks/user-task.ts';
import { userName } from '#web/features/accounts/admin/user-name.ts';
import { grantMembership, readProfile } from '#web/features/accounts/admin/users-api.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { date, formatDollars } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField, FormSelectField } from '#web/ui/forms/form-inputs.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

export function GrantMembershipForm({ details: { profile, membership }, onDone }: UserFormProps) {
  const { base, refreshIfStale } = useVersioned(profile, () => readProfile(profile.id));
  const isPremium = membership.tier === 'premium';

  if (['active', 'cancelling', 'grace'].includes(membership.state)) {
    return (
      <Alert tone="info" title="This member already pays for a membership">
        {membershipLabels(membership)} You can grant one after it ends.
      </Alert>
    );
  }
  return (
    <Form
      label="Upgrade Membership"
      className="stack"
      schema={Fields}
      defaults={{ tier: isPremium ? 'premium' : 'basic', reason: '' }}
      send={async (grant) => {
        const { tier, paidUntil } = (await grantMembership(profile.id, { ...grant, version: base.version })).membership;
        const description = `${userName(profile)} is ${tier}${paidUntil ? ` until ${date(paidUntil)}` : ''}.`;
        showToast({ title: 'Membership granted', description, tone: 'success' });
        onDone();
      }}
      failed="Couldn’t grant the membership"
      onFailure={refreshIfStale}
    >
      {({ watch }) => {
        const isExtension = membership.state === 'granted' && watch('tier') === membership.tier;
        return (
          <>
            <p>
              <strong>{userName(profile)}</strong>: {membershipLabels(membership)}
            </p>
            <FormSelectField label="Membership" name="tier" data-autofocus>
              {!isPremium && <option value="basic">Basic</option>}
              <option value="premium">Premium</option>
            </FormSelectField>
            <FormField label="Reason" name="reason" autoComplete="off" maxLength={200} hint="For the audit log." />
            <p className="muted">
              {isExtension ? 'Adds a year to the granted membership.' : 'Starts now and ends after a year.'} It’s worth{' '}
              {formatDollars(membershipPriceCents[watch('tier') === 'premium' ? 'premium' : 'basic'] / 100)}, is free of charge and earns no
              commission or keys. Any unpaid order for it is closed. The member gets an email.
            </p>
            <FormActions pendingLabel="Granting…" onCancel={onDone}>
              {isExtension ? 'Add a year' : 'Grant membership'}
            </FormActions>
          </>
        );
      }}
    </Form>
  );
}
