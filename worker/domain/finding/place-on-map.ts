/** See "Finding cards" in docs/product-rules.md. */
import { metersBetween, metersPerDegree, type Place } from '#schema/finding/geo.ts';
import type { PlaceVisibility } from '#schema/finding/place-visibility.ts';
import { defaultPlaceVisibility, getShownPlace } from '#schema/finding/shown-place.ts';
import { sharedCellMeters } from '#schema/rules.ts';

/** A card's visibility, anchor and public location, all null if the owner has chosen no visibility or the card has no location. */
export interface PlaceOnMap {
  visibility: PlaceVisibility | null;
  anchor: Place | null;
  shown: Place | null;
}

/**
 * Snaps the card to its previous anchor if that is near, or else to the nearest of the owner's anchors. If none is near, uses the card's
 * own location. As a result, repeated GPS fixes and several cards at one door share one point. `anchors` holds the current and former
 * anchors of the owner's cards. If `visibility` is undefined, the card keeps its current one.
 */
export function placeOnMap(
  { place, visibility: requestedVisibility }: { place: Place | null; visibility: PlaceVisibility | undefined },
  before: Pick<PlaceOnMap, 'visibility' | 'anchor'>,
  anchors: readonly Place[],
): PlaceOnMap {
  const visibility = requestedVisibility ?? before.visibility ?? (place ? defaultPlaceVisibility : null);
  if (!place || !visibility) return { visibility, anchor: null, shown: null };
  const anchor = findNearest(place, before.anchor ? [before.anchor] : []) ?? findNearest(place, anchors) ?? place;
  return { visibility, anchor, shown: getShownPlace(visibility === 'exact' ? place : anchor, visibility) };
}

export function correctPlaceOnMap(
  place: Place | null,
  before: Pick<PlaceOnMap, 'visibility' | 'anchor'>,
  anchors: readonly Place[],
): PlaceOnMap {
  if (before.visibility === null) return { visibility: null, anchor: null, shown: null };
  return placeOnMap({ place, visibility: before.visibility }, before, anchors);
}

export function getAnchorLatitudes({ latitude }: Place): { south: number; north: number } {
  const height = sharedCellMeters / metersPerDegree;
  return { south: latitude - height, north: latitude + height };
}

function findNearest(place: Place, anchors: readonly Place[]): Place | undefined {
  return anchors
    .map((anchor) => ({ anchor, meters: metersBetween(place, anchor) }))
    .filter(({ meters }) => meters <= sharedCellMeters)
    .sort((one, other) => one.meters - other.meters)[0]?.anchor;
}
