import { t } from '@lingui/core/macro';
import type { OwnCard, OwnCardPage } from '#schema/cards/card.ts';
import type { Place } from '#schema/finding/geo.ts';
import { getShownPlace } from '#schema/finding/shown-place.ts';
import { useVisibilityLabels } from '#web/features/cards/placement/visibility-labels.ts';
import { openStreetMapUrl } from '#web/features/finding/nearby/directions.ts';
import { MapPinIcon } from '#web/ui/icons/found-icons.tsx';

export function PlacementDetails({ card, shownAt }: { card: OwnCard; shownAt: OwnCardPage['shownAt'] }) {
  const visibilityLabels = useVisibilityLabels();
  const { description, visibility } = card;
  const place = getPlace(card);
  return (
    <div className="placement-details">
      <MapPinIcon />
      <div>
        {description && <p>{description}</p>}
        {place && (
          <p className="muted small code">
            {place.latitude.toFixed(5)}, {place.longitude.toFixed(5)}
          </p>
        )}
        {place && (
          <a href={openStreetMapUrl(place)} target="_blank" rel="noopener noreferrer" className="standalone-link">
            {t`On the map`}
          </a>
        )}
        {place && visibility && (
          <p className="muted small">
            {isShownElsewhere(place, card, shownAt)
              ? t`This card is close to one of your older cards, so others see it in that card’s square.`
              : visibilityLabels[visibility].placeText}
          </p>
        )}
      </div>
    </div>
  );
}

function getPlace({ latitude, longitude }: OwnCard): Place | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/**
 * Returns whether the card is shown in a square other than the one that contains its coordinates. An owner's nearby cards share one square
 * because several squares would reveal more about the location.
 */
function isShownElsewhere(place: Place, { visibility }: OwnCard, shownAt: OwnCardPage['shownAt']): boolean {
  const visiblePlace = visibility && getShownPlace(place, visibility);
  return (
    visiblePlace != null && shownAt !== null && (visiblePlace.latitude !== shownAt.latitude || visiblePlace.longitude !== shownAt.longitude)
  );
}
