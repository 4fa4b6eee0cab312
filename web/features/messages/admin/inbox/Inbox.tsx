import { Key } from '#web/features/messages/admin/inbox/Key.tsx';
import '#web/features/messages/admin/inbox/inbox.css';
import '#web/features/messages/admin/messages.css';
import { useEffect, useRef, useState } from 'react';
import { useAdmin } from '#web/features/admin/session/admin-session.ts';
import { InboxList } from '#web/features/messages/admin/inbox/InboxList.tsx';
import { SavedRepliesDialog } from '#web/features/messages/admin/inbox/SavedRepliesDialog.tsx';
import { Thread } from '#web/features/messages/admin/inbox/Thread.tsx';
import { useInbox } from '#web/features/messages/admin/inbox/use-inbox.ts';
import { useConversation, useInboxDesk } from '#web/features/messages/admin/messages-api.ts';
import { useShortcuts } from '#web/lib/react/use-shortcuts.ts';
import { Loaded } from '#web/ui/states/Loaded.tsx';

/** List, conversation and facts side by side; on a phone, the list or one conversation. */
export function Inbox() {
  const { admin } = useAdmin();
  const inbox = useInbox(admin?.id);
  const desk = useInboxDesk();
  const [managesReplies, setManagesReplies] = useState(false);
  const { openId, open, next, previous } = inbox;
  const move = (id: number | null) => id !== null && open(id);
  useShortcuts({ j: () => move(next), k: () => move(previous) });

  return (
    <div className="inbox-frame">
      <div className={openId === null ? 'inbox' : 'inbox inbox-with-thread'}>
        <InboxList inbox={inbox} desk={desk.data} />
        <div className="inbox-thread">
          {openId === null ? (
            <p className="muted inbox-none">Choose a message, or press J for the first.</p>
          ) : (
            <OpenConversation key={openId} id={openId} inbox={inbox} desk={desk.data} onManageReplies={() => setManagesReplies(true)} />
          )}
        </div>
      </div>
      {managesReplies && <SavedRepliesDialog replies={desk.data?.savedReplies ?? []} onClose={() => setManagesReplies(false)} />}
    </div>
  );
}

interface OpenConversationProps {
  id: number;
  inbox: ReturnType<typeof useInbox>;
  desk: ReturnType<typeof useInboxDesk>['data'];
  onManageReplies: () => void;
}

function OpenConversation({ id, inbox, desk, onManageReplies }: OpenConversationProps) {
  const query = useConversation(id);
  const heading = useRef<HTMLHeadingElement>(null);
  const name = query.data?.name ?? inbox.query.page?.rows.find((row) => row.id === id)?.name;
  // Keys act on the conversation as soon as it is open.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section className="inbox-conversation" aria-labelledby="inbox-title">
      <div className="inbox-head">
        <button type="button" className="secondary button-small inbox-back" onClick={() => inbox.open(null)}>
          All messages
        </button>
        <h2 id="inbox-title" ref={heading} tabIndex={-1}>
          {name ? `Message #${id} from ${name}` : `Message #${id}`}
        </h2>
        <div className="cluster inbox-move">
          <MoveButton label="Previous" shortcut="K" id={inbox.previous} open={inbox.open} />
          <MoveButton label="Next" shortcut="J" id={inbox.next} open={inbox.open} />
        </div>
      </div>
      <Loaded query={query} subject="The message" lines={8}>
        {(conversation) => (
          <Thread
            conversation={conversation}
            desk={desk}
            onManageReplies={onManageReplies}
            onNext={() => inbox.open(inbox.next)}
            onLeave={() => heading.current?.focus()}
          />
        )}
      </Loaded>
    </section>
  );
}

interface MoveButtonProps {
  label: string;
  shortcut: string;
  id: number | null;
  open: (id: number | null) => void;
}

function MoveButton({ label, shortcut, id, open }: MoveButtonProps) {
  return (
    <button
      type="button"
      className="secondary button-small"
      aria-disabled={id === null || undefined}
      onClick={() => id !== null && open(id)}
    >
      {label}
      <Key name={shortcut} />
    </button>
  );
}
