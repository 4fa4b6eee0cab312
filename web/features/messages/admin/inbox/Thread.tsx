import { useRef } from 'react';
import type { AdminConversation, InboxDesk } from '#schema/messages/admin-messages.ts';
import { useVersioned } from '#web/features/admin/use-versioned.ts';
import { useViewers } from '#web/features/admin/viewers/use-viewers.ts';
import { Viewers } from '#web/features/admin/viewers/Viewers.tsx';
import { Composer, type ComposerHandle } from '#web/features/messages/admin/inbox/Composer.tsx';
import { MemberPanel } from '#web/features/messages/admin/inbox/MemberPanel.tsx';
import { closeOrReopen, Organizer } from '#web/features/messages/admin/inbox/Organizer.tsx';
import { stateLabels } from '#web/features/messages/admin/message-labels.ts';
import { readConversation, reloadConversation } from '#web/features/messages/admin/messages-api.ts';
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
  const { id, version, state, handledAt, handledBy, snoozedUntil, isErased } = conversation;
  const { base, refreshIfStale, setBase } = useVersioned(conversation, () => readConversation(id));
  const isTyping = useRef(false);
  const composer = useRef<ComposerHandle>(null);
  const viewers = useViewers({
    kind: 'message',
    id,
    version,
    isActing: () => isTyping.current,
    reload: () => reloadConversation(id),
  });
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
        <Viewers kind="message" viewers={viewers} />
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

function listEntries({ name, createdAt, message, replies, notes, member }: AdminConversation): ThreadEntry[] {
  const authorOf = (kind: AdminConversation['replies'][number]['kind'], by: string | null) => {
    if (kind === 'answer') return `Us, ${by}`;
    if (kind === 'reply') return `${name}, in their account`;
    return by === null ? `${name}, by email` : `${name}, by email (added by ${by})`;
  };
  return [
    // Visitors choose any name, also one that reads like ours or a member's.
    { id: 'first', author: member ? name : `${name}, not signed in`, createdAt, text: message, isFromSupport: false },
    ...replies.map(({ kind, by, ...reply }) => ({ ...reply, author: authorOf(kind, by), isFromSupport: kind === 'answer' })),
    ...notes.map(({ by, ...note }) => ({ ...note, id: `note-${note.id}`, author: `Note by ${by}`, isFromSupport: true, isNote: true })),
  ].sort((one, other) => one.createdAt.localeCompare(other.createdAt));
}
