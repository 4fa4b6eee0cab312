import { ReportResponse } from '#schema/cards/card.ts';
import { CardHint, MapWindowCards, NearCards } from '#schema/finding/finding.ts';
import type { Place } from '#schema/finding/geo.ts';
import type { Area } from '#schema/finding/shown-place.ts';
import { cardsCarriedAtMost } from '#schema/rules.ts';
import { askedPlace } from '#web/features/finding/around/ways-to-cards.ts';
import { apiGet, apiSend } from '#web/lib/api/client.ts';
import { usePages } from '#web/lib/api/pages.ts';
import { useQuery } from '#web/lib/api/query.ts';

function nearPath(place: Place): string {
  const { latitude, longitude } = askedPlace(place);
  return `/api/cards/near?lat=${latitude}&lng=${longitude}`;
}

/** Nearest first. Keeps the previous list while loading. */
export function useNearCards(place: Place) {
  return usePages(nearPath(place), NearCards, { keepsPrevious: true });
}

export function readCardsToCarry(place: Place): Promise<NearCards> {
  return apiGet(`${nearPath(place)}&limit=${cardsCarriedAtMost}`, NearCards);
}

/** Requests nothing if `seen` is null. Keeps the previous cards while loading. */
export function useCardsIn(seen: { area: Area; zoom: number } | null) {
  return useQuery(seen && inPath(seen.area, seen.zoom), MapWindowCards, { keepsPrevious: true });
}

export function useHint(id: number) {
  return useQuery(`/api/cards/${id}/hint`, CardHint);
}

/** Reports that the member did not find the card. */
export function reportInVain(id: number): Promise<ReportResponse> {
  return apiSend('POST', `/api/cards/${id}/report`, undefined, ReportResponse);
}

function inPath({ west, south, east, north }: Area, zoom: number): string {
  const bbox = [west, south, east, north].map((degrees) => Number(degrees.toFixed(5))).join(',');
  return `/api/cards/in?bbox=${bbox}&zoom=${zoom}`;
}
