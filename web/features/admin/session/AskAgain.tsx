import { AdminLoginRequest } from '#schema/admin/account.ts';
import { SignedInAdmin } from '#schema/admin/session.ts';
import { renewAdminSession } from '#web/features/admin/session/admin-session.ts';
import { answerAsked, useAsked } from '#web/features/admin/session/asking.ts';
import { Prove } from '#web/features/admin/session/Prove.tsx';
import { apiSend } from '#web/lib/api/client.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormPasswordField } from '#web/ui/forms/form-inputs.tsx';

/** Requests a sign-in or second factor over any admin page or dialog before a refused call continues. */
export function AskAgain({ email }: { email: string }) {
  const asked = useAsked();
  const isLogin = asked === 'login';
  return (
    <Dialog
      key={asked}
      open={asked !== null}
      onClose={() => answerAsked(false)}
      title={isLogin ? 'Please log in again' : 'Confirm your second factor'}
      size="small"
    >
      {isLogin ? <LoginAgain email={email} /> : <ProveAgain />}
    </Dialog>
  );
}

function LoginAgain({ email }: { email: string }) {
  return (
    <div className="stack">
      <p>
        Your session has expired, or is too old for this action. Log in again as <strong>{email}</strong>. Nothing you typed is lost.
      </p>
      <Form
        label="Log in again"
        className="stack"
        schema={AdminLoginRequest}
        defaults={{ email, password: '' }}
        send={async (credentials) => {
          renewAdminSession(await apiSend('POST', '/api/admin/login', credentials, SignedInAdmin));
          answerAsked(true);
        }}
        failed="Login failed"
      >
        {/* For password managers. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <FormPasswordField label="Password" name="password" autoComplete="current-password" required data-autofocus />
        <FormActions pendingLabel="Logging in..." onCancel={() => answerAsked(false)}>
          Login
        </FormActions>
      </Form>
    </div>
  );
}

function ProveAgain() {
  return (
    <div className="stack">
      <p>
        This action is sensitive, so please confirm it’s you. Nothing you typed is lost.
      </p>
      <Prove onProved={() => answerAsked(true)} />
    </div>
  );
}
