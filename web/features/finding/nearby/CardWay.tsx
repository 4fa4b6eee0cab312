import '#web/features/finding/nearby/card-way.css';
import { type CardDirection, getCompassLetters, getCompassPoint } from '#web/features/finding/nearby/card-directions.ts';
import { formatDistance } from '#web/lib/distance/distance-format.ts';
import { useDistanceUnit } from '#web/lib/distance/distance-unit.ts';

/** Shows the distance and direction to a card. If `isShort` is true, abbreviates the compass point. */
export function CardWay({
  direction: { meters, bearing, isInCardArea },
  isShort = false,
}: {
  direction: CardDirection;
  isShort?: boolean;
}) {
  const unit = useDistanceUnit();
  if (isInCardArea) return <strong className="way">{isShort ? 'Right here' : 'You’re in the card’s area: look around'}</strong>;
  return (
    <span className="way">
      <strong>{formatDistance(meters, unit)}</strong>{' '}
      <span className="way-direction">
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false" style={{ rotate: `${Math.round(bearing)}deg` }}>
          <path d="m12 3 6.5 17L12 16.5 5.5 20Z" />
        </svg>
        {isShort && <span className="way-letters" aria-hidden="true" data-letters={getCompassLetters(bearing)} />}
        <span className={isShort ? 'visually-hidden' : undefined}>{getCompassPoint(bearing)}</span>
        <span className="visually-hidden">, {Math.round(bearing) % 360} degrees</span>
      </span>
    </span>
  );
}
