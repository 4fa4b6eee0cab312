import { useState } from 'react';
import { Alert } from '#web/components/Alert.tsx';
import { Dialog } from '#web/components/Dialog.tsx';
import { refusalText, signOutEverywhere } from '#web/features/admin/account/account-api.ts';
import { leaveAdminArea } from '#web/lib/admin-session.ts';
import { showToast } from '#web/lib/toast.ts';

/** Ends every session of the administrator, after asking once more: this one too. */
export function SignOutEverywhere() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="admin-sessions">
      <p className="muted">Used a computer that is not yours, or lost one? End every session of yours at once.</p>
      <button type="button" className="secondary" onClick={() => setIsOpen(true)}>
        Sign out everywhere
      </button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Sign out everywhere?" size="small">
        <Question onKeep={() => setIsOpen(false)} />
      </Dialog>
    </div>
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
      leaveAdminArea();
      showToast({ title: 'Signed out everywhere', description: message, tone: 'info' });
    } catch (error) {
      setFailure(refusalText(error, 'Please try again.'));
      setIsPending(false);
    }
  }

  return (
    <div className="stack">
      <p>Every browser you are signed in with is signed out, this one too. You log in again with your password.</p>
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
