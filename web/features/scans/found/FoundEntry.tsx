import { plural, t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import type { FoundCard } from '#schema/scans/find.ts';
import { describeExactness } from '#web/features/finding/map/exactness.ts';
import { OwnLog } from '#web/features/scans/finds/OwnLog.tsx';
import type { ChangeFind } from '#web/features/scans/found/find-changes.ts';
import { date, number } from '#web/lib/format.ts';
import { MapPinIcon } from '#web/ui/icons/found-icons.tsx';

interface FoundEntryProps {
  find: FoundCard;
  /** Number of the find in the member's history, counted from the oldest; null if unknown. */
  findNumber: number | null;
  /** Name of the nearest town; undefined if unknown. */
  town: string | undefined;
  onChange: ChangeFind;
}

export function FoundEntry({ find, findNumber, town, onChange }: FoundEntryProps) {
  const { id, cardId, name, foundAt, tokens, place, log, takesLog } = find;
  const entry = useRef<HTMLLIElement>(null);
  // The entry had not loaded yet when the browser looked for the URL's anchor.
  useEffect(() => {
    if (location.hash !== `#find-${id}`) return;
    entry.current?.focus({ preventScroll: true });
    entry.current?.scrollIntoView?.({ block: 'center', behavior: 'instant' });
  }, [id]);
  return (
    <li ref={entry} tabIndex={-1} className="found-entry">
      {findNumber !== null && (
        <span className="found-number">
          <span className="visually-hidden">{t({ message: 'Find', context: 'a card that was found' })} </span>
          {number(findNumber)}
        </span>
      )}
      <div className="found-title">
        <strong>{name ?? cardId}</strong>
        <span className="muted small found-facts">
          <time dateTime={foundAt}>{date(foundAt)}</time>
          {name !== null && <span className="code">{cardId}</span>}
          <span className="found-tokens">+{plural(tokens, { one: '# token', other: '# tokens' })}</span>
        </span>
      </div>
      {(place || takesLog || log) && (
        <div className="found-actions">
          {place && (
            <p className="small found-place">
              <MapPinIcon />
              <a href={placeAddress(place)} target="_blank" rel="noopener noreferrer">
                {town ? t`Near ${town}` : t`On the map`}
                <span className="visually-hidden">, {describeExactness(place.visibility)}</span>
              </a>
            </p>
          )}
          {(takesLog || log) && <OwnLog isCompact cardId={cardId} log={log} onChange={(savedLog) => onChange(cardId, { log: savedLog })} />}
        </div>
      )}
    </li>
  );
}

/** Returns an OpenStreetMap URL for the location. */
function placeAddress({ latitude, longitude }: { latitude: number; longitude: number }): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`;
}
