import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'wouter';
import { AdminLoginRequest } from '#schema/admin/account.ts';
import { SignedInAdmin } from '#schema/admin/session.ts';
import { Alert } from '#web/components/Alert.tsx';
import { Field } from '#web/components/Field.tsx';
import { PasswordField } from '#web/components/PasswordField.tsx';
import { Spinner } from '#web/components/Spinner.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { useToast } from '#web/components/Toast.tsx';
import { returnTarget } from '#web/features/admin/session/return-to.ts';
import '#web/features/admin/session/login.css';
import { startAdminSession, useAdmin } from '#web/lib/admin-session.ts';
import { apiSend, applyFieldErrors, errorText } from '#web/lib/api.ts';

/** Sign-in of administrators, apart from the members'. Who is signed in already goes on at once. */
export function LoginPage() {
  const { admin, isLoading } = useAdmin();
  if (admin) return <SendOn />;
  if (isLoading) return <Spinner label="Checking who is there…" />;
  return (
    <div className="sheet admin-login">
      <header>
        <h1>Admin Login</h1>
        <p className="muted">For those who look after the cards, the tokens and the members.</p>
      </header>
      <LoginForm />
    </div>
  );
}

function LoginForm() {
  const toast = useToast();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: valibotResolver(AdminLoginRequest),
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  function fail(message: string) {
    setFailure(message);
    toast({ title: 'Login failed', description: message, tone: 'error' });
  }

  const submit = handleSubmit(async (credentials) => {
    setFailure(undefined);
    try {
      const isKept = startAdminSession(await apiSend('POST', '/api/admin/login', credentials, SignedInAdmin));
      if (!isKept) fail('Your browser refuses to keep the login. Allow this site to store data, then try again.');
    } catch (error) {
      fail(errorText(error, 'Login failed'));
      applyFieldErrors(error, setError);
    }
  });

  return (
    <form onSubmit={submit} noValidate aria-label="Admin Login">
      {failure && (
        <Alert tone="error" title="Login failed">
          {failure}
        </Alert>
      )}
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        required
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField label="Password" autoComplete="current-password" required error={errors.password?.message} {...register('password')} />
      <SubmitButton className="button-block" pending={isSubmitting} pendingLabel="Logging in...">
        Login
      </SubmitButton>
    </form>
  );
}

function SendOn() {
  const [, navigate] = useLocation();
  useEffect(() => navigate(returnTarget(history.state), { replace: true }), [navigate]);
  return <Spinner label="Taking you there…" />;
}
