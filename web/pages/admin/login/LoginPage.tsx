import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { AdminLoginRequest } from '#schema/admin/account.ts';
import { SignedInAdmin } from '#schema/admin/session.ts';
import { getReturnTarget } from '#web/features/admin/session/return-target.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormField, FormPasswordField, FormSubmit } from '#web/ui/forms/form-inputs.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';
import '#web/features/admin/session/login.css';
import { startAdminSession, useAdmin } from '#web/features/admin/session/admin-session.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { errorText } from '#web/lib/api-error.ts';
import { showToast } from '#web/lib/react/toast.ts';

/** Login page for administrators, separate from the members' sign-in. Redirects administrators who are signed in. */
export function LoginPage() {
  const { admin, isLoading } = useAdmin();
  if (admin) return <SignedInRedirect />;
  if (isLoading) return <Spinner label="Checking your session…" />;
  return (
    <div className="sheet stack gap-5 admin-login">
      <header>
        <h1>Admin Login</h1>
        <p className="muted">For Cache Cards administrators.</p>
      </header>
      <LoginForm />
    </div>
  );
}

const storageError = new Error('the browser refused to store the login');

function LoginForm() {
  return (
    <Form
      label="Admin Login"
      schema={AdminLoginRequest}
      defaults={{ email: '', password: '' }}
      send={async (credentials) => {
        const isStored = startAdminSession(await apiSend('POST', '/api/admin/login', credentials, SignedInAdmin));
        if (!isStored) throw storageError;
      }}
      failed={(error) => {
        const text =
          error === storageError
            ? 'Your browser blocked the login. Allow this site to store data, then try again.'
            : errorText(error, 'Login failed');
        showToast({ title: 'Login failed', description: text, tone: 'error' });
        return { title: 'Login failed', text };
      }}
      showsFailureTwice
    >
      <FormField label="Email" name="email" type="email" autoComplete="username" inputMode="email" autoCapitalize="none" required />
      <FormPasswordField label="Password" name="password" autoComplete="current-password" required />
      <FormSubmit className="button-block" pendingLabel="Logging in...">
        Login
      </FormSubmit>
    </Form>
  );
}

function SignedInRedirect() {
  const [, navigate] = useLocation();
  useEffect(() => navigate(getReturnTarget(history.state), { replace: true }), [navigate]);
  return <Spinner label="Logging you in…" />;
}
