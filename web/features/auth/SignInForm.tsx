import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'wouter';
import { LoginRequest } from '#schema/account.ts';
import { Field } from '#web/components/Field.tsx';
import { PasswordField } from '#web/components/PasswordField.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { useToast } from '#web/components/Toast.tsx';
import { AuthAlert } from '#web/features/auth/AuthAlert.tsx';
import { signIn } from '#web/features/auth/api.ts';
import { applyFieldErrors, errorText } from '#web/lib/api.ts';
import { paths } from '#web/paths.ts';

/**
 * The Sign In tab; `knownEmail` fills the first field. Where the member goes afterwards is the route's business.
 * `method="dialog"` goes nowhere: sent by the browser itself, without this code, the password would be in the address.
 */
export function SignInForm({ knownEmail }: { knownEmail?: string | undefined }) {
  const toast = useToast();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, setError, setValue, formState } = useForm({
    resolver: valibotResolver(LoginRequest),
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  useEffect(() => {
    if (knownEmail !== undefined) setValue('email', knownEmail);
  }, [knownEmail, setValue]);

  const submit = handleSubmit(async (credentials) => {
    setFailure(undefined);
    try {
      await signIn(credentials);
    } catch (error) {
      const message = errorText(error, 'Error logging in with email/password');
      setFailure(message);
      toast({ title: 'Login failed', description: message, tone: 'error' });
      applyFieldErrors(error, setError);
    }
  });

  return (
    <form method="dialog" onSubmit={submit} noValidate aria-label="Sign In">
      <AuthAlert message={failure} />
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField label="Password" autoComplete="current-password" error={errors.password?.message} {...register('password')} />
      <p className="auth-forgot">
        <Link href={paths.forgotPassword}>Forgot your password?</Link>
      </p>
      <SubmitButton className="button-block" pending={isSubmitting} pendingLabel="Signing in…">
        Sign In
      </SubmitButton>
    </form>
  );
}
