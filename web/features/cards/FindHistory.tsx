import { plural, t } from '@lingui/core/macro';
import type { CardFind } from '#schema/cards/card.ts';
import { finderHiddenSeconds, secondsPerHour } from '#schema/rules.ts';
import { calendarDay } from '#web/lib/calendar-day.ts';

const scanSourceLabels = (): Record<CardFind['source'], string> => ({
  camera: t`by camera`,
  photo: t`from a photo`,
  typed: t`by typing the ID`,
  link: t`from the QR code’s link`,
  offline: t`while offline`,
});

const hiddenHours = finderHiddenSeconds / secondsPerHour;

const shownFinds = 5;

export function FindHistory({ finds, totalScans }: { finds: CardFind[]; totalScans: number }) {
  if (finds.length === 0)
    return <p className="muted">{t`Nobody has found this card yet. Each find will show up here and earn you a token.`}</p>;
  const olderFinds = finds.slice(shownFinds);
  return (
    <div>
      <h3>{t`Who found it`}</h3>
      {finds.some(({ scanDate }) => scanDate === null) && (
        <p className="muted small">{t`You’ll see who found the card, and on which day, after ${hiddenHours} hours.`}</p>
      )}
      <FindRows finds={finds.slice(0, shownFinds)} />
      {olderFinds.length > 0 && (
        <details>
          <summary>{plural(olderFinds.length, { one: '# older find', other: '# older finds' })}</summary>
          <FindRows finds={olderFinds} />
          {totalScans > finds.length && (
            <p className="muted small">{t`Only the latest ${plural(finds.length, { one: '# find', other: '# finds' })} are listed.`}</p>
          )}
        </details>
      )}
    </div>
  );
}

function FindRows({ finds }: { finds: CardFind[] }) {
  return (
    <ol className="plain-list finds">
      {finds.map((find, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a find's id would reveal its time
        <li key={finds.length - index}>
          <span>
            <strong>{find.scanDate === null ? t`New find` : (find.finder ?? t`An explorer`)}</strong>{' '}
            <span className="muted">{scanSourceLabels()[find.source]}</span>
          </span>
          {find.scanDate === null ? (
            <span className="muted small">{t`Last ${hiddenHours} hours`}</span>
          ) : (
            <time className="muted small" dateTime={find.scanDate}>
              {calendarDay(find.scanDate)}
            </time>
          )}
        </li>
      ))}
    </ol>
  );
}
