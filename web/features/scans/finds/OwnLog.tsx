import { useRef, useState } from 'react';
import type { FindLog } from '#schema/scans/find.ts';
import { removeLog } from '#web/features/scans/finds/finds-api.ts';
import { LogForm } from '#web/features/scans/finds/LogForm.tsx';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { PencilIcon } from '#web/ui/icons/icons.tsx';

interface OwnLogProps {
  cardId: string;
  /** Null if there is no line. */
  log: FindLog | null;
  onChange: (log: FindLog | null) => void;
}

export function OwnLog({ cardId, log, onChange }: OwnLogProps) {
  const [writing, setWriting] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  // The focused element is gone.
  function close() {
    setWriting(false);
    box.current?.focus();
  }

  async function remove() {
    await removeLog(cardId);
    onChange(null);
    close();
    showToast({ title: 'Your line is deleted', tone: 'success' });
  }

  return (
    <div ref={box} tabIndex={-1} className="stack gap-3 own-log">
      {writing ? (
        <LogForm
          cardId={cardId}
          text={log?.text ?? ''}
          onCancel={close}
          onLeft={(left) => {
            onChange(left);
            close();
            showToast({ title: 'Your line is left', description: 'The card’s owner can read it now.', tone: 'success' });
          }}
        />
      ) : (
        <>
          {log && <blockquote className="log-text">{log.text}</blockquote>}
          <div className="cluster">
            <button
              type="button"
              className="secondary button-small"
              aria-label={log ? `Change your line at ${cardId}` : `Leave a line for the owner of ${cardId}`}
              onClick={() => setWriting(true)}
            >
              <PencilIcon />
              {log ? 'Change your line' : 'Leave a line for the owner'}
            </button>
            {log && (
              <ActionButton
                className="ghost button-small"
                action={remove}
                failed="Your line was not deleted"
                pendingLabel="Deleting…"
                aria-label={`Delete your line at ${cardId}`}
              >
                Delete
              </ActionButton>
            )}
          </div>
        </>
      )}
    </div>
  );
}
