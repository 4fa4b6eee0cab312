/** Stores each member's last search location on the device. */
import * as v from 'valibot';
import type { Place } from '#schema/finding/geo.ts';

const placeSources = ['device', 'typed', 'map', 'card'] as const;

const SearchPlace = v.object({
  latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
  name: v.string(),
  /** How the location was chosen. A `device` location is updated as the member moves. */
  source: v.picklist(placeSources),
});
export type SearchPlace = v.InferOutput<typeof SearchPlace>;

const keyPrefix = 'looked_at_';
const getStorageKey = (memberId: number) => `${keyPrefix}${memberId}`;

export function readSearchPlace(memberId: number): SearchPlace | null {
  try {
    const stored = v.safeParse(SearchPlace, JSON.parse(localStorage.getItem(getStorageKey(memberId)) ?? 'null'));
    return stored.success ? stored.output : null;
  } catch {
    return null;
  }
}

export function storeSearchPlace(memberId: number, searchPlace: SearchPlace): void {
  try {
    localStorage.setItem(getStorageKey(memberId), JSON.stringify(searchPlace));
  } catch {
    // If storage is unavailable, the member chooses a location again on the next visit.
  }
}

/** Deletes the stored locations of all other members. */
export function clearSearchPlaces(memberId: number | null): void {
  const ownKey = memberId === null ? null : getStorageKey(memberId);
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(keyPrefix) && key !== ownKey) localStorage.removeItem(key);
  } catch {
    // If storage is unavailable, no location was stored.
  }
}

/** Parses the URL parameter `?near=35.6,-82.5` (web/lib/nearby-cards-url.ts). */
export function parseNearParameter(near: string | null): SearchPlace | null {
  const [latitude, longitude] = (near ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const result = v.safeParse(SearchPlace, { latitude, longitude, name: 'the card you came from', source: 'card' });
  return result.success ? result.output : null;
}

export const pickPlace = ({ latitude, longitude }: Place): Place => ({ latitude, longitude });
