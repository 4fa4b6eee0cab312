import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import '#web/components/account-forms/account-forms.css';
import type { AccountProfileForm, DashboardProfileForm } from '#schema/account.ts';
import type { User } from '#schema/user.ts';
import type { ProfileInput } from '#web/components/account-forms/account-api.ts';
import { Field } from '#web/components/Field.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { useToast } from '#web/components/Toast.tsx';
import { applyFieldErrors, errorText } from '#web/lib/api.ts';

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
  const { register, handleSubmit, reset, setError, formState } = useForm<Values, unknown, ProfileInput>({
    defaultValues: valuesOf(user),
    resolver: valibotResolver(schema as typeof AccountProfileForm) as never,
  });
  const { errors, isDirty, isSubmitting } = formState;
  const field = (name: keyof Values, label: string) => ({ label, error: errors[name]?.message, ...register(name) });

  async function submit(profile: ProfileInput) {
    try {
      const saved = await save(profile);
      setUser(saved);
      reset(valuesOf(saved));
      toast({ ...toasts.saved, tone: 'success' });
    } catch (error) {
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
        <Field {...field('email', 'Email')} type="email" inputMode="email" autoComplete="email" />
        <Field label="Username" value={user.username ?? ''} disabled hint="Username cannot be changed" />
      </div>
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
    phone: user.phone ?? '',
    address: user.address ?? '',
    city: user.city ?? '',
    state: user.state ?? '',
    zip: user.zip ?? '',
    country: user.country ?? '',
  };
}
