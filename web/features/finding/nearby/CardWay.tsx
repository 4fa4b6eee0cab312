import { t } from '@lingui/core/macro';
import '#web/features/finding/nearby/card-way.css';
import { type CardDirection, type CompassPoint, getCompassPoint } from '#web/features/finding/nearby/card-directions.ts';
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
  if (isInCardArea) return <strong className="way">{isShort ? t`Right here` : t`You’re in the card’s area: look around`}</strong>;
  return (
    <span className="way">
      <strong>{formatDistance(meters, unit)}</strong>{' '}
      <span className="way-direction">
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false" style={{ rotate: `${Math.round(bearing)}deg` }}>
          <path d="m12 3 6.5 17L12 16.5 5.5 20Z" />
        </svg>
        {isShort && <span className="way-letters" aria-hidden="true" data-letters={compassLetters()[getCompassPoint(bearing)]} />}
        <span className={isShort ? 'visually-hidden' : undefined}>{compassNames()[getCompassPoint(bearing)]}</span>
        <span className="visually-hidden">, {t`${Math.round(bearing) % 360} degrees`}</span>
      </span>
    </span>
  );
}

const compassNames = (): Record<CompassPoint, string> => ({
  north: t`north`,
  'north-east': t`north-east`,
  east: t`east`,
  'south-east': t`south-east`,
  south: t`south`,
  'south-west': t`south-west`,
  west: t`west`,
  'north-west': t`north-west`,
});

const compassLetters = (): Record<CompassPoint, string> => ({
  north: t`N`,
  'north-east': t`NE`,
  east: t`E`,
  'south-east': t`SE`,
  south: t`S`,
  'south-west': t`SW`,
  west: t`W`,
  'north-west': t`NW`,
});
