import '#web/features/progress/trip-trail.css';
import { tripStopTokens } from '#schema/rules.ts';
import { DestinationPicture } from '#web/features/stays/DestinationPicture.tsx';

const width = 320;
const height = 64;
const start = 14;
const end = 258;
/** The traveler's position in the picture of the destination. */
const arrival = { x: 287, y: 43 };
const middle = 42;
const swing = 9;

/** Point of the trail at a share of its length, from 0 to 1. */
function pointAt(share: number): { x: number; y: number } {
  const x = start + (end - start) * share;
  return { x, y: middle - swing * Math.sin((x - start) / 27) };
}

function trailPath(from: number, to: number): string {
  const steps = Math.max(2, Math.round((to - from) * 60));
  const points = Array.from({ length: steps + 1 }, (_, step) => pointAt(from + ((to - from) * step) / steps));
  return `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;
}

interface TripTrailProps {
  /** Tokens that the member can redeem, and tokens that the trip takes. */
  tokens: number;
  goal: number;
  /** Destination's id in the catalog; null if none is chosen. */
  destinationId: string | null;
  label: string;
}

/** A traveler on the trail to the destination, with a stop every `tripStopTokens` tokens. Also the progress bar of the trip. */
export function TripTrail({ tokens, goal, destinationId, label }: TripTrailProps) {
  const share = Math.min(1, Math.max(0, tokens / goal));
  const stops = Array.from({ length: Math.ceil(goal / tripStopTokens) - 1 }, (_, index) => (index + 1) * tripStopTokens);
  const traveler = share < 1 ? pointAt(share) : arrival;
  return (
    <div
      className="trip-trail"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={goal}
      aria-valuenow={Math.round(share * goal)}
    >
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
        <path className="trip-hills" d="M0 40c22-22 44-26 62-8 20-24 46-24 66-4 26-22 52-18 72 2 20-14 42-14 62 2 20-12 40-12 58-4v36H0Z" />
        <path className="trip-ground" d="M0 52c50-10 96-8 150-4s110-4 170 2v14H0Z" />
        <path className="trip-path" d={trailPath(0, 1)} />
        {share > 0 && <path className="trip-path is-walked" d={trailPath(0, share)} />}
        {stops.map((stop) => {
          const { x, y } = pointAt(stop / goal);
          return <circle key={stop} className={stop <= tokens ? 'trip-stop is-passed' : 'trip-stop'} cx={x} cy={y} r="3.4" />;
        })}
      </svg>
      <span className="trip-end">
        <DestinationPicture id={destinationId ?? 'elsewhere'} />
      </span>
      <svg viewBox={`0 0 ${width} ${height}`} className="trip-front" aria-hidden="true" focusable="false">
        <g className="trip-traveler" style={{ transform: `translate(${traveler.x.toFixed(1)}px, ${traveler.y.toFixed(1)}px)` }}>
          <ellipse className="trip-shadow" rx="5" ry="1.600" />
          <path className="trip-pin" d="M0 0C-7-9-9-12-9-16a9 9 0 0 1 18 0c0 4-2 7-9 16Z" />
          <circle className="trip-pin-hole" cy="-16" r="3.600" />
        </g>
      </svg>
    </div>
  );
}
