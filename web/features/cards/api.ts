/** Own cards, cards one has found, placements and missing reports. */
import { mutate } from 'swr';
import { CardLookupResponse, OwnCard, OwnCardPage, type PlacementRequest, ReportResponse } from '#schema/cards/card.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

const ownCardPath = (cardId: string) => `/api/cache-cards/${encodeURIComponent(cardId)}`;

/** One own card with its finds. */
export function useOwnCard(cardId: string) {
  return useQuery(ownCardPath(cardId), OwnCardPage, { keepsPrevious: true });
}

/** What anyone may know of a card. With its code the visitor holds it; with another one there is no such card. */
export function useCardLookup(cardId: string, code: string | undefined) {
  return useQuery(`/api/card/${encodeURIComponent(cardId)}${code ? `?k=${code}` : ''}`, CardLookupResponse);
}

/** The owner's QR with the card's secret code, as an SVG. */
export function ownCardQrPath(cardId: string): string {
  return `${ownCardPath(cardId)}/qr`;
}

/** Fills in the placement form of an own card. */
export async function placeCard(cardId: string, placement: PlacementRequest): Promise<OwnCard> {
  const card = await apiSend('POST', `${ownCardPath(cardId)}/placement`, placement, OwnCard);
  await reloadOwnCards();
  return card;
}

/** Says that the signed-in member could not find the card. */
export async function reportMissing(cardId: string): Promise<ReportResponse> {
  const report = await apiSend('POST', `/api/card/${encodeURIComponent(cardId)}/report`, undefined, ReportResponse);
  await reloadOwnCards();
  return report;
}

/** What is on the screen loads again, what is not is forgotten. */
async function reloadOwnCards(): Promise<void> {
  const changed = (key: unknown) => typeof key === 'string' && key.startsWith('/api/cache-cards');
  await mutate(changed, undefined, { revalidate: true }).catch(() => undefined);
}
