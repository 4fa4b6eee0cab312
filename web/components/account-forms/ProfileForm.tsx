import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import '#web/components/account-forms/account-forms.css';
import type { AccountProfileForm, DashboardProfileForm } from '#schema/account.ts';
import type { User } from '#schema/user.ts';
import type { ProfileInput } from '#web/components/account-forms/account-api.ts';
import { PendingEmail } from '#web/components/account-forms/PendingEmail.tsx';
import { ProofForNewEmail } from '#web/components/account-forms/ProofForNewEmail.tsx';
import { Field } from '#web/components/Field.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { useToast } from '#web/components/Toast.tsx';
import { ApiError, applyFieldErrors, errorText } from '#web/lib/api.ts';
import { setUser } from '#web/lib/session.ts';

interface ProfileFormProps {
  user: User;
  schema: typeof DashboardProfileForm | typeof AccountProfileForm;
  save: (profile: ProfileInput) => Promise<User>;
  toasts: { saved: { title: string; description?: string }; failed: string };
  /** Whether Save waits for a change. */
  savesOnlyChanges?: boolean;
}

type Values = Record<keyof ReturnType<typeof valuesOf>, string>;

/** Names, e-mail and address of the member. Each page brings its own rules and wording. */
export function ProfileForm({ user, schema, save, toasts, savesOnlyChanges = false }: ProfileFormProps) {
  const toast = useToast();
  /** The server wants to know who it is. */
  const [isProofAsked, setProofAsked] = useState(false);
  const { register, handleSubmit, reset, setError, formState, watch } = useForm<Values, unknown, ProfileInput>({
    // A change that was confirmed elsewhere shows here too; what is being typed stays.
    values: valuesOf(user),
    resetOptions: { keepDirtyValues: true },
    resolver: valibotResolver(schema as typeof AccountProfileForm) as never,
  });
  const { errors, isDirty, isSubmitting } = formState;
  const field = (name: keyof Values, label: string) => ({ label, error: errors[name]?.message, ...register(name) });

  const isNewAddress = watch('email').trim().toLowerCase() !== user.email.toLowerCase();
  const needsProof = isNewAddress && (user.emailVerified || isProofAsked);

  async function submit({ currentPassword, ...profile }: ProfileInput) {
    try {
      const saved = await save({ ...profile, ...(needsProof && currentPassword && { currentPassword }) });
      setUser(saved);
      reset(valuesOf(saved), { keepDirtyValues: false });
      setProofAsked(false);
      const isAsked = isNewAddress && saved.pendingEmail !== null;
      toast({
        ...toasts.saved,
        ...(isAsked && { description: `Please open the link that we have sent to ${saved.pendingEmail}.` }),
        tone: 'success',
      });
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) setProofAsked(true);
      applyFieldErrors(error, setError);
      toast({ title: toasts.failed, description: errorText(error, 'Failed to update profile'), tone: 'error' });
    }
  }

  return (
    <form className="account-form" noValidate onSubmit={handleSubmit(submit)} aria-label="Profile Information">
      <div className="form-row">
        <Field {...field('firstName', 'First name')} autoComplete="given-name" />
        <Field {...field('lastName', 'Last name')} autoComplete="family-name" />
      </div>
      <div className="form-row">
        <Field
          {...field('email', 'Email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          hint={isNewAddress && user.emailVerified ? 'We send a link there: your email changes once you have opened it.' : undefined}
        />
        <Field label="Username" value={user.username ?? ''} disabled hint="Username cannot be changed" />
      </div>
      {needsProof && <ProofForNewEmail user={user} error={errors.currentPassword?.message} {...register('currentPassword')} />}
      <PendingEmail user={user} />
      <Field {...field('phone', 'Phone')} type="tel" autoComplete="tel" optional />
      <Field {...field('address', 'Address')} autoComplete="street-address" optional />
      <div className="form-row">
        <Field {...field('city', 'City')} autoComplete="address-level2" optional />
        <Field {...field('state', 'State')} autoComplete="address-level1" optional />
      </div>
      <div className="form-row">
        <Field {...field('zip', 'ZIP code')} autoComplete="postal-code" optional />
        <Field {...field('country', 'Country')} autoComplete="country-name" optional />
      </div>
      <SubmitButton pending={isSubmitting} pendingLabel="Saving…" disabled={savesOnlyChanges && !isDirty}>
        Save Changes
      </SubmitButton>
    </form>
  );
}

function valuesOf(user: User) {
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
