import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { AuthAlert } from '#web/features/accounts/sign-in/AuthAlert.tsx';
import { useLightForm } from '#web/lib/light-form.ts';
import { paths } from '#web/lib/paths.ts';
import { importWithRetry } from '#web/lib/react/page.tsx';
import { showToast } from '#web/lib/react/toast.ts';
import { Field } from '#web/ui/forms/Field.tsx';
import { PasswordField } from '#web/ui/forms/PasswordField.tsx';
import { SubmitButton } from '#web/ui/forms/SubmitButton.tsx';

/** `knownEmail` prefills the email field. The route redirects after the sign-in. */
export function SignInForm({ knownEmail }: { knownEmail?: string | undefined }) {
  const { form, errors, failure, isPending, fill } = useLightForm({
    load: loadSubmitHandler,
    showsFailureTwice: true,
    onFailure: (description) => showToast({ title: t`Login failed`, description, tone: 'error' }),
  });

  useEffect(() => {
    if (knownEmail !== undefined) fill('email', knownEmail, { isOverwriting: true });
  }, [knownEmail, fill]);

  return (
    <form {...form} aria-label={t`Sign In`}>
      <AuthAlert message={failure} />
      <Field
        label={t`Email`}
        name="email"
        type="email"
        autoComplete="username webauthn"
        inputMode="email"
        autoCapitalize="none"
        error={errors.email}
      />
      <PasswordField label={t`Password`} name="password" autoComplete="current-password" error={errors.password} />
      <p className="auth-forgot">
        <Link href={paths.forgotPassword}>{t`Forgot your password?`}</Link>
      </p>
      <SubmitButton className="button-block" pending={isPending} pendingLabel={t`Signing in…`}>
        {t`Sign In`}
      </SubmitButton>
    </form>
  );
}

const loadSubmitHandler = async () => (await importWithRetry(() => import('#web/features/accounts/sign-in/send-auth-forms.ts'))).sendSignIn;
