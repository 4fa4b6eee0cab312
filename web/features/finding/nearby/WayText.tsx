import type { Way } from '#web/features/finding/nearby/card-ways.ts';
import { distanceUnit, distanceWords, getCompassPoint } from '#web/features/finding/nearby/distance-words.ts';

export function WayText({ way: { meters, bearing, isInCardArea } }: { way: Way }) {
  if (isInCardArea) return <strong>You’re in its area: look around</strong>;
  return (
    <span className="way">
      <strong>{distanceWords(meters, distanceUnit())}</strong>{' '}
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
