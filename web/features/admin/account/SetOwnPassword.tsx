import { PasswordForm } from '#web/features/admin/account/PasswordForm.tsx';
import { AdminPage } from '#web/features/admin/frame/AdminPage.tsx';
import { useAdmin } from '#web/features/admin/session/admin-session.ts';
import { LogoutButton } from '#web/features/admin/session/LogoutButton.tsx';

/** Asks the administrator to replace a password that someone else chose. */
export function SetOwnPassword({ email }: { email: string }) {
  const { refresh } = useAdmin();
  return (
    <AdminPage title="My Account" actions={<LogoutButton />}>
      <section className="sheet stack own-password" aria-labelledby="own-password">
        <h2 id="own-password">Set your own password</h2>
        <p>Your current password was set by someone else. To continue, choose one that only you know.</p>
        <PasswordForm email={email} labelledBy="own-password" onChanged={refresh} />
      </section>
    </AdminPage>
  );
}
