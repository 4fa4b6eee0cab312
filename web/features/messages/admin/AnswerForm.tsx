import { useState } from 'react';
import type { AdminConversation } from '#schema/messages/admin-messages.ts';
import { contactMessageMaxLength, ReplyRequest } from '#schema/messages/contact.ts';
import { isConflict, useVersioned } from '#web/features/admin/use-versioned.ts';
import { addToConversation, readConversation } from '#web/features/messages/admin/messages-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormSubmit, FormTextArea } from '#web/ui/forms/form-inputs.tsx';

const replyModes = {
  answers: {
    label: 'Your answer',
    submit: 'Send answer',
    sending: 'Sending…',
    doneTitle: 'Answer sent',
    failureTitle: 'Couldn’t send the answer',
  },
  replies: {
    label: 'Their email reply',
    submit: 'Add their reply',
    sending: 'Adding…',
    doneTitle: 'Reply added',
    failureTitle: 'Couldn’t add the reply',
  },
} as const;

export function AnswerForm({ conversation }: { conversation: AdminConversation }) {
  const [mode, setMode] = useState<keyof typeof replyModes>('answers');
  const { base, refreshIfStale, setBase } = useVersioned(conversation, () => readConversation(conversation.id));
  const { label, submit, sending, doneTitle, failureTitle } = replyModes[mode];
  const { email, name } = conversation;

  return (
    <Form
      label={submit}
      className="stack"
      schema={ReplyRequest}
      defaults={{ text: '' }}
      send={async ({ text }, form) => {
        setBase(await addToConversation(base, mode, text));
        form.reset();
        showToast({ title: doneTitle, description: mode === 'answers' ? `On its way to ${email}.` : `From ${name}.`, tone: 'success' });
        setMode('answers');
      }}
      failed={(error) =>
        isConflict(error)
          ? {
              title: 'The conversation has changed',
              text: 'There are new messages above. Check them, then send again.',
            }
          : { title: failureTitle, text: errorText(error, 'Please try again.') }
      }
      onFailure={refreshIfStale}
    >
      <FormTextArea
        label={label}
        name="text"
        rows={6}
        maxLength={contactMessageMaxLength}
        hint={
          mode === 'answers'
            ? `Emailed to ${email}${conversation.member ? ' and shown in their account' : ''}. Email replies arrive in our mailbox; add them here.`
            : 'Paste the reply from our mailbox. This sends no email and reopens the conversation.'
        }
      />
      <div className="cluster">
        <FormSubmit pendingLabel={sending}>{submit}</FormSubmit>
        <button type="button" className="secondary" onClick={() => setMode(mode === 'answers' ? 'replies' : 'answers')}>
          {mode === 'answers' ? 'Add their reply…' : 'Answer instead'}
        </button>
      </div>
    </Form>
  );
}
