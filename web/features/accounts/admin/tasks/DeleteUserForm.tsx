import type { AdminUserDetails } from '#schema/accounts/admin-user-details.ts';
import { DeleteUserForm as Fields } from '#schema/accounts/admin-users.ts';
import type { UserFormProps } from '#web/features/accounts/admin/tasks/user-task.ts';
import { userName } from '#web/features/accounts/admin/user-name.ts';
import { deleteUser, readProfile } from '#web/features/accounts/admin/users-api.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { dollarsFrom, number, plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';

/** Shows what is lost and requires the member's email to be typed. */
export function DeleteUserForm({ details, onDone }: UserFormProps) {
  const { profile } = details;
  const { seen, catchUp } = useVersioned(profile, () => readProfile(profile.id));
  return (
    <Form
      label="Delete the account"
      className="stack"
      schema={Fields}
      defaults={{ reason: '', email: '' }}
      send={async (typed) => {
        await deleteUser(profile.id, { ...typed, version: seen.version });
        showToast({ title: 'Being deleted', description: `${userName(profile)} is signed out, and told by mail.`, tone: 'success' });
        onDone();
      }}
      failed="The account was not deleted"
      onFailure={catchUp}
    >
      <p>
        What happens to <strong>{userName(profile)}</strong> ({profile.email}), as if they had asked in their account:
      </p>
      <ul>
        {lossesOf(details).map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
      <FormField
        label="Reason"
        name="reason"
        autoComplete="off"
        maxLength={200}
        hint="How they asked. It goes into the audit log."
        data-autofocus
      />
      <FormField
        label="The member’s email, to confirm"
        name="email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        hint={`Type ${profile.email}`}
      />
      <FormActions pendingLabel="Deleting…" className="danger" onCancel={onDone}>
        Delete the account
      </FormActions>
    </Form>
  );
}

/** Only the newest certificates and earnings are known here. */
function lossesOf({ profile, membership, certificates, commissions, chests, cards }: AdminUserDetails): string[] {
  const stays = certificates.rows.filter(({ status }) => status === 'active' || status === 'activated').length;
  const waiting = ({ status }: { status: string }) => status === 'pending' || status === 'held';
  const owed = [...commissions.rows, ...chests.rows].filter(waiting).reduce((sum, { amount }) => sum + amount, 0) / 100;
  return [
    'They are signed out everywhere at once and told by mail. Personal data is erased within 30 days; nameless records of payments stay.',
    ...(membership.state === 'free' ? [] : ['Their membership ends now. A running subscription is cancelled, and nothing is paid back.']),
    ...(profile.tokenBalance > 0 ? [`${plural(profile.tokenBalance, 'Treasure Token')} can be redeemed no more.`] : []),
    ...(stays > 0
      ? [`${plural(stays, 'certificate')} cannot be activated or looked up by them any more. A stay that is booked stays booked.`]
      : []),
    ...(owed > 0 ? [`${dollarsFrom(owed)} of earnings that are not paid are given up: held, and in no payout run.`] : []),
    ...(cards.total.count > 0 ? [`${number(cards.total.count)} Cache Cards belong to nobody then, and leave the map at once.`] : []),
  ];
}
