import { AdminProfileRequest } from '#schema/admin/account.ts';
import type { Admin } from '#schema/admin/session.ts';
import { permissionDeniedText, saveProfile } from '#web/features/admin/account/account-api.ts';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { leaveAdminArea, renewAdminSession } from '#web/features/admin/session/admin-session.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormField, FormSubmit } from '#web/ui/forms/form-inputs.tsx';

/** Edits the administrator's profile. Changing the email address ends the session. */
export function ProfileSection({ admin }: { admin: Admin }) {
  return (
    <section className="sheet" aria-labelledby="profile-information">
      <h2 id="profile-information">Profile Information</h2>
      <Form
        labelledBy="profile-information"
        schema={AdminProfileRequest}
        defaults={toFormValues(admin)}
        send={async (profile, { reset }) => {
          const { token, admin: saved, message } = await saveProfile(profile);
          if (token === undefined) {
            leaveAdminArea();
          } else {
            renewAdminSession({ token, admin: saved });
            reset(toFormValues(saved));
            void reloadLists('/api/admin/administrators');
          }
          showToast({ title: 'Profile updated', description: message, tone: 'success' });
        }}
        failed={(error) => {
          const description = permissionDeniedText(error, 'An error occurred while updating your profile');
          showToast({ title: 'Update failed', description, tone: 'error' });
          return null;
        }}
        onInvalid={(message = 'All fields are required') => showToast({ title: 'Validation Error', description: message, tone: 'error' })}
      >
        <div className="form-row">
          <FormField label="First name" name="firstName" autoComplete="given-name" />
          <FormField label="Last name" name="lastName" autoComplete="family-name" />
        </div>
        <FormField
          label="Email address"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          hint="Changing your email requires signing in again."
        />
        <FormSubmit pendingLabel="Updating…">Update profile</FormSubmit>
      </Form>
    </section>
  );
}

function toFormValues({ firstName, lastName, email }: Admin) {
  return { firstName: firstName ?? '', lastName: lastName ?? '', email };
}
