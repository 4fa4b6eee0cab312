import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { mutate } from 'swr';
import { Link } from 'wouter';
import { Conversation, Conversations, contactMessageMaxLength, type MemberState, ReplyRequest } from '#schema/messages/contact.ts';
import { ConversationThread } from '#web/features/messages/ConversationThread.tsx';
import { apiSend } from '#web/lib/api/client.ts';
import { usePages } from '#web/lib/api/pages.ts';
import { date } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Badge, type StateLabel } from '#web/ui/Badge.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormTextArea } from '#web/ui/forms/form-inputs.tsx';
import { GrowingList } from '#web/ui/GrowingList.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

const messagesPath = '/api/messages';
const firstPage = `${messagesPath}?limit=10`;

function useOwnMessages() {
  return usePages(firstPage, Conversations);
}

async function sendReply(id: number, text: string): Promise<void> {
  await apiSend('POST', `${messagesPath}/${id}/replies`, { text }, Conversation);
  await mutate(firstPage).catch(() => undefined);
}

const states = (): Record<MemberState, StateLabel> => ({
  open: { label: t`Waiting for our reply`, tone: 'yellow' },
  waiting: { label: t`Answered`, tone: 'green' },
  closed: { label: t`Closed`, tone: 'grey' },
});

export function OwnMessages() {
  const { query, paging } = useOwnMessages();
  return (
    <Loaded query={query} subject={t`Your messages`} lines={6}>
      {(pages) => {
        const conversations = pages.flatMap((page) => page.conversations);
        if (conversations.length === 0) {
          return (
            <EmptyState title={t`No messages yet`} heading="h2">
              <p>{t`Your messages and our replies will appear here.`}</p>
              <Link href={paths.contact} className="button">{t`Contact us`}</Link>
            </EmptyState>
          );
        }
        return (
          <div className="stack">
            <p>
              <Trans>
                New question? <Link href={paths.contact}>Contact us</Link>.
              </Trans>
            </p>
            <GrowingList
              className="own-messages"
              count={conversations.length}
              paging={paging}
              moreFailed={t`Couldn’t load older messages.`}
            >
              {conversations.map((conversation) => (
                <OwnConversation key={conversation.id} conversation={conversation} />
              ))}
            </GrowingList>
          </div>
        );
      }}
    </Loaded>
  );
}

function OwnConversation({ conversation }: { conversation: Conversation }) {
  const { id, message, createdAt, state, replies } = conversation;
  const { label, tone } = states()[state];
  return (
    <li className="stack" tabIndex={-1}>
      <div className="spread">
        <div className="own-message-head">
          <h2>{firstWords(message)}</h2>
          <p className="muted small">{t`Message #${id}, ${date(createdAt)}`}</p>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <ConversationThread
        label={t`Message ${id}`}
        entries={[
          { id: 'first', author: t`You`, createdAt, text: message, isFromSupport: false },
          ...replies.map(({ kind, ...reply }) => ({
            ...reply,
            author: kind === 'answer' ? t`Cache Cards` : kind === 'mail' ? t`You, by email` : t`You`,
            isFromSupport: kind === 'answer',
          })),
        ]}
      />
      <ContinueConversation id={id} />
    </li>
  );
}

const maxTitleLength = 60;

/** Returns the first sentence of a message, at most `maxTitleLength` characters, without cutting a word unless it is longer than that. */
function firstWords(message: string): string {
  const [line = ''] = message.trim().split(/\n|(?<=[.!?])\s/);
  if (line.length <= maxTitleLength) return line;
  const start = line.slice(0, maxTitleLength);
  return `${start.slice(0, start.lastIndexOf(' ') > 0 ? start.lastIndexOf(' ') : undefined)}…`;
}

function ContinueConversation({ id }: { id: number }) {
  const [isWriting, setWriting] = useState(false);
  if (!isWriting) {
    return (
      <div>
        <button type="button" className="secondary" aria-label={t`Reply to message ${id}`} onClick={() => setWriting(true)}>
          {t`Reply`}
        </button>
      </div>
    );
  }
  return (
    <Form
      label={t`Reply to message ${id}`}
      draft={`reply-${id}`}
      className="stack"
      schema={ReplyRequest}
      defaults={{ text: '' }}
      send={async ({ text }) => {
        await sendReply(id, text);
        setWriting(false);
        showToast({ title: t`Message sent`, description: t`We’ll reply by email and here.`, tone: 'success' });
      }}
      failed={t`Couldn’t send your message`}
    >
      <FormTextArea label={t`Your message`} name="text" rows={5} maxLength={contactMessageMaxLength} autoFocus />
      <FormActions pendingLabel={t`Sending…`} onCancel={() => setWriting(false)}>{t`Send`}</FormActions>
    </Form>
  );
}
