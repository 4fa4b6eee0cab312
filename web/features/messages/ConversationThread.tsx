import '#web/features/messages/conversation.css';
import { dateTime } from '#web/lib/format.ts';

export interface ThreadEntry {
  id: string | number;
  author: string;
  createdAt: string;
  text: string;
  isFromSupport: boolean;
  isNote?: boolean;
}

/** Shows messages as plain text, never as HTML, oldest first. */
export function ConversationThread({ entries, label }: { entries: ThreadEntry[]; label: string }) {
  return (
    <ol className="conversation" aria-label={label}>
      {entries.map(({ id, author, createdAt, text, isFromSupport, isNote }) => (
        <li key={id} className={isNote ? 'internal-note' : isFromSupport ? 'from-us' : undefined}>
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
