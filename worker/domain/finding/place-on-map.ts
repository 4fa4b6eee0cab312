/** Where a card is shown to others. Product rules: Finding cards. */
import { metersBetween, metersPerDegree, type Place } from '#schema/finding/geo.ts';
import type { PlaceVisibility } from '#schema/finding/place-visibility.ts';
import { defaultPlaceVisibility, shownPlace } from '#schema/finding/shown-place.ts';
import { sharesCellWithinMeters } from '#schema/rules.ts';

/** How a card stands on the map; all null where nobody has asked its owner, or said where it is. */
export interface PlaceOnMap {
  visibility: PlaceVisibility | null;
  /** The place in whose cell it is shown. */
  anchor: Place | null;
  shown: Place | null;
}

/** The owner's form; without `visibility` it stays unchanged. */
interface PlacementInput {
  place: Place | null;
  visibility: PlaceVisibility | undefined;
}

/**
 * Decides where a card is shown: in the cell of the place it was shown by before, else of an older card's of its owner, else in its
 * own; the former where they are near. So fixes of one door, and several cards behind it, show one point. `anchors` are those of
 * the owner's cards, of before too.
 */
export function placeOnMap(
  { place, visibility: requestedVisibility }: PlacementInput,
  before: Pick<PlaceOnMap, 'visibility' | 'anchor'>,
  anchors: readonly Place[],
): PlaceOnMap {
  const visibility = requestedVisibility ?? before.visibility ?? (place ? defaultPlaceVisibility : null);
  if (!place || !visibility) return { visibility, anchor: null, shown: null };
  const anchor = nearest(place, before.anchor ? [before.anchor] : []) ?? nearest(place, anchors) ?? place;
  return { visibility, anchor, shown: shownPlace(visibility === 'exact' ? place : anchor, visibility) };
}

/** The same after an administrator's correction, who may not say who sees it: what the owner was never asked stays so. */
export function correctPlaceOnMap(
  place: Place | null,
  before: Pick<PlaceOnMap, 'visibility' | 'anchor'>,
  anchors: readonly Place[],
): PlaceOnMap {
  if (before.visibility === null) return { visibility: null, anchor: null, shown: null };
  return placeOnMap({ place, visibility: before.visibility }, before, anchors);
}

/** Latitudes between which anchors are looked for. */
export function anchorBand({ latitude }: Place): { south: number; north: number } {
  const height = sharesCellWithinMeters / metersPerDegree;
  return { south: latitude - height, north: latitude + height };
}

function nearest(place: Place, anchors: readonly Place[]): Place | undefined {
  return anchors
    .map((anchor) => ({ anchor, meters: metersBetween(place, anchor) }))
    .filter(({ meters }) => meters <= sharesCellWithinMeters)
    .sort((one, other) => one.meters - other.meters)[0]?.anchor;
}
