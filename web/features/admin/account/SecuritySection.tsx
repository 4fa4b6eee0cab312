import { PasswordForm } from '#web/features/admin/account/PasswordForm.tsx';
import { SignOutEverywhere } from '#web/features/admin/account/SignOutEverywhere.tsx';

/** The signed-in administrator's password, and the end of all their sessions. */
export function SecuritySection({ email }: { email: string }) {
  return (
    <section className="sheet" aria-labelledby="security">
      <h2 id="security">Security</h2>
      <PasswordForm email={email} labelledBy="security" />
      <SignOutEverywhere />
    </section>
  );
}
