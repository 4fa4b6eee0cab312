import type { OwnCard } from '#schema/card.ts';
import { MapPinIcon } from '#web/ui/icons.tsx';

/** What the placement form said. */
export function PlacementDetails({ card: { location, description, latitude, longitude } }: { card: OwnCard }) {
  return (
    <div className="placement-details">
      <MapPinIcon />
      <div>
        <p>
          <strong>{location}</strong>
        </p>
        {description && <p>{description}</p>}
        {latitude !== null && longitude !== null && (
          <p className="muted small code">
            {latitude.toFixed(5)}, {longitude.toFixed(5)}
          </p>
        )}
      </div>
    </div>
  );
}
