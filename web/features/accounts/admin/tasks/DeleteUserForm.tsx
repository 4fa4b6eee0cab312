import type { AdminUserDetails } from '#schema/accounts/admin-user-details.ts';
import { DeleteUserForm as Fields } from '#schema/accounts/admin-users.ts';
import type { UserFormProps } from '#web/features/accounts/admin/tasks/user-task.ts';
import { sumUnpaidDollars } from '#web/features/accounts/admin/unpaid-earnings.ts';
import { userName } from '#web/features/accounts/admin/user-name.ts';
import { deleteUser, readProfile } from '#web/features/accounts/admin/users-api.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { formatDollars, plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';

/** Lists everything that the member will lose. To confirm, the administrator types the member's email. */
export function DeleteUserForm({ details, onDone }: UserFormProps) {
  const { profile } = details;
  const { base, refreshIfStale } = useVersioned(profile, () => readProfile(profile.id));
  return (
    <Form
      label="Delete account"
      className="stack"
      schema={Fields}
      defaults={{ reason: '', email: '' }}
      send={async (values) => {
        await deleteUser(profile.id, { ...values, version: base.version });
        showToast({ title: 'Deletion started', description: `${userName(profile)} is signed out and gets an email.`, tone: 'success' });
        onDone();
      }}
      failed="Couldn’t delete the account"
      onFailure={refreshIfStale}
    >
      <p>
        This deletes <strong>{userName(profile)}</strong> ({profile.email}), as if they had requested it themselves:
      </p>
      <ul>
        {listLosses(details).map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
      <FormField
        label="Reason"
        name="reason"
        autoComplete="off"
        maxLength={200}
        hint="How did the member request this? Saved in the audit log."
        data-autofocus
      />
      <FormField
        label="Member’s email"
        name="email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        hint={`To confirm, type ${profile.email}.`}
      />
      <FormActions pendingLabel="Deleting…" className="danger" onCancel={onDone}>
        Delete account
      </FormActions>
    </Form>
  );
}

/** Returns one line for each thing that the member will lose. Covers only the newest certificates and earnings. */
function listLosses({ profile, membership, certificates, commissions, chests, cards }: AdminUserDetails): string[] {
  const openStays = certificates.rows.filter(({ status }) => status === 'active' || status === 'activated').length;
  const owedDollars = sumUnpaidDollars({ commissions, chests });
  return [
    'They are signed out everywhere and get an email. Personal data is erased within 30 days; anonymous payment records stay.',
    ...(membership.state === 'free' ? [] : ['Their membership ends now. A subscription is canceled without a refund.']),
    ...(profile.tokenBalance > 0 ? [`${plural(profile.tokenBalance, 'Treasure Token')} can no longer be redeemed.`] : []),
    ...(openStays > 0 ? [`They can no longer see or activate ${plural(openStays, 'certificate')}. Booked stays remain booked.`] : []),
    ...(owedDollars > 0 ? [`They forfeit ${formatDollars(owedDollars)} in unpaid earnings.`] : []),
    ...(cards.total.count > 0
      ? [`${plural(cards.total.count, 'Cache Card is', 'Cache Cards are')} taken off the map and left without an owner.`]
      : []),
  ];
}
