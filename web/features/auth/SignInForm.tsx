import { useEffect } from 'react';
import { Link } from 'wouter';
import { Field } from '#web/components/Field.tsx';
import { PasswordField } from '#web/components/PasswordField.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { useToast } from '#web/components/Toast.tsx';
import { AuthAlert } from '#web/features/auth/AuthAlert.tsx';
import { usePlainForm } from '#web/lib/plain-form.ts';
import { paths } from '#web/paths.ts';

/** The Sign In tab; `knownEmail` fills the first field. Where the member goes afterwards is the route's business. */
export function SignInForm({ knownEmail }: { knownEmail?: string | undefined }) {
  const toast = useToast();
  const { form, errors, failure, isPending, fill } = usePlainForm({
    load: loadSending,
    isToldTwice: true,
    onFailure: (description) => toast({ title: 'Login failed', description, tone: 'error' }),
  });

  useEffect(() => {
    if (knownEmail !== undefined) fill('email', knownEmail, { isOverwriting: true });
  }, [knownEmail, fill]);

  return (
    <form {...form} aria-label="Sign In">
      <AuthAlert message={failure} />
      <Field label="Email" name="email" type="email" autoComplete="username" inputMode="email" autoCapitalize="none" error={errors.email} />
      <PasswordField label="Password" name="password" autoComplete="current-password" error={errors.password} />
      <p className="auth-forgot">
        <Link href={paths.forgotPassword}>Forgot your password?</Link>
      </p>
      <SubmitButton className="button-block" pending={isPending} pendingLabel="Signing in…">
        Sign In
      </SubmitButton>
    </form>
  );
}

const loadSending = async () => (await import('#web/features/auth/sending.ts')).sendSignIn;
