import { useRef } from 'react';
import type { AdminConversation, InboxDesk, ViewResponse } from '#schema/messages/admin-messages.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { Composer, type ComposerHandle } from '#web/features/messages/admin/inbox/Composer.tsx';
import { MemberPanel } from '#web/features/messages/admin/inbox/MemberPanel.tsx';
import { closeOrReopen, Organizer } from '#web/features/messages/admin/inbox/Organizer.tsx';
import { useViewers } from '#web/features/messages/admin/inbox/use-viewers.ts';
import { stateLabels } from '#web/features/messages/admin/message-labels.ts';
import { readConversation } from '#web/features/messages/admin/messages-api.ts';
import { ConversationThread, type ThreadEntry } from '#web/features/messages/ConversationThread.tsx';
import { dateTime } from '#web/lib/format.ts';
import { useShortcuts } from '#web/lib/react/use-shortcuts.ts';
import { Badge } from '#web/ui/Badge.tsx';

interface ThreadProps {
  conversation: AdminConversation;
  desk: InboxDesk | undefined;
  onManageReplies: () => void;
  onNext: () => void;
  onLeave: () => void;
}

export function Thread({ conversation, desk, onManageReplies, onNext, onLeave }: ThreadProps) {
  const { state, handledAt, handledBy, snoozedUntil, isErased } = conversation;
  const { base, refreshIfStale, setBase } = useVersioned(conversation, () => readConversation(conversation.id));
  const isTyping = useRef(false);
  const composer = useRef<ComposerHandle>(null);
  const viewers = useViewers(conversation, isTyping);
  const savedReplies = desk?.savedReplies ?? [];
  const insertions = savedReplies.slice(0, 9).map((reply, index) => [String(index + 1), () => composer.current?.insert(reply)] as const);
  useShortcuts({
    e: () => void closeOrReopen({ conversation, setBase }),
    r: () => composer.current?.focus('answers'),
    n: () => composer.current?.focus('notes'),
    ...Object.fromEntries(insertions),
  });
  const { label, tone } = stateLabels[state];

  return (
    <div className="inbox-columns">
      <div className="stack inbox-main">
        <p className="inbox-state">
          <Badge tone={tone}>{label}</Badge>{' '}
          {snoozedUntil ? `until ${dateTime(snoozedUntil)}` : handledAt && `${dateTime(handledAt)}${handledBy ? ` by ${handledBy}` : ''}`}
        </p>
        <Viewers viewers={viewers} />
        <ConversationThread label="Conversation" entries={listEntries(conversation)} />
        {isErased ? (
          <p className="muted">The sender’s account was erased.</p>
        ) : (
          <Composer
            ref={composer}
            conversation={conversation}
            base={base}
            setBase={setBase}
            refreshIfStale={refreshIfStale}
            savedReplies={savedReplies}
            onManageReplies={onManageReplies}
            isTyping={isTyping}
            onNext={onNext}
            onLeave={onLeave}
          />
        )}
      </div>
      <aside className="inbox-side" aria-label="Details">
        <Organizer conversation={conversation} desk={desk} setBase={setBase} />
        <MemberPanel conversation={conversation} />
      </aside>
    </div>
  );
}

function Viewers({ viewers }: Pick<ViewResponse, 'viewers'>) {
  const typing = viewers.filter((viewer) => viewer.isTyping).map(({ name }) => name);
  const others = viewers.filter((viewer) => !viewer.isTyping).map(({ name }) => name);
  const sentences = [
    ...(typing.length > 0 ? [`${joinNames(typing)} ${typing.length === 1 ? 'is' : 'are'} writing a reply.`] : []),
    ...(others.length > 0 ? [`${joinNames(others)} ${others.length === 1 ? 'is' : 'are'} also viewing this message.`] : []),
  ];
  return (
    <p className="inbox-viewers" role="status">
      {sentences.join(' ')}
    </p>
  );
}

function joinNames(names: readonly string[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '');
}

function listEntries({ name, createdAt, message, replies, notes }: AdminConversation): ThreadEntry[] {
  const authorOf = (kind: AdminConversation['replies'][number]['kind'], by: string | null) => {
    if (kind === 'answer') return `Us, ${by}`;
    if (kind === 'reply') return `${name}, in their account`;
    return by === null ? `${name}, by email` : `${name}, by email (added by ${by})`;
  };
  return [
    { id: 'first', author: name, createdAt, text: message, isFromSupport: false },
    ...replies.map(({ kind, by, ...reply }) => ({ ...reply, author: authorOf(kind, by), isFromSupport: kind === 'answer' })),
    ...notes.map(({ by, ...note }) => ({ ...note, id: `note-${note.id}`, author: `Note by ${by}`, isFromSupport: true, isNote: true })),
  ].sort((one, other) => one.createdAt.localeCompare(other.createdAt));
}
