/** What is stored of where a card is shown, and by which places its owner's cards are shown. */
import type { Place } from '#schema/geo.ts';
import type { PlaceVisibility } from '#schema/shown-place.ts';
import { anchorBand, type PlaceOnMap } from '#worker/domain/finding/place-on-map.ts';
import { orViolated, type Statement, statement } from './sql.ts';

export interface PlaceOnMapRow {
  visibility: PlaceVisibility | null;
  anchorLatitude: number | null;
  anchorLongitude: number | null;
}

export const placeOnMapColumns = `c.visibility AS "visibility", c.anchor_latitude AS "anchorLatitude", c.anchor_longitude AS "anchorLongitude"`;

/** Whole millionths of degrees, as the index has them. */
const millionths = (degrees: number | undefined) => (degrees === undefined ? null : Math.round(degrees * 1e6));
const placeOf = (latitude: number | null, longitude: number | null): Place | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };

export function placeBefore({ visibility, anchorLatitude, anchorLongitude }: PlaceOnMapRow): Pick<PlaceOnMap, 'visibility' | 'anchor'> {
  return { visibility, anchor: placeOf(anchorLatitude, anchorLongitude) };
}

export function shownOf({ shownLatitudeE6, shownLongitudeE6 }: { shownLatitudeE6: number | null; shownLongitudeE6: number | null }) {
  const place = placeOf(shownLatitudeE6, shownLongitudeE6);
  return place && { latitude: place.latitude / 1e6, longitude: place.longitude / 1e6 };
}

/** For a SET: five placeholders, from `first` on. */
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

/** Anchors of the owner of that card, of before too, at the latitude of a place. */
export function anchorsAround(cardId: string, place: Place | null): Statement<Place> {
  const { south, north } = place ? anchorBand(place) : { south: 1, north: 0 };
  return statement<Place>(
    `SELECT a.latitude AS "latitude", a.longitude AS "longitude" FROM cache_cards c JOIN card_anchors a ON a.user_id = c.user_id
     WHERE c.card_id = ?1 AND a.latitude BETWEEN ?2 AND ?3`,
    cardId,
    south,
    north,
  );
}

/** What a write answers, or undefined where another placement has made an anchor beside it: then where the card is shown is decided anew. */
export const orBesideAnother = <Value>(write: () => Promise<Value>) => orViolated({ card_anchors_apart: undefined }, write);
