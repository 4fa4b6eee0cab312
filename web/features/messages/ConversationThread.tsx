import '#web/features/messages/conversation.css';
import { dateTime } from '#web/lib/format.ts';

export interface ThreadEntry {
  id: string | number;
  /** Author, and the channel where it matters. */
  author: string;
  createdAt: string;
  text: string;
  isFromSupport: boolean;
}

/** Oldest first; plain text, never HTML. */
export function ConversationThread({ entries, label }: { entries: ThreadEntry[]; label: string }) {
  return (
    <ol className="conversation" aria-label={label}>
      {entries.map(({ id, author, createdAt, text, isFromSupport }) => (
        <li key={id} className={isFromSupport ? 'from-us' : undefined}>
          <p className="conversation-head">
            <strong>{author}</strong> · <time dateTime={createdAt}>{dateTime(createdAt)}</time>
          </p>
          <p className="conversation-text" dir="auto">
            {text}
          </p>
        </li>
      ))}
    </ol>
  );
}
