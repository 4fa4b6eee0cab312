import { valibotResolver } from '@hookform/resolvers/valibot';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { AdminUserProfile } from '#schema/admin/user-details.ts';
import { type EditUserRequest, EditUserForm as Fields } from '#schema/admin/users.ts';
import { Alert } from '#web/components/Alert.tsx';
import { Field } from '#web/components/Field.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { useToast } from '#web/components/Toast.tsx';
import { wasChangedMeanwhile } from '#web/features/admin/changed-meanwhile.ts';
import type { UserFormProps } from '#web/features/admin/users/UserTaskDialog.tsx';
import { userName } from '#web/features/admin/users/user-name.ts';
import { editUser, readUserAnew } from '#web/features/admin/users/users-api.ts';
import { useIsSuperAdmin } from '#web/lib/admin-session.ts';
import { applyFieldErrors, errorText } from '#web/lib/api.ts';

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

/** A member's profile. Only what was changed here is sent, so that two editors of different fields do not undo each other. */
export function EditUserForm({ details, onDone }: UserFormProps) {
  const toast = useToast();
  const isSuper = useIsSuperAdmin();
  const [failure, setFailure] = useState<string>();
  /** What somebody else has changed since this form was opened. */
  const [meanwhile, setMeanwhile] = useState<string[]>();
  // The member as this form knows them; what loads behind the dialog must not move the version unseen.
  const seen = useRef(details.profile);
  const { register, handleSubmit, reset, setError, formState } = useForm<Values, unknown, Partial<EditUserRequest>>({
    defaultValues: valuesOf(details.profile),
    resolver: valibotResolver(Fields) as never,
  });
  const { errors, isDirty, isSubmitting, dirtyFields } = formState;
  const field = (name: Name) => ({ label: labels[name], error: errors[name]?.message, autoComplete: 'off', ...register(name) });

  async function submit(profile: Partial<EditUserRequest>) {
    setFailure(undefined);
    setMeanwhile(undefined);
    const edited = Object.fromEntries(names.filter((name) => dirtyFields[name]).map((name) => [name, profile[name] ?? null]));
    try {
      const saved = await editUser(seen.current.id, { ...edited, version: seen.current.version });
      toast({ title: 'User updated', description: `${userName(saved.profile)} is saved.`, tone: 'success' });
      onDone();
    } catch (error) {
      if (wasChangedMeanwhile(error)) return lookAgain();
      if (!applyFieldErrors(error, setError)) setFailure(errorText(error, 'Please try again.'));
    }
  }

  /** Takes over what others have changed, but for the fields that were changed here too. */
  async function lookAgain() {
    try {
      const { profile } = await readUserAnew(seen.current.id);
      const [before, now] = [valuesOf(seen.current), valuesOf(profile)];
      setMeanwhile(names.filter((name) => before[name] !== now[name]).map((name) => `${labels[name]}: ${now[name] || '(empty)'}`));
      seen.current = profile;
      reset(now, { keepDirtyValues: true, keepErrors: true });
    } catch (error) {
      setFailure(errorText(error, 'Somebody else has changed this user in the meantime, and how could not be loaded.'));
    }
  }

  return (
    <form className="stack" noValidate onSubmit={handleSubmit(submit)} aria-label="Edit User">
      {failure !== undefined && (
        <Alert tone="error" title="The user was not saved">
          {failure}
        </Alert>
      )}
      {meanwhile && (
        <Alert tone="error" title="This user was changed by someone else in the meantime">
          {meanwhile.length > 0 && (
            <>
              Now it says:
              <ul>
                {meanwhile.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </>
          )}
          Nothing of yours is lost. Look it over, then save again.
        </Alert>
      )}
      <div className="form-row">
        <Field {...field('firstName')} data-autofocus />
        <Field {...field('lastName')} />
      </div>
      <div className="form-row">
        {isSuper ? (
          <Field
            {...field('email')}
            type="email"
            inputMode="email"
            hint={
              details.profile.emailVerified
                ? 'The new address is asked first: the email changes once its link is opened. The old one gets a link that undoes this.'
                : 'This address was never verified: the new one takes its place at once, and is asked to verify.'
            }
          />
        ) : (
          <Field label="Email" value={details.profile.email} disabled hint="Only a super administrator can change it" />
        )}
        <Field {...field('username')} optional />
      </div>
      <Field {...field('phone')} type="tel" optional />
      <Field {...field('address')} optional />
      <div className="form-row">
        <Field {...field('city')} optional />
        <Field {...field('state')} optional />
      </div>
      <div className="form-row">
        <Field {...field('zip')} optional />
        <Field {...field('country')} optional />
      </div>
      <div className="cluster">
        <SubmitButton pending={isSubmitting} pendingLabel="Saving…" disabled={!isDirty}>
          Save Changes
        </SubmitButton>
        <button type="button" className="secondary" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function valuesOf(profile: AdminUserProfile): Values {
  return Object.fromEntries(names.map((name) => [name, profile[name] ?? ''])) as Values;
}
