import { ReportResponse } from '#schema/cards/card.ts';
import { CardDetails, CountryPlace, MapWindowCards, NearCards } from '#schema/finding/finding.ts';
import type { Place } from '#schema/finding/geo.ts';
import type { Area } from '#schema/finding/shown-place.ts';
import { maxCarriedCards } from '#schema/rules.ts';
import { roundPlace } from '#web/features/finding/nearby/card-directions.ts';
import { apiGet, apiSend } from '#web/lib/api/client.ts';
import { usePages } from '#web/lib/api/pages.ts';
import { useQuery } from '#web/lib/api/query.ts';

function getNearPath(place: Place): string {
  const { latitude, longitude } = roundPlace(place);
  return `/api/cards/near?lat=${latitude}&lng=${longitude}`;
}

/** Loads the cards around a location, nearest first; null loads nothing. Returns the previous list while loading. */
export function useNearCards(place: Place | null) {
  return usePages(place && getNearPath(place), NearCards, { keepsPreviousData: true });
}

/** Number of nearest cards to load when looking for one that the member has not found yet. */
const nearestCards = 10;

/** Loads only the nearest cards around a location; null loads nothing. */
export function useNearestCards(place: Place | null) {
  return useQuery(place && `${getNearPath(place)}&limit=${nearestCards}`, NearCards);
}

export function readCardsToCarry(place: Place): Promise<NearCards> {
  return apiGet(`${getNearPath(place)}&limit=${maxCarriedCards}`, NearCards);
}

/** Loads the cards in the visible part of the map; null loads nothing. Returns the previous cards while loading. */
export function useWindowCards(mapWindow: { area: Area; zoom: number } | null) {
  return useQuery(mapWindow && getWindowPath(mapWindow.area, mapWindow.zoom), MapWindowCards, { keepsPreviousData: true });
}

export function useCardDetails(id: number) {
  return useQuery(`/api/cards/${id}/details`, CardDetails);
}

/** Returns the approximate location of the member's network, accurate to about 100 km; null if it is unknown or not loaded yet. */
export function useCountry(isNeeded: boolean): Place | null {
  return useQuery(isNeeded ? '/api/cards/country' : null, CountryPlace).data?.place ?? null;
}

export function reportNotFound(id: number): Promise<ReportResponse> {
  return apiSend('POST', `/api/cards/${id}/report`, undefined, ReportResponse);
}

function getWindowPath({ west, south, east, north }: Area, zoom: number): string {
  const bbox = [west, south, east, north].map((degrees) => Number(degrees.toFixed(5))).join(',');
  return `/api/cards/in?bbox=${bbox}&zoom=${zoom}`;
}
