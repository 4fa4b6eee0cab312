import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

/** Shown only once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[] | null; onClose: () => void }) {
  async function copy() {
    await navigator.clipboard.writeText(codes?.join('\n') ?? '');
    showToast({ title: 'Copied', tone: 'success' });
  }

  return (
    <Dialog open={codes !== null} onClose={onClose} title="Your recovery codes">
      <div className="stack">
        <p>
          Keep these where you find them without your phone: on paper, or in a password manager. Each works once, and they are not shown
          again.
        </p>
        <ol className="recovery-codes">
          {codes?.map((code) => (
            <li key={code} className="code">
              {code}
            </li>
          ))}
        </ol>
        <div className="cluster">
          <button type="button" onClick={onClose}>
            I have kept them
          </button>
          <ActionButton className="secondary" action={copy} failed="They were not copied">
            Copy
          </ActionButton>
        </div>
      </div>
    </Dialog>
  );
}
