import { type KeyboardEvent, type RefObject, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UseFormReturn } from 'react-hook-form';
import * as v from 'valibot';
import type { AdminConversation } from '#schema/messages/admin-messages.ts';
import { contactMessageMaxLength, ReplyRequest } from '#schema/messages/contact.ts';
import { emptyFields, fillFields, type SavedReply } from '#schema/messages/saved-replies.ts';
import { useAdmin } from '#web/features/admin/session/admin-session.ts';
import { isConflict } from '#web/features/admin/use-versioned.ts';
import { describeChanges } from '#web/features/messages/admin/inbox/changes.ts';
import { Key } from '#web/features/messages/admin/inbox/Key.tsx';
import { replyValues, writersEmail } from '#web/features/messages/admin/inbox/reply-values.ts';
import { addToConversation } from '#web/features/messages/admin/messages-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { readDraft, storeDraft } from '#web/lib/drafts.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormSubmit, FormTextArea } from '#web/ui/forms/form-inputs.tsx';
import { Menu } from '#web/ui/Menu.tsx';

const modes = {
  answers: {
    tab: 'Reply',
    label: 'Your answer',
    submit: 'Send',
    sending: 'Sending…',
    done: 'Answer sent',
    failed: 'Couldn’t send the answer',
  },
  notes: {
    tab: 'Note',
    label: 'Internal note',
    submit: 'Add note',
    sending: 'Adding…',
    done: 'Note added',
    failed: 'Couldn’t add the note',
  },
  replies: {
    tab: 'Their email',
    label: 'Their email reply',
    submit: 'Add their reply',
    sending: 'Adding…',
    done: 'Reply added',
    failed: 'Couldn’t add the reply',
  },
} as const;
export type ComposerMode = keyof typeof modes;

const AnswerText = v.strictObject({
  text: v.pipe(
    ReplyRequest.entries.text,
    v.check(
      (text) => emptyFields(text).length === 0,
      ({ input }) => `No value for ${emptyFields(String(input)).join(', ')}. Replace it or remove it.`,
    ),
  ),
});

export interface ComposerHandle {
  focus: (mode: ComposerMode) => void;
  insert: (reply: SavedReply) => void;
}

interface ComposerProps {
  conversation: AdminConversation;
  /** The version that the administrator has seen. */
  base: AdminConversation;
  setBase: (conversation: AdminConversation) => void;
  refreshIfStale: (error: unknown) => Promise<AdminConversation | undefined>;
  savedReplies: readonly SavedReply[];
  onManageReplies: () => void;
  isTyping: RefObject<boolean>;
  onNext: () => void;
  onLeave: () => void;
  ref: RefObject<ComposerHandle | null>;
}

