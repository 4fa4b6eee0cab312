import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

/** Shows the recovery codes, which cannot be displayed again later. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[] | null; onClose: () => void }) {
  async function copy() {
    await navigator.clipboard.writeText(codes?.join('\n') ?? '');
    showToast({ title: 'Copied', tone: 'success' });
  }

  return (
    <Dialog open={codes !== null} onClose={onClose} title="Your recovery codes">
      <div className="stack">
        <p>Save these somewhere you can reach without your phone. Each works once. You won’t see them again.</p>
        <ol className="recovery-codes">
          {codes?.map((code) => (
            <li key={code} className="code">
              {code}
            </li>
          ))}
        </ol>
        <div className="cluster">
          <button type="button" onClick={onClose}>
            I’ve saved them
          </button>
          <ActionButton className="secondary" action={copy} failed="The codes were not copied">
            Copy
          </ActionButton>
        </div>
      </div>
    </Dialog>
  );
}
