import { useState } from 'react';
import { contactMessageMaxLength } from '#schema/messages/contact.ts';
import { NewSavedReply, replyFields, type SavedReply } from '#schema/messages/saved-replies.ts';
import { Key } from '#web/features/messages/admin/inbox/Key.tsx';
import { removeReply, saveReply } from '#web/features/messages/admin/messages-api.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField, FormTextArea } from '#web/ui/forms/form-inputs.tsx';

/** Adds, changes and deletes saved replies. The first nine have the keys 1 to 9. */
export function SavedRepliesDialog({ replies, onClose }: { replies: readonly SavedReply[]; onClose: () => void }) {
  const [edited, setEdited] = useState<SavedReply | 'new' | null>(null);
  return (
    <Dialog open onClose={onClose} title="Saved replies" size="large">
      {edited === null ? (
        <div className="stack">
          {replies.length === 0 && <p>No saved replies yet. Write one for a question that you answer often.</p>}
          <ol className="plain-list inbox-saved">
            {replies.map((reply, index) => (
              <li key={reply.id} className="spread">
                <div>
                  <strong>{reply.title}</strong> {index < 9 && <Key name={index + 1} />}
                  <p className="muted message-excerpt">{reply.text}</p>
                </div>
                <div className="cluster">
                  <button type="button" className="secondary" aria-label={`Edit ${reply.title}`} onClick={() => setEdited(reply)}>
                    Edit
                  </button>
                  <ActionButton
                    className="secondary"
                    aria-label={`Delete ${reply.title}`}
                    failed="Couldn’t delete the saved reply"
                    action={() => removeReply(reply)}
                  >
                    Delete
                  </ActionButton>
                </div>
              </li>
            ))}
          </ol>
          <div>
            <button type="button" onClick={() => setEdited('new')}>
              Add a saved reply
            </button>
          </div>
        </div>
      ) : (
        <ReplyForm reply={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />
      )}
    </Dialog>
  );
}

function ReplyForm({ reply, onDone }: { reply: SavedReply | null; onDone: () => void }) {
  return (
    <Form
      label="Saved reply"
      className="stack"
      schema={NewSavedReply}
      defaults={{ title: reply?.title ?? '', text: reply?.text ?? '' }}
      send={async (values) => {
        await saveReply(values, reply);
        showToast({ title: 'Reply saved', tone: 'success' });
        onDone();
      }}
      failed="Couldn’t save the reply"
    >
      <FormField label="Title" name="title" maxLength={60} autoFocus />
      <FormTextArea
        label="Text"
        name="text"
        rows={8}
        maxLength={contactMessageMaxLength}
        hint={`Fields: ${replyFields.map((name) => `{${name}}`).join(', ')}`}
      />
      <FormActions pendingLabel="Saving…" onCancel={onDone}>
        Save
      </FormActions>
    </Form>
  );
}
