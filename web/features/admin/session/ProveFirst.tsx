import { LogoutButton } from '#web/features/admin/session/LogoutButton.tsx';
import { Prove } from '#web/features/admin/session/Prove.tsx';

export function ProveFirst() {
  return (
    <section className="sheet stack gap-4 prove-first" aria-labelledby="prove-first">
      <h1 id="prove-first">One more step</h1>
      <p>Now confirm your second factor.</p>
      <Prove />
      <div className="cluster">
        <LogoutButton />
      </div>
    </section>
  );
}