export function Composer({
  conversation,
  base,
  setBase,
  refreshIfStale,
  savedReplies,
  onManageReplies,
  isTyping,
  onNext,
  onLeave,
  ref,
}: ComposerProps) {
  const { admin } = useAdmin();
  const form = useRef<UseFormReturn<{ text: string }, unknown, { text: string }> | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const movesOn = useRef(false);
  const changes = useRef<string[]>([]);
  const { id, name } = conversation;
  const draft = `message-${id}`;
  const [mode, setMode] = useMode(draft);
  const { label, submit, sending, done, failed } = modes[mode];

  /** While a text is being sent, the mode stays. */
  function choose(nextMode: ComposerMode) {
    if (!box.current?.querySelector('[data-sending]')) setMode(nextMode);
  }
  const textArea = () => box.current?.querySelector('textarea') ?? null;
  function chooseAndFocus(nextMode: ComposerMode) {
    choose(nextMode);
    requestAnimationFrame(() => textArea()?.focus());
  }

  /** Inserts at the cursor, and selects the first field without a value. */
  function insert(reply: SavedReply) {
    if (mode !== 'answers') choose('answers');
    const area = textArea();
    const filled = fillFields(reply.text, replyValues(conversation, admin));
    const current = form.current?.getValues('text') ?? '';
    const at = area && document.activeElement === area ? area.selectionStart : current.length;
    const separator = current === '' || at === 0 || /\n$/.test(current.slice(0, at)) ? '' : '\n\n';
    form.current?.setValue('text', current.slice(0, at) + separator + filled + current.slice(at), { shouldDirty: true });
    isTyping.current = true;
    requestAnimationFrame(() => {
      const changedArea = textArea();
      if (!changedArea) return;
      changedArea.focus();
      const [empty] = emptyFields(filled);
      const from = empty === undefined ? at + separator.length + filled.length : changedArea.value.indexOf(empty);
      changedArea.setSelectionRange(from, from + (empty?.length ?? 0));
    });
  }

  useImperativeHandle(ref, () => ({
    insert,
    focus: chooseAndFocus,
  }));

  function handleKeys(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      movesOn.current = mode === 'answers';
      event.currentTarget.querySelector('form')?.requestSubmit();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      onLeave();
    } else if (event.altKey && /^Digit[1-9]$/.test(event.code)) {
      const reply = savedReplies[Number(event.code.slice(5)) - 1];
      if (!reply) return;
      event.preventDefault();
      insert(reply);
    }
  }

  async function send(text: string) {
    const goesOn = movesOn.current;
    movesOn.current = false;
    setBase(await addToConversation(base, mode, text));
    form.current?.reset({ text: '' });
    isTyping.current = false;
    showToast({
      title: done,
      description: mode === 'answers' ? `On its way to ${writersEmail(conversation)}.` : `Message #${id} from ${name}.`,
      tone: 'success',
    });
    setMode('answers');
    if (goesOn) onNext();
    // The text area of the note disappears with the focus.
    else if (mode !== 'answers') requestAnimationFrame(() => textArea()?.focus());
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for the form inside
    <div ref={box} className={`inbox-composer inbox-composer-${mode}`} onKeyDown={handleKeys}>
      <ModeButtons mode={mode} onChoose={chooseAndFocus} />
      <Form
        key={mode}
        label={submit}
        className="stack"
        draft={`${draft}-${mode}`}
        schema={mode === 'answers' ? AnswerText : ReplyRequest}
        defaults={{ text: '' }}
        send={({ text }) => send(text)}
        failed={(error) =>
          isConflict(error)
            ? {
                title: 'Someone else changed this conversation',
                text: <Changes sentences={changes.current} />,
              }
            : { title: failed, text: errorText(error, 'Please try again.') }
        }
        onFailure={async (error) => {
          movesOn.current = false;
          const latest = await refreshIfStale(error);
          if (latest) changes.current = describeChanges(base, latest);
        }}
        onInvalid={() => {
          movesOn.current = false;
        }}
      >
        {(methods) => {
          form.current = methods;
          const text = methods.watch('text');
          isTyping.current = text.trim() !== '';
          const missing = mode === 'answers' ? emptyFields(text) : [];
          return (
            <>
              <FormTextArea label={label} name="text" rows={8} maxLength={contactMessageMaxLength} hint={modeHint(mode, conversation)} />
              {missing.length > 0 && methods.formState.errors.text === undefined && (
                <p className="inbox-missing" role="status">
                  No value for <strong>{missing.join(', ')}</strong>. Replace it before you send.
                </p>
              )}
              <div className="cluster">
                <FormSubmit pendingLabel={sending}>
                  {submit}
                  {mode === 'answers' && <Key name="Ctrl ↵" />}
                </FormSubmit>
                {mode === 'answers' && <SavedReplyMenu replies={savedReplies} onInsert={insert} onManage={onManageReplies} />}
              </div>
            </>
          );
        }}
      </Form>
    </div>
  );
}

function ModeButtons({ mode, onChoose }: { mode: ComposerMode; onChoose: (mode: ComposerMode) => void }) {
  return (
    <fieldset className="inbox-modes">
      <legend className="visually-hidden">What to write</legend>
      {Object.entries(modes).map(([key, { tab }]) => (
        <button key={key} type="button" className="secondary" aria-pressed={key === mode} onClick={() => onChoose(key as ComposerMode)}>
          {tab}
        </button>
      ))}
    </fieldset>
  );
}

interface SavedReplyMenuProps {
  replies: readonly SavedReply[];
  onInsert: (reply: SavedReply) => void;
  onManage: () => void;
}

function SavedReplyMenu({ replies, onInsert, onManage }: SavedReplyMenuProps) {
  const choices = replies.map((reply, index) => ({
    label: index < 9 ? `${reply.title} (${index + 1})` : reply.title,
    onChoose: () => onInsert(reply),
  }));
  return (
    <Menu label="Saved replies" items={[...choices, { label: 'Manage saved replies…', onChoose: onManage }]}>
      Saved replies
    </Menu>
  );
}

/** Stores the mode with the drafts. Each mode has its own draft, so that a note never becomes an answer. */
function useMode(draft: string): [ComposerMode, (mode: ComposerMode) => void] {
  const [mode, setMode] = useState<ComposerMode>(() => {
    const { mode: stored } = readDraft(draft);
    return stored === 'notes' || stored === 'replies' ? stored : 'answers';
  });
  function change(nextMode: ComposerMode) {
    storeDraft(draft, nextMode === 'answers' ? {} : { mode: nextMode });
    flushSync(() => setMode(nextMode));
  }
  return [mode, change];
}

function modeHint(mode: ComposerMode, conversation: AdminConversation) {
  if (mode === 'notes') return 'Only administrators see this note. Members find it only in the download of their data.';
  if (mode === 'replies') return 'Paste a reply that reached us another way. This sends no email and reopens the conversation.';
  return `Emailed to ${writersEmail(conversation)}${conversation.member ? ' and shown in their account' : ''}.`;
}

function Changes({ sentences }: { sentences: readonly string[] }) {
  return (
    <>
      {sentences.length > 0 && (
        <ul>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <p>Your text is still here. Check it, then send again.</p>
    </>
  );
}
