import { useState } from 'react';
import { Link } from 'wouter';
import { NewPasswordForm } from '#web/features/accounts/account/security/NewPasswordForm.tsx';
import { AdminPage } from '#web/features/admin/frame/AdminPage.tsx';
import '#web/features/admin/session/login.css';
import { MessageResponse, type ResetPasswordRequest } from '#schema/accounts/account.ts';
import { useAdmin } from '#web/features/admin/session/admin-session.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useMailedToken } from '#web/lib/mailed-token.ts';
import { paths } from '#web/lib/paths.ts';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';

const incompleteLinkText = 'This link is incomplete. Open it from the email again, or ask a super administrator for a new one.';

/** Sets a new password only on submit. Email clients prefetch links, so opening the page must not change anything. */
export function ResetAdminPasswordPage() {
  const token = useMailedToken();
  return (
    <AdminPage title="Set a new password">
      <PasswordReset key={token} token={token} />
    </AdminPage>
  );
}

function PasswordReset({ token }: { token: string }) {
  const { refresh } = useAdmin();
  const [linkError, setLinkError] = useState(token ? null : incompleteLinkText);
  const [successMessage, setSuccessMessage] = useState<string>();

  if (linkError !== null) return <ResultSheet title="This link does not work" message={linkError} />;
  if (successMessage !== undefined) return <ResultSheet title="Your new password is set" message={successMessage} />;
  return (
    <section className="sheet stack gap-5 admin-login">
      <p>This logs you out everywhere. You can then log in with your new password.</p>
      <NewPasswordForm
        token={token}
        send={resetAdminPassword}
        onSaved={(message) => {
          setSuccessMessage(message);
          // The reset signed the administrator out on this device too, so reload the session.
          void refresh().catch(() => undefined);
        }}
        onInvalidLink={setLinkError}
      />
    </section>
  );
}

function ResultSheet({ title, message }: { title: string; message: string }) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  return (
    <section className="sheet stack gap-5 admin-login">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{message}</p>
      <Link href={paths.adminLogin} className="button">
        Log in
      </Link>
    </section>
  );
}

/** Sets a new password with a single-use token and ends all sessions. Returns the server's message. */
async function resetAdminPassword(request: ResetPasswordRequest): Promise<string> {
  return (await apiSend('POST', '/api/admin/reset-password', request, MessageResponse)).message;
}
