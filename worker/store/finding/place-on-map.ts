import type { Place } from '#schema/finding/geo.ts';
import type { PlaceVisibility } from '#schema/finding/place-visibility.ts';
import { getAnchorLatitudes, type PlaceOnMap } from '#worker/domain/finding/place-on-map.ts';
import { catchViolation, type Statement, statement } from '#worker/store/sql.ts';

export interface PlaceOnMapRow {
  visibility: PlaceVisibility | null;
  anchorLatitude: number | null;
  anchorLongitude: number | null;
}

export const placeOnMapColumns = `c.visibility AS "visibility", c.anchor_latitude AS "anchorLatitude", c.anchor_longitude AS "anchorLongitude"`;

const millionths = (degrees: number | undefined) => (degrees === undefined ? null : Math.round(degrees * 1e6));
const toPlace = (latitude: number | null, longitude: number | null): Place | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };

export function placeBefore({ visibility, anchorLatitude, anchorLongitude }: PlaceOnMapRow): Pick<PlaceOnMap, 'visibility' | 'anchor'> {
  return { visibility, anchor: toPlace(anchorLatitude, anchorLongitude) };
}

export function toShownPlace({ shownLatitudeE6, shownLongitudeE6 }: { shownLatitudeE6: number | null; shownLongitudeE6: number | null }) {
  const place = toPlace(shownLatitudeE6, shownLongitudeE6);
  return place && { latitude: place.latitude / 1e6, longitude: place.longitude / 1e6 };
}

/** Returns the SET assignments for the map columns. Uses five placeholders, numbered from `first`. */
export function setPlaceOnMap(first: number): string {
  return ['visibility', 'anchor_latitude', 'anchor_longitude', 'shown_latitude_e6', 'shown_longitude_e6']
    .map((column, index) => `${column} = ?${first + index}`)
    .join(', ');
}

export function placeOnMapValues({ visibility, anchor, shown }: PlaceOnMap) {
  return [
    visibility,
    anchor?.latitude ?? null,
    anchor?.longitude ?? null,
    millionths(shown?.latitude),
    millionths(shown?.longitude),
  ] as const;
}

/** Returns the owner's anchors within 150 m of the place, and those up to about 1 km east and west of it. */
export function nearbyAnchors(cardId: string, place: Place | null): Statement<Place> {
  const { south, north } = place ? getAnchorLatitudes(place) : { south: 1, north: 0 };
  return statement<Place>(
    `SELECT a.latitude AS "latitude", a.longitude AS "longitude" FROM cache_cards c JOIN card_anchors a ON a.user_id = c.user_id
     WHERE c.card_id = ?1 AND a.latitude BETWEEN ?2 AND ?3
       AND min(abs(a.longitude - ?4), 360 - abs(a.longitude - ?4)) * cos(radians(?5)) < 0.01`,
    [cardId, south, north, place?.longitude ?? 0, place?.latitude ?? 0],
  );
}

/**
 * Saves a card's anchor. Must run after every change of the anchor in the same batch. The trigger `card_anchors_apart` rolls the batch back
 * if the owner has another anchor nearby.
 */
export function saveAnchor(column: 'id' | 'card_id', card: number | string): Statement {
  return statement(
    `INSERT INTO card_anchors (user_id, latitude, longitude) SELECT c.user_id, c.anchor_latitude, c.anchor_longitude FROM cache_cards c
     WHERE c.${column} = ?1 AND c.user_id IS NOT NULL AND c.anchor_latitude IS NOT NULL AND NOT EXISTS (SELECT 1 FROM card_anchors a
       WHERE a.user_id = c.user_id AND a.latitude = c.anchor_latitude AND a.longitude = c.anchor_longitude)`,
    [card],
  );
}

/**
 * Runs a write. Returns undefined if a concurrent placement created an anchor nearby; the caller must then recompute where to show the
 * card.
 */
export const ignoreAnchorCollision = <Value>(write: () => Promise<Value>) => catchViolation({ card_anchors_apart: undefined }, write);
