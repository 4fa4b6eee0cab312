import type { CardDirection } from '#web/features/finding/nearby/card-directions.ts';
import { formatDistance, getCompassPoint, getDistanceUnit } from '#web/features/finding/nearby/distance-format.ts';

export function DirectionText({ direction: { meters, bearing, isInCardArea } }: { direction: CardDirection }) {
  if (isInCardArea) return <strong>You’re in its area: look around</strong>;
  return (
    <span className="way">
      <strong>{formatDistance(meters, getDistanceUnit())}</strong>{' '}
      <span className="way-direction">
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false" style={{ rotate: `${Math.round(bearing)}deg` }}>
          <path d="m12 3 6.5 17L12 16.5 5.5 20Z" />
        </svg>
        {getCompassPoint(bearing)}
        <span className="visually-hidden">, {Math.round(bearing) % 360} degrees</span>
      </span>
    </span>
  );
}
