import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import type { FoundCard } from '#schema/scans/find.ts';
import { describeExactness } from '#web/features/finding/map/exactness.ts';
import { OwnLog } from '#web/features/scans/finds/OwnLog.tsx';
import type { ChangeFind } from '#web/features/scans/found/find-changes.ts';
import { date, dateFormat, number } from '#web/lib/format.ts';

const shortDay = dateFormat({ month: 'short', day: 'numeric', timeZone: 'UTC' });

interface FoundEntryProps {
  find: FoundCard;
  /** Number of the find in the member's history, counted from the oldest; null if unknown. */
  findNumber: number | null;
  /** Name of the nearest town; undefined if unknown. */
  town: string | undefined;
  /** True if the find is below its month's name, so that its date needs no year. */
  isInMonth?: boolean;
  onChange: ChangeFind;
}

export function FoundEntry({ find, findNumber, town, isInMonth = false, onChange }: FoundEntryProps) {
  const { id, cardId, name, foundAt, place, log, takesLog } = find;
  const entry = useRef<HTMLLIElement>(null);
  // The entry had not loaded yet when the browser looked for the URL's anchor.
  useEffect(() => {
    if (location.hash !== `#find-${id}`) return;
    entry.current?.focus({ preventScroll: true });
    entry.current?.scrollIntoView?.({ block: 'center', behavior: 'instant' });
  }, [id]);
  return (
    <li ref={entry} id={isInMonth ? `find-${id}` : undefined} tabIndex={-1} className="found-entry">
      {findNumber !== null && (
        <span className="found-number">
          <span className="visually-hidden">{t({ message: 'Find', context: 'a card that was found' })} </span>
          {number(findNumber)}
        </span>
      )}
      <div className="found-title">
        <strong>{name ?? cardId}</strong>
        <span className="muted small found-facts">
          <time dateTime={foundAt}>{isInMonth ? shortDay().format(new Date(foundAt)) : date(foundAt)}</time>
          {name !== null && <span className="code">{cardId}</span>}
          {place && (
            <span className="found-place">
              <a href={placeAddress(place)} target="_blank" rel="noopener noreferrer">
                {town ? t`Near ${town}` : t`On the map`}
                <span className="visually-hidden">, {describeExactness(place.visibility)}</span>
              </a>
            </span>
          )}
        </span>
      </div>
      {(takesLog || log) && <OwnLog isCompact cardId={cardId} log={log} onChange={(savedLog) => onChange(cardId, { log: savedLog })} />}
    </li>
  );
}

/** Returns an OpenStreetMap URL for the location. */
function placeAddress({ latitude, longitude }: { latitude: number; longitude: number }): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`;
}
