import { mutate } from 'swr';
import { BulkResponse } from '#schema/admin/bulk.ts';
import {
  AdminCard,
  AdminCardDetails,
  type CardStatusForm,
  type CardStatusRequest,
  type EditCardRequest,
  type ReplaceCardRequest,
} from '#schema/cards/admin-cards.ts';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

export const adminCardsPath = '/api/admin/cards';

const cardPath = (cardId: string) => `${adminCardsPath}/${encodeURIComponent(cardId)}`;

/** Loads a card's details and revalidates them on each visit. */
export function useCardDetails(cardId: string) {
  return useQuery(cardPath(cardId), AdminCardDetails, { revalidatesOnMount: true });
}

export async function editCard(cardId: string, edit: EditCardRequest): Promise<AdminCard> {
  return applyChange(await apiSend('PUT', cardPath(cardId), edit, AdminCard));
}

export async function setCardStatus(cardId: string, change: CardStatusRequest): Promise<AdminCard> {
  return applyChange(await apiSend('POST', `${cardPath(cardId)}/status`, change, AdminCard));
}

export function setCardStatuses(cards: readonly AdminCard[], change: CardStatusForm): Promise<BulkResponse> {
  const versions = cards.map(({ cardId, version }) => ({ cardId, version }));
  return apiSend('POST', `${adminCardsPath}/status`, { cards: versions, ...change }, BulkResponse);
}

export async function replaceCard(cardId: string, request: ReplaceCardRequest): Promise<AdminCard> {
  return applyChange(await apiSend('POST', `${cardPath(cardId)}/replace`, request, AdminCard));
}

export function cardPdfPath(cardId: string): string {
  return `${cardPath(cardId)}/print.pdf`;
}

async function applyChange(card: AdminCard): Promise<AdminCard> {
  await Promise.all([mutate(cardPath(card.cardId)), reloadLists(adminCardsPath)]).catch(() => undefined);
  return card;
}
