import type { FoundCard } from '#schema/scans/find.ts';
import { describeExactness } from '#web/features/finding/map/exactness.ts';
import { OwnLog } from '#web/features/scans/finds/OwnLog.tsx';
import { dateTime, plural } from '#web/lib/format.ts';
import { MapPinIcon } from '#web/ui/icons/found-icons.tsx';

interface FoundEntryProps {
  find: FoundCard;
  onChange: (cardId: string, change: Partial<FoundCard>) => void;
}

export function FoundEntry({ find: { cardId, name, foundAt, tokens, place, log, takesLog }, onChange }: FoundEntryProps) {
  return (
    <li tabIndex={-1} className="stack gap-3">
      <div className="found-head">
        <div className="found-title">
          <strong>{name ?? cardId}</strong>
          <span className="muted small found-facts">
            {name !== null && <span className="code">{cardId}</span>}
            <time dateTime={foundAt}>{dateTime(foundAt)}</time>
          </span>
        </div>
        <span className="found-tokens">+{plural(tokens, 'token')}</span>
      </div>
      {place && (
        <p className="small found-place">
          <MapPinIcon />
          <a href={placeAddress(place)} target="_blank" rel="noopener noreferrer">
            On the map, {describeExactness(place.visibility)}
          </a>
        </p>
      )}
      {(takesLog || log) && <OwnLog cardId={cardId} log={log} onChange={(savedLog) => onChange(cardId, { log: savedLog })} />}
    </li>
  );
}

/** Returns an OpenStreetMap URL for the location. */
function placeAddress({ latitude, longitude }: { latitude: number; longitude: number }): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`;
}
