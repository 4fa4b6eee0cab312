import { useState } from 'react';
import { Alert } from '#web/components/Alert.tsx';
import { Dialog } from '#web/components/Dialog.tsx';
import { signOutEverywhere } from '#web/features/account/preferences-api.ts';
import { errorText } from '#web/lib/api.ts';
import { leave } from '#web/lib/session.ts';

/** Ends every session of the member, after asking once more: this one too. */
export function SignOutEverywhere() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <p>Lost a phone, or used someone else’s computer? End every session at once.</p>
      <button type="button" className="secondary" onClick={() => setIsOpen(true)}>
        Sign out everywhere
      </button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Sign out everywhere?" size="small">
        <Question onKeep={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

function Question({ onKeep }: { onKeep: () => void }) {
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function signOut() {
    if (isPending) return;
    setIsPending(true);
    setFailure(undefined);
    try {
      const { message } = await signOutEverywhere();
      leave({ title: 'Signed out everywhere', description: message, tone: 'info' });
    } catch (error) {
      setFailure(errorText(error, 'Please try again.'));
      setIsPending(false);
    }
  }

  return (
    <div className="stack">
      <p>Every phone, tablet and computer is signed out, this one too. Afterwards you sign in again.</p>
      {failure && (
        <Alert tone="error" title="You are still signed in">
          {failure}
        </Alert>
      )}
      <div className="cluster">
        <button type="button" aria-busy={isPending || undefined} aria-disabled={isPending || undefined} onClick={() => void signOut()}>
          {isPending ? 'Signing out…' : 'Sign out everywhere'}
        </button>
        <button type="button" className="secondary" onClick={onKeep}>
          Stay signed in
        </button>
      </div>
    </div>
  );
}
