import { useRef, useState } from 'react';
import { logMaxLength } from '#schema/rules.ts';
import type { FindLog } from '#schema/scans/find.ts';
import { LogRequest } from '#schema/scans/log.ts';
import { removeLog, saveLog } from '#web/features/scans/finds/finds-api.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormTextArea } from '#web/ui/forms/form-inputs.tsx';
import { PencilIcon } from '#web/ui/icons/icons.tsx';

interface OwnLogProps {
  cardId: string;
  log: FindLog | null;
  onChange: (log: FindLog | null) => void;
  /** Makes the button less prominent for use in lists. */
  isCompact?: boolean;
}

export function OwnLog({ cardId, log, onChange, isCompact = false }: OwnLogProps) {
  const [isWriting, setIsWriting] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  function close() {
    setIsWriting(false);
    box.current?.focus();
  }

  async function remove() {
    await removeLog(cardId);
    onChange(null);
    close();
    showToast({ title: 'Note deleted', tone: 'success' });
  }

  return (
    <div ref={box} tabIndex={-1} className="stack gap-3 own-log">
      {isWriting ? (
        <LogForm
          cardId={cardId}
          text={log?.text ?? ''}
          onCancel={close}
          onSaved={(savedLog) => {
            onChange(savedLog);
            close();
            showToast({ title: 'Note sent', description: 'The card’s owner can read it now.', tone: 'success' });
          }}
        />
      ) : (
        <>
          {log && <blockquote className="log-text">{log.text}</blockquote>}
          {log?.isThanked && <p className="muted small">The owner thanked you.</p>}
          <div className="cluster">
            <button
              type="button"
              className={isCompact ? 'ghost button-small' : 'secondary button-small'}
              aria-label={log ? `Edit your note on ${cardId}` : `Leave a note for the owner of ${cardId}`}
              onClick={() => setIsWriting(true)}
            >
              <PencilIcon />
              {log ? 'Edit your note' : isCompact ? 'Leave a note' : 'Leave a note for the owner'}
            </button>
            {log && (
              <ActionButton
                className="ghost button-small"
                action={remove}
                failed="Couldn’t delete your note"
                pendingLabel="Deleting…"
                aria-label={`Delete your note on ${cardId}`}
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

interface LogFormProps {
  cardId: string;
  text?: string;
  onSaved: (log: FindLog) => void;
  onCancel: () => void;
}

function LogForm({ cardId, text = '', onSaved, onCancel }: LogFormProps) {
  return (
    <Form
      label={`Your note for the owner of ${cardId}`}
      draft={`note-${cardId}`}
      className="stack gap-3 log-form"
      schema={LogRequest}
      defaults={{ text }}
      send={async ({ text }) => onSaved(await saveLog(cardId, text))}
      failed="Couldn’t send your note"
    >
      <FormTextArea
        label="Note for the owner"
        name="text"
        rows={2}
        autoFocus
        hint={`How was it? Up to ${logMaxLength} characters. Only the owner sees it, with your username. Please don’t give away where other cards are.`}
      />
      <FormActions pendingLabel="Sending…" onCancel={onCancel}>
        {text === '' ? 'Send note' : 'Save note'}
      </FormActions>
    </Form>
  );
}
