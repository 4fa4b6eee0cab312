import { AdminLoginRequest } from '#schema/admin/account.ts';
import { SignedInAdmin } from '#schema/admin/session.ts';
import { renewAdminSession } from '#web/features/admin/session/admin-session.ts';
import { resolveReauth, useReauthRequest } from '#web/features/admin/session/reauth.ts';
import { SecondFactorForm } from '#web/features/admin/session/SecondFactorForm.tsx';
import { apiSend } from '#web/lib/api/client.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormPasswordField } from '#web/ui/forms/form-inputs.tsx';

/** Asks for the password or second factor on top of any admin page or dialog, then lets the rejected API call continue. */
export function ReauthDialog({ email }: { email: string }) {
  const kind = useReauthRequest();
  const isLogin = kind === 'login';
  return (
    <Dialog
      key={kind}
      open={kind !== null}
      onClose={() => resolveReauth(false)}
      title={isLogin ? 'Please log in again' : 'Complete two-step verification'}
      size="small"
    >
      {isLogin ? <LoginPrompt email={email} /> : <SecondFactorPrompt />}
    </Dialog>
  );
}

function LoginPrompt({ email }: { email: string }) {
  return (
    <div className="stack">
      <p>
        Your session has expired or is too old for this action. Log in again as <strong>{email}</strong>. You won’t lose anything you typed.
      </p>
      <Form
        label="Log in again"
        className="stack"
        schema={AdminLoginRequest}
        defaults={{ email, password: '' }}
        send={async (credentials) => {
          renewAdminSession(await apiSend('POST', '/api/admin/login', credentials, SignedInAdmin));
          resolveReauth(true);
        }}
        failed="Login failed"
      >
        {/* Hidden username field so that password managers recognize the account. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <FormPasswordField label="Password" name="password" autoComplete="current-password" required data-autofocus />
        <FormActions pendingLabel="Logging in..." onCancel={() => resolveReauth(false)}>
          Login
        </FormActions>
      </Form>
    </div>
  );
}

function SecondFactorPrompt() {
  return (
    <div className="stack">
      <p>This action is sensitive, so please confirm it’s you. You won’t lose anything you typed.</p>
      <SecondFactorForm onVerified={() => resolveReauth(true)} />
    </div>
  );
}
