import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import { AdminProfileRequest } from '#schema/admin/account.ts';
import type { Admin } from '#schema/admin/session.ts';
import { reloadLists } from '#web/components/data-table/list-data.ts';
import { Field } from '#web/components/Field.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { useToast } from '#web/components/Toast.tsx';
import { refusalText, saveProfile } from '#web/features/admin/account/account-api.ts';
import { firstError } from '#web/features/admin/account/first-error.ts';
import { leaveAdminArea, renewAdminSession } from '#web/lib/admin-session.ts';
import { applyFieldErrors } from '#web/lib/api.ts';

/** Names and e-mail of the signed-in administrator. A changed e-mail ends the session. */
export function ProfileSection({ admin }: { admin: Admin }) {
  const toast = useToast();
  const { register, handleSubmit, reset, setError, formState } = useForm({
    resolver: valibotResolver(AdminProfileRequest),
    defaultValues: valuesOf(admin),
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(
    async (profile) => {
      try {
        const { token, admin: saved, message } = await saveProfile(profile);
        if (token === undefined) {
          leaveAdminArea();
        } else {
          renewAdminSession({ token, admin: saved });
          reset(valuesOf(saved));
          void reloadLists('/api/admin/administrators');
        }
        toast({ title: 'Profile updated', description: message, tone: 'success' });
      } catch (error) {
        applyFieldErrors(error, setError);
        const description = refusalText(error, 'An error occurred while updating your profile');
        toast({ title: 'Update failed', description, tone: 'error' });
      }
    },
    (invalid) => toast({ title: 'Validation Error', description: firstError(invalid) ?? 'All fields are required', tone: 'error' }),
  );

  return (
    <section className="sheet" aria-labelledby="profile-information">
      <h2 id="profile-information">Profile Information</h2>
      <form onSubmit={submit} noValidate aria-labelledby="profile-information">
        <div className="form-row">
          <Field label="First name" autoComplete="given-name" error={errors.firstName?.message} {...register('firstName')} />
          <Field label="Last name" autoComplete="family-name" error={errors.lastName?.message} {...register('lastName')} />
        </div>
        <Field
          label="Email address"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          hint="Changing your email requires signing in again."
          error={errors.email?.message}
          {...register('email')}
        />
        <SubmitButton pending={isSubmitting} pendingLabel="Updating…">
          Update profile
        </SubmitButton>
      </form>
    </section>
  );
}

function valuesOf({ firstName, lastName, email }: Admin) {
  return { firstName: firstName ?? '', lastName: lastName ?? '', email };
}
