import { PasswordForm } from '#web/features/admin/account/PasswordForm.tsx';
import { SignOutEverywhere } from '#web/features/admin/account/SignOutEverywhere.tsx';

export function SecuritySection({ email }: { email: string }) {
  return (
    <section className="sheet" aria-labelledby="security">
      <h2 id="security">Security</h2>
      <PasswordForm email={email} labelledBy="security" />
      <SignOutEverywhere />
    </section>
  );
}
