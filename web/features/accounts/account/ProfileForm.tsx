import { t } from '@lingui/core/macro';
import { useState } from 'react';
import '#web/features/accounts/account/account-forms.css';
import type { AccountProfileForm, DashboardProfileForm } from '#schema/accounts/account.ts';
import { inNameOrder } from '#schema/accounts/name-order.ts';
import type { User } from '#schema/accounts/user.ts';
import type { ProfileInput } from '#web/features/accounts/account/account-api.ts';
import { PendingEmail } from '#web/features/accounts/account/PendingEmail.tsx';
import { ProofOfIdentity } from '#web/features/accounts/account/ProofOfIdentity.tsx';
import { setUser } from '#web/features/accounts/session/user-store.ts';
import { identityProof } from '#web/lib/api/identity-proof.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { getLanguage } from '#web/lib/words/words.ts';
import { Field } from '#web/ui/forms/Field.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormField, FormSubmit } from '#web/ui/forms/form-inputs.tsx';

interface ProfileFormProps {
  user: User;
  schema: typeof DashboardProfileForm | typeof AccountProfileForm;
  save: (profile: ProfileInput) => Promise<User>;
  toasts: { saved: { title: string; description?: string }; failed: string };
  savesOnlyChanges?: boolean;
}

export function ProfileForm({ user, schema, save, toasts, savesOnlyChanges = false }: ProfileFormProps) {
  const [isProofRequired, setIsProofRequired] = useState(false);
  const isNew = (email: string) => email.trim().toLowerCase() !== user.email.toLowerCase();
  /** Whether a stored first or last name would be replaced. */
  const isRenamed = (names: { firstName?: string | null; lastName?: string | null }) =>
    (['firstName', 'lastName'] as const).some((name) => user[name] && (names[name] ?? '').trim() !== user[name]);
  const requiresIdentityProof = (profile: { email: string; firstName?: string | null; lastName?: string | null }) =>
    isRenamed(profile) || (isNew(profile.email) && (user.emailVerified || isProofRequired));

  return (
    <Form
      label={t`Profile Information`}
      draft="profile"
      className="account-form"
      schema={schema as typeof AccountProfileForm}
      // Updates the form with changes made on other devices, without overwriting what the member is typing.
      values={toFormValues(user)}
      send={async ({ currentPassword, ...profile }, { reset }) => {
        const saved = await save({ ...profile, ...(requiresIdentityProof(profile) && identityProof(currentPassword)) });
        setUser(saved);
        reset(toFormValues(saved), { keepDirtyValues: false });
        setIsProofRequired(false);
        const newEmail = isNew(profile.email) ? saved.pendingEmail : null;
        showToast({
          ...toasts.saved,
          ...(newEmail !== null && { description: t`Open the link we sent to ${newEmail} to finish the change.` }),
          tone: 'success',
        });
      }}
      onFailure={(error) => {
        if (error instanceof ApiError && error.status === 403) setIsProofRequired(true);
      }}
      failed={toasts.failed}
      fallback={t`Failed to update profile`}
      failsInToast
    >
      {({ watch }) => (
        <>
          <div className="form-row">
            {inNameOrder(
              getLanguage(),
              <FormField key="firstName" label={t`First name`} name="firstName" autoComplete="given-name" />,
              <FormField key="lastName" label={t`Last name`} name="lastName" autoComplete="family-name" />,
            )}
          </div>
          <div className="form-row">
            <FormField
              label={t`Email`}
              name="email"
              type="email"
              inputMode="email"
              autoComplete="email"
              hint={
                isNew(watch('email')) && user.emailVerified
                  ? t`We’ll send a link to the new address. Open it to confirm the change.`
                  : undefined
              }
            />
            <Field label={t`Username`} value={user.username ?? ''} disabled hint={t`Username cannot be changed`} />
          </div>
          {requiresIdentityProof(watch()) && <ProofOfIdentity user={user} />}
          <PendingEmail user={user} />
          <FormField label={t`Phone`} name="phone" type="tel" autoComplete="tel" optional />
          <FormField label={t`Address`} name="address" autoComplete="street-address" optional />
          <div className="form-row">
            <FormField label={t`City`} name="city" autoComplete="address-level2" optional />
            <FormField label={t`State`} name="state" autoComplete="address-level1" optional />
          </div>
          <div className="form-row">
            <FormField label={t`ZIP code`} name="zip" autoComplete="postal-code" optional />
            <FormField label={t`Country`} name="country" autoComplete="country-name" optional />
          </div>
          <FormSubmit pendingLabel={t`Saving…`} requiresChange={savesOnlyChanges}>{t`Save Changes`}</FormSubmit>
        </>
      )}
    </Form>
  );
}

function toFormValues(user: User) {
  return {
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    email: user.email,
    currentPassword: '',
    phone: user.phone ?? '',
    address: user.address ?? '',
    city: user.city ?? '',
    state: user.state ?? '',
    zip: user.zip ?? '',
    country: user.country ?? '',
  };
}
