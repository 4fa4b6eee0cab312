import { useState } from 'react';
import type { AdminConversation } from '#schema/messages/admin-messages.ts';
import { contactMessageMaxLength, ReplyRequest } from '#schema/messages/contact.ts';
import { useVersioned, wasChangedMeanwhile } from '#web/features/admin/use-versioned.ts';
import { addToConversation, readConversation } from '#web/features/messages/admin/messages-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormSubmit, FormTextArea } from '#web/ui/forms/form-inputs.tsx';

const ways = {
  answers: { label: 'Your answer', submit: 'Send answer', sending: 'Sending…', done: 'Answer sent', failed: 'The answer was not sent' },
  replies: {
    label: 'What they wrote by mail',
    submit: 'Add their reply',
    sending: 'Adding…',
    done: 'Reply added',
    failed: 'The reply was not added',
  },
} as const;

export function AnswerForm({ conversation }: { conversation: AdminConversation }) {
  const [way, setWay] = useState<keyof typeof ways>('answers');
  const { seen, catchUp, takeOver } = useVersioned(conversation, () => readConversation(conversation.id));
  const { label, submit, sending, done, failed } = ways[way];
  const { email, name } = conversation;

  return (
    <Form
      label={submit}
      className="stack"
      schema={ReplyRequest}
      defaults={{ text: '' }}
      send={async ({ text }, form) => {
        takeOver(await addToConversation(seen, way, text));
        form.reset();
        showToast({ title: done, description: way === 'answers' ? `It goes to ${email}.` : `From ${name}.`, tone: 'success' });
        setWay('answers');
      }}
      failed={(error) =>
        wasChangedMeanwhile(error)
          ? {
              title: 'Somebody was quicker',
              text: 'The conversation has gone on since you read it. Please look at what is new above, then send again.',
            }
          : { title: failed, text: errorText(error, 'Please try again.') }
      }
      onFailure={catchUp}
    >
      <FormTextArea
        label={label}
        name="text"
        rows={6}
        maxLength={contactMessageMaxLength}
        hint={
          way === 'answers'
            ? `Mailed to ${email}${conversation.member ? ', and shown in their account' : ''}. Mail replies come to our own mailbox: add them here by hand.`
            : 'Their words from our mailbox, pasted. Nobody is mailed, and the conversation is open again.'
        }
      />
      <div className="cluster">
        <FormSubmit pendingLabel={sending}>{submit}</FormSubmit>
        <button type="button" className="secondary" onClick={() => setWay(way === 'answers' ? 'replies' : 'answers')}>
          {way === 'answers' ? 'Add their reply…' : 'Answer instead'}
        </button>
      </div>
    </Form>
  );
}
