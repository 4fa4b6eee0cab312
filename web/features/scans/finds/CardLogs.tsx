import { useRef } from 'react';
import type { CardLog } from '#schema/scans/find.ts';
import { hideLog } from '#web/features/scans/finds/finds-api.ts';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

export function CardLogs({ cardId, logs }: { cardId: string; logs: CardLog[] }) {
  if (logs.length === 0) return <p className="muted">No notes yet. Finders can leave you one after each find.</p>;
  return (
    <ul className="plain-list card-logs" aria-label="Notes from finders">
      {logs.map((log) => (
        <LogRow key={log.id} cardId={cardId} log={log} />
      ))}
    </ul>
  );
}

function LogRow({ cardId, log: { id, finder, text, writtenOn, isHidden } }: { cardId: string; log: CardLog }) {
  const row = useRef<HTMLLIElement>(null);
  const name = finder ?? (writtenOn === null ? 'A new finder' : 'An explorer');

  async function toggle() {
    await hideLog(cardId, id, !isHidden);
    // Moves the focus to the row because the button's label has changed.
    row.current?.focus();
  }

  return (
    <li ref={row} tabIndex={-1} className="stack gap-2">
      <p className="spread">
        <strong>{name}</strong>
        {writtenOn && (
          <time className="muted small" dateTime={writtenOn}>
            {calendarDay(writtenOn)}
          </time>
        )}
      </p>
      {isHidden ? <p className="muted">You hid this note.</p> : <blockquote className="log-text">{text}</blockquote>}
      <div>
        <ActionButton
          className="secondary button-small"
          action={toggle}
          failed="Couldn’t change the note"
          pendingLabel={isHidden ? 'Showing…' : 'Hiding…'}
          aria-label={`${isHidden ? 'Show' : 'Hide'} the note from ${name}`}
        >
          {isHidden ? 'Show' : 'Hide'}
        </ActionButton>
      </div>
    </li>
  );
}
