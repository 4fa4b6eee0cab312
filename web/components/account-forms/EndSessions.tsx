import { useState } from 'react';
import { ActionButton } from '#web/components/ActionButton.tsx';
import { Alert } from '#web/components/Alert.tsx';
import { Dialog } from '#web/components/Dialog.tsx';

interface EndSessionsProps {
  /** What ends, and what has to be done afterwards. */
  consequence: string;
  /** Ends them and leaves. */
  end: () => Promise<void>;
  /** Why they were not ended. */
  reasonOf: (error: unknown, fallback: string) => string;
}

/** Ends every session of somebody, after asking once more: this one too. */
export function EndSessions(props: EndSessionsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className="secondary" onClick={() => setIsOpen(true)}>
        Sign out everywhere
      </button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Sign out everywhere?" size="small">
        <Question {...props} onKeep={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

function Question({ consequence, end, reasonOf, onKeep }: EndSessionsProps & { onKeep: () => void }) {
  const [failure, setFailure] = useState<string>();

  async function signOut() {
    setFailure(undefined);
    try {
      await end();
    } catch (error) {
      setFailure(reasonOf(error, 'Please try again.'));
    }
  }

  return (
    <div className="stack">
      <p>{consequence}</p>
      {failure && (
        <Alert tone="error" title="You are still signed in">
          {failure}
        </Alert>
      )}
      <div className="cluster">
        <ActionButton action={signOut} pendingLabel="Signing out…">
          Sign out everywhere
        </ActionButton>
        <button type="button" className="secondary" onClick={onKeep}>
          Stay signed in
        </button>
      </div>
    </div>
  );
}
