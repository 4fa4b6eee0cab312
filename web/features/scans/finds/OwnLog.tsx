import { t } from '@lingui/core/macro';
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
  /** Shortens the button's text. */
  isShort?: boolean;
}

export function OwnLog({ cardId, log, onChange, isCompact = false, isShort = isCompact }: OwnLogProps) {
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
    showToast({ title: t`Note deleted`, tone: 'success' });
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
            showToast({ title: t`Note sent`, description: t`The card’s owner can read it now.`, tone: 'success' });
          }}
        />
      ) : (
        <>
          {log && <blockquote className="log-text">{log.text}</blockquote>}
          {log?.isThanked && <p className="muted small">{t`The owner thanked you.`}</p>}
          <div className="cluster">
            <button
              type="button"
              className={isCompact ? 'ghost button-small' : 'secondary button-small'}
              aria-label={log ? t`Edit your note on ${cardId}` : t`Leave a note for the owner of ${cardId}`}
              onClick={() => setIsWriting(true)}
            >
              <PencilIcon />
              {log ? t`Edit your note` : isShort ? <span className="leave-note">{t`Leave a note`}</span> : t`Leave a note for the owner`}
            </button>
            {log && (
              <ActionButton
                className="ghost button-small"
                action={remove}
                failed={t`Couldn’t delete your note`}
                pendingLabel={t`Deleting…`}
                aria-label={t`Delete your note on ${cardId}`}
              >
                {t`Delete`}
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
      label={t`Your note for the owner of ${cardId}`}
      draft={`note-${cardId}`}
      className="stack gap-3 log-form"
      schema={LogRequest}
      defaults={{ text }}
      send={async ({ text }) => onSaved(await saveLog(cardId, text))}
      failed={t`Couldn’t send your note`}
    >
      <FormTextArea
        label={t`Note for the owner`}
        name="text"
        rows={2}
        autoFocus
        hint={t`How was it? Up to ${logMaxLength} characters. Only the owner sees it, with your username. Please don’t give away where other cards are.`}
      />
      <FormActions pendingLabel={t`Sending…`} onCancel={onCancel}>
        {text === '' ? t`Send note` : t`Save note`}
      </FormActions>
    </Form>
  );
}
