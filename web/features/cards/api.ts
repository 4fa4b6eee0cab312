import { mutate } from 'swr';
import { CardLookupResponse, OwnCard, OwnCardPage, ReportResponse } from '#schema/cards/card.ts';
import type { PlacementRequest } from '#schema/cards/placement.ts';
import type { ReportAnswer } from '#schema/cards/report-answer.ts';
import { PaymentIntentResponse } from '#schema/orders/order.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { identityProof } from '#web/lib/api/identity-proof.ts';
import { useQuery } from '#web/lib/api/query.ts';

const ownCardPath = (cardId: string) => `/api/cache-cards/${encodeURIComponent(cardId)}`;

export function useOwnCard(cardId: string) {
  return useQuery(ownCardPath(cardId), OwnCardPage, { keepsPreviousData: true });
}

/**
 * Looks up a card. The correct code proves that the visitor holds the card; for a wrong code the server responds as if the card did not
 * exist.
 */
export function useCardLookup(cardId: string, code: string | undefined) {
  return useQuery(`/api/card/${encodeURIComponent(cardId)}${code ? `?k=${code}` : ''}`, CardLookupResponse);
}

export function ownCardQrPath(cardId: string): string {
  return `${ownCardPath(cardId)}/qr`;
}

export async function placeCard(cardId: string, placement: PlacementRequest): Promise<OwnCard> {
  const card = await apiSend('POST', `${ownCardPath(cardId)}/placement`, placement, OwnCard);
  await reloadOwnCards();
  return card;
}

export async function reportMissing(cardId: string): Promise<ReportResponse> {
  const report = await apiSend('POST', `/api/card/${encodeURIComponent(cardId)}/report`, undefined, ReportResponse);
  await reloadOwnCards();
  return report;
}

export async function answerReports(cardId: string, answer: ReportAnswer): Promise<ReportResponse> {
  const answered = await apiSend('POST', `${ownCardPath(cardId)}/report-answer`, { answer }, ReportResponse);
  await reloadOwnCards();
  return answered;
}

export async function replaceLostCard(cardId: string, spareCardId: string, currentPassword: string): Promise<ReportResponse> {
  const request = { spareCardId, ...identityProof(currentPassword) };
  const replaced = await apiSend('POST', `${ownCardPath(cardId)}/replacement`, request, ReportResponse);
  await reloadOwnCards();
  return replaced;
}

/** Opens the order that the checkout of the card's replacement then finds. */
export async function orderReplacement(cardId: string, currentPassword: string): Promise<void> {
  const path = `/api/payment-intent/cache-cards/${encodeURIComponent(cardId)}`;
  await apiSend('POST', path, currentPassword ? { currentPassword } : {}, PaymentIntentResponse);
}

/** Clears all cached card data and reloads what is on screen. */
async function reloadOwnCards(): Promise<void> {
  const isStaleKey = (key: unknown) => typeof key === 'string' && key.startsWith('/api/cache-cards');
  await mutate(isStaleKey, undefined, { revalidate: true }).catch(() => undefined);
}
