import type { AdminUserProfile } from '#schema/accounts/admin-user-details.ts';
import { EditUserForm as Fields } from '#schema/accounts/admin-users.ts';
import type { UserFormProps } from '#web/features/accounts/admin/tasks/user-task.ts';
import { userName } from '#web/features/accounts/admin/user-name.ts';
import { editUser, readProfile } from '#web/features/accounts/admin/users-api.ts';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { errorText } from '#web/lib/api-error.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { Form, type FormFailure } from '#web/ui/forms/Form.tsx';
import { bindInput, FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';

const FormCheckbox = bindInput(Checkbox);

const labels = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  username: 'Username',
  phone: 'Phone',
  address: 'Address',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  country: 'Country',
} as const;
type Name = keyof typeof labels;
const names = Object.keys(labels) as Name[];
type Values = Record<Name, string>;

/** Sends only the fields that changed so that two administrators who edit different fields do not overwrite each other. */
export function EditUserForm({ details: { profile }, onDone }: UserFormProps) {
  const isSuper = useIsSuperAdmin();
  const { base, refreshIfStale } = useVersioned(profile, () => readProfile(profile.id));
  const field = (name: Name) => ({ label: labels[name], name, autoComplete: 'off' });

  async function explain(error: unknown): Promise<FormFailure> {
    try {
      const latest = await refreshIfStale(error);
      if (latest) {
        return { title: 'Someone else changed this user', text: <ConcurrentChanges before={base} now={latest} /> };
      }
      return { title: 'Couldn’t save the user', text: errorText(error, 'Please try again.') };
    } catch (readError) {
      const text = errorText(readError, 'Someone else changed this user, and the changes could not be loaded. Please reload the page.');
      return { title: 'Couldn’t save the user', text };
    }
  }

  return (
    <Form
      label="Edit User"
      className="stack"
      schema={Fields}
      // Updates the form with concurrent changes, except in fields that the administrator has edited here.
      values={{ ...toFormValues(base), reason: '', isStolen: profile.deletionRequestedAt !== null }}
      send={async (values, { formState: { dirtyFields } }) => {
        const editedValues = Object.fromEntries(names.filter((name) => dirtyFields[name]).map((name) => [name, values[name] ?? null]));
        const change = { ...(values.reason && { reason: values.reason }), ...(values.isStolen && { isStolen: true }) };
        const updatedProfile = await editUser(base.id, { ...editedValues, ...change, version: base.version });
        showToast({ title: 'User updated', description: `Changes to ${userName(updatedProfile.profile)} were saved.`, tone: 'success' });
        onDone();
      }}
      failed={explain}
    >
      <div className="form-row">
        <FormField {...field('firstName')} data-autofocus />
        <FormField {...field('lastName')} />
      </div>
      <div className="form-row">
        {isSuper ? (
          <FormField
            {...field('email')}
            type="email"
            inputMode="email"
            hint={
              profile.emailVerified
                ? 'To change it, the member must open the link sent to the new address. The old address gets a link to undo the change.'
                : 'This email was never verified, so it changes right away. The new address gets a verification link.'
            }
          />
        ) : (
          <Field label="Email" value={profile.email} disabled hint="Only a super administrator can change it" />
        )}
        <FormField {...field('username')} optional />
      </div>
      {isSuper && (
        <FormField
          label="Reason for a new email"
          name="reason"
          autoComplete="off"
          maxLength={200}
          hint="Required to change the email. The other super administrators get it by email."
        />
      )}
      {isSuper && (
        <FormCheckbox
          label="The account was stolen"
          name="isStolen"
          hint={`The email changes at once, the old address can’t undo it, everyone is signed out, and all ways to sign in are removed.${
            profile.deletionRequestedAt ? ' The deletion of the account is canceled.' : ''
          }`}
        />
      )}
      <FormField {...field('phone')} type="tel" optional />
      <FormField {...field('address')} optional />
      <div className="form-row">
        <FormField {...field('city')} optional />
        <FormField {...field('state')} optional />
      </div>
      <div className="form-row">
        <FormField {...field('zip')} optional />
        <FormField {...field('country')} optional />
      </div>
      <p className="muted small">The member gets an email listing the changes.</p>
      <FormActions pendingLabel="Saving…" requiresChange onCancel={onDone}>
        Save Changes
      </FormActions>
    </Form>
  );
}

/** Lists the fields that someone else changed after the form was loaded. */
function ConcurrentChanges({ before, now }: { before: AdminUserProfile; now: AdminUserProfile }) {
  const [old, latest] = [toFormValues(before), toFormValues(now)];
  const changedNames = names.filter((name) => old[name] !== latest[name]);
  return (
    <>
      {changedNames.length > 0 && (
        <>
          Current values:
          <ul>
            {changedNames.map((name) => (
              <li key={name}>{`${labels[name]}: ${latest[name] || '(empty)'}`}</li>
            ))}
          </ul>
        </>
      )}
      Your changes are still in the form. Check them, then save again.
    </>
  );
}

function toFormValues(profile: AdminUserProfile): Values {
  return Object.fromEntries(names.map((name) => [name, profile[name] ?? ''])) as Values;
}
