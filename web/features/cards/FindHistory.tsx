import type { CardFind } from '#schema/cards/card.ts';
import { finderHiddenSeconds, secondsPerHour } from '#schema/rules.ts';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { plural } from '#web/lib/format.ts';

const scanSourceLabels: Record<CardFind['source'], string> = {
  camera: 'by camera',
  photo: 'from a photo',
  typed: 'by typing the ID',
  link: 'from the QR code’s link',
  offline: 'while offline',
};

const hiddenHours = finderHiddenSeconds / secondsPerHour;

const shownFinds = 5;

export function FindHistory({ finds, totalScans }: { finds: CardFind[]; totalScans: number }) {
  if (finds.length === 0) return <p className="muted">Nobody has found this card yet. Each find will show up here and earn you a token.</p>;
  const olderFinds = finds.slice(shownFinds);
  return (
    <div>
      <h3>Who found it</h3>
      {finds.some(({ scanDate }) => scanDate === null) && (
        <p className="muted small">You’ll see who found the card, and on which day, after {hiddenHours} hours.</p>
      )}
      <FindRows finds={finds.slice(0, shownFinds)} />
      {olderFinds.length > 0 && (
        <details>
          <summary>{plural(olderFinds.length, 'older find')}</summary>
          <FindRows finds={olderFinds} />
          {totalScans > finds.length && <p className="muted small">Only the latest {plural(finds.length, 'find')} are listed.</p>}
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
            <strong>{find.scanDate === null ? 'New find' : (find.finder ?? 'An explorer')}</strong>{' '}
            <span className="muted">{scanSourceLabels[find.source]}</span>
          </span>
          {find.scanDate === null ? (
            <span className="muted small">Last {hiddenHours} hours</span>
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
