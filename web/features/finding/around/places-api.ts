/** What lists and maps of cards ask: GET /api/cards/near and /api/cards/in, and of one card its hint and the report. */
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

/** The cards around a place, nearest first, page by page. What is shown stays until those around the next place have come. */
export function useNearCards(place: Place) {
  return usePages(nearPath(place), NearCards, { keepsPrevious: true });
}

/** As many as may be taken along. Throws ApiError or NetworkError. */
export function readCardsToCarry(place: Place): Promise<NearCards> {
  return apiGet(`${nearPath(place)}&limit=${cardsCarriedAtMost}`, NearCards);
}

/** What a window of the map shows, once there is one; what was shown stays until then. */
export function useCardsIn(seen: { area: Area; zoom: number } | null) {
  return useQuery(seen && inPath(seen.area, seen.zoom), MapWindowCards, { keepsPrevious: true });
}

/** Of a card that the map shows. */
export function useHint(id: number) {
  return useQuery(`/api/cards/${id}/hint`, CardHint);
}

/** Says that the signed-in member looked for the card and did not find it. */
export function reportInVain(id: number): Promise<ReportResponse> {
  return apiSend('POST', `/api/cards/${id}/report`, undefined, ReportResponse);
}

function inPath({ west, south, east, north }: Area, zoom: number): string {
  const bbox = [west, south, east, north].map((degrees) => Number(degrees.toFixed(5))).join(',');
  return `/api/cards/in?bbox=${bbox}&zoom=${zoom}`;
}
