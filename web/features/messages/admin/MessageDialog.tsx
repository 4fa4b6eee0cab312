import { Link } from 'wouter';
import type { AdminConversation } from '#schema/messages/admin-messages.ts';
import { AdminFacts } from '#web/features/admin/AdminFacts.tsx';
import { memberUrl } from '#web/features/admin/urls.ts';
import { AnswerForm } from '#web/features/messages/admin/AnswerForm.tsx';
import { stateLabels } from '#web/features/messages/admin/message-labels.ts';
import { useConversation } from '#web/features/messages/admin/messages-api.ts';
import { ConversationThread } from '#web/features/messages/ConversationThread.tsx';
import { dateTime } from '#web/lib/format.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmailText } from '#web/ui/EmailText.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

type MessageHandler = (message: Pick<AdminConversation, 'id' | 'name' | 'version'>, isHandled: boolean) => Promise<void>;

export function MessageDialog({ id, onHandle, onClose }: { id: number; onHandle: MessageHandler; onClose: () => void }) {
  const query = useConversation(id);
  return (
    <Dialog open onClose={onClose} title={query.data ? `Message #${id} from ${query.data.name}` : `Message #${id}`} size="large">
      <Loaded query={query} subject="The message" lines={8}>
        {(conversation) => <Conversation conversation={conversation} onHandle={onHandle} />}
      </Loaded>
    </Dialog>
  );
}

function Conversation({ conversation, onHandle }: { conversation: AdminConversation; onHandle: MessageHandler }) {
  const { name, email, member, createdAt, state, handledAt, handledBy, isErased, message, replies } = conversation;
  const { label, tone } = stateLabels[state];
  const isClosed = state === 'closed';
  return (
    <div className="stack">
      <AdminFacts
        facts={{
          State: (
            <>
              <Badge tone={tone}>{label}</Badge> {handledAt && `${dateTime(handledAt)}${handledBy ? ` by ${handledBy}` : ''}`}
            </>
          ),
          Email: <EmailText email={email} />,
          Member: member ? (
            <Link href={memberUrl(member.id)}>
              <EmailText email={member.email} />
            </Link>
          ) : (
            !isErased && 'Sent from the contact form, not signed in'
          ),
        }}
      />
      <ConversationThread
        label="Conversation"
        entries={[
          { id: 'first', author: name, createdAt, text: message, isFromSupport: false },
          ...replies.map(({ kind, by, ...reply }) => ({
            ...reply,
            author: kind === 'answer' ? `Us, ${by}` : kind === 'mail' ? `${name}, by email (added by ${by})` : `${name}, in their account`,
            isFromSupport: kind === 'answer',
          })),
        ]}
      />
      {isErased ? <p className="muted">The sender’s account was erased.</p> : <AnswerForm conversation={conversation} />}
      <div className="cluster">
        <ActionButton className="secondary" action={() => onHandle(conversation, !isClosed)}>
          {isClosed ? 'Reopen' : state === 'open' ? 'Close without answering' : 'Close conversation'}
        </ActionButton>
      </div>
    </div>
  );
}
