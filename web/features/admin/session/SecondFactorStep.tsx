import { LogoutButton } from '#web/features/admin/session/LogoutButton.tsx';
import { SecondFactorForm } from '#web/features/admin/session/SecondFactorForm.tsx';

export function SecondFactorStep() {
  return (
    <section className="sheet stack gap-4 prove-first" aria-labelledby="prove-first">
      <h1 id="prove-first">One more step</h1>
      <p>Complete two-step verification to continue.</p>
      <SecondFactorForm />
      <div className="cluster">
        <LogoutButton />
      </div>
    </section>
  );
}
