import { t } from '@lingui/core/macro';
/** Stores each member's last search location on the device. */
import * as v from 'valibot';
import type { Place } from '#schema/finding/geo.ts';
import { memberStore } from '#web/lib/member-store.ts';

const placeSources = ['device', 'typed', 'map', 'card'] as const;

const SearchPlace = v.object({
  latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
  name: v.string(),
  /** How the location was chosen. A `device` location is updated as the member moves. */
  source: v.picklist(placeSources),
});
export type SearchPlace = v.InferOutput<typeof SearchPlace>;

export const {
  read: readSearchPlace,
  store: storeSearchPlace,
  clearExcept: clearSearchPlaces,
} = memberStore<SearchPlace>('looked_at_', SearchPlace);

/** Parses the URL parameter `?near=35.6,-82.5`, around a card (web/lib/nearby-cards-url.ts). */
export function parseNearParameter(query: URLSearchParams): SearchPlace | null {
  const [latitude, longitude] = (query.get('near') ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const result = v.safeParse(SearchPlace, {
    latitude,
    longitude,
    name: t`the card you came from`,
    source: 'card',
  });
  return result.success ? result.output : null;
}

/** Returns the search location around the member's last find. */
export const toFindPlace = (place: Place): SearchPlace => ({ ...pickPlace(place), name: t`your last find`, source: 'card' });

export const pickPlace = ({ latitude, longitude }: Place): Place => ({ latitude, longitude });
