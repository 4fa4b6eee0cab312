import { plural, t } from '@lingui/core/macro';
import { useRef } from 'react';
import type { CardLog } from '#schema/scans/find.ts';
import { NameWithMedal } from '#web/features/progress/medals/NameWithMedal.tsx';
import { hideLog, thankFinder } from '#web/features/scans/finds/finds-api.ts';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

const shownLogs = 3;

export function CardLogs({ cardId, logs }: { cardId: string; logs: CardLog[] }) {
  if (logs.length === 0) return <p className="muted">{t`No notes yet. Finders can leave you one after each find.`}</p>;
  const olderLogs = logs.slice(shownLogs);
  return (
    <>
      <LogList cardId={cardId} logs={logs.slice(0, shownLogs)} />
      {olderLogs.length > 0 && (
        <details>
          <summary>{plural(olderLogs.length, { one: '# older note', other: '# older notes' })}</summary>
          <LogList cardId={cardId} logs={olderLogs} />
        </details>
      )}
    </>
  );
}

function LogList({ cardId, logs }: { cardId: string; logs: CardLog[] }) {
  return (
    <ul className="plain-list card-logs" aria-label={t`Notes from finders`}>
      {logs.map((log) => (
        <LogRow key={log.id} cardId={cardId} log={log} />
      ))}
    </ul>
  );
}

function LogRow({ cardId, log }: { cardId: string; log: CardLog }) {
  const { id, finder, finderMedal, text, writtenOn, isHidden, isThanked, isEditedSinceThanks } = log;
  const row = useRef<HTMLLIElement>(null);
  const name = finder ?? (writtenOn === null ? t`A new finder` : t`An explorer`);

  async function thank() {
    await thankFinder(cardId, id);
    // Moves the focus to the row because the button has disappeared.
    row.current?.focus();
  }

  async function toggle() {
    await hideLog(cardId, id, !isHidden);
    // Moves the focus to the row because the button's label has changed.
    row.current?.focus();
  }

  return (
    <li ref={row} tabIndex={-1} className="stack gap-2">
      <p className="spread">
        <strong>
          <NameWithMedal name={name} medal={finderMedal} />
        </strong>
        {writtenOn && (
          <time className="muted small" dateTime={writtenOn}>
            {calendarDay(writtenOn)}
          </time>
        )}
      </p>
      {isHidden ? <p className="muted">{t`You hid this note.`}</p> : <blockquote className="log-text">{text}</blockquote>}
      <div className="cluster">
        {isThanked && !isHidden && (
          <p className="muted small">{isEditedSinceThanks ? t`You thanked an earlier version of this note.` : t`You said thanks.`}</p>
        )}
        {!isThanked && !isHidden && (
          <ActionButton
            className="secondary button-small"
            action={thank}
            failed={t`Couldn’t send your thanks`}
            pendingLabel={t`Sending…`}
            aria-label={t`Say thanks to ${name}`}
          >
            {t`Say thanks`}
          </ActionButton>
        )}
        <ActionButton
          className="ghost button-small"
          action={toggle}
          failed={t`Couldn’t change the note`}
          pendingLabel={isHidden ? t`Showing…` : t`Hiding…`}
          aria-label={isHidden ? t`Show the note from ${name}` : t`Hide the note from ${name}`}
        >
          {isHidden ? t`Show` : t`Hide`}
        </ActionButton>
      </div>
    </li>
  );
}
