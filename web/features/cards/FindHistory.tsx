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

export function FindHistory({ finds, totalScans }: { finds: CardFind[]; totalScans: number }) {
  return (
    <section className="sheet" aria-labelledby="finds-title">
      <h2 id="finds-title">Finds</h2>
      {finds.length === 0 ? (
        <p className="muted">Nobody has found this card yet. Each find will show up here and earn you a token.</p>
      ) : (
        <>
          {finds.some(({ scanDate }) => scanDate === null) && (
            <p className="muted small">You’ll see who found the card, and on which day, after {hiddenHours} hours.</p>
          )}
          {totalScans > finds.length && <p className="muted small">The latest {plural(finds.length, 'find')}.</p>}
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
        </>
      )}
    </section>
  );
}
