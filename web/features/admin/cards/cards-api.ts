/** Cards as administrators look into and change them. */
import { mutate } from 'swr';
import { AdminCard, AdminCardDetails, type CardStatusRequest, type EditCardRequest } from '#schema/admin/cards.ts';
import { reloadLists } from '#web/features/admin/lists/list-page.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';

export const adminCardsPath = '/api/admin/cards';

const cardPath = (cardId: string) => `${adminCardsPath}/${encodeURIComponent(cardId)}`;

/** One card with all that hangs on it; asked for at each visit, since finds and other administrators change it. */
export function useCardDetails(cardId: string) {
  return useQuery(cardPath(cardId), AdminCardDetails, { asksOnVisit: true });
}

export async function editCard(cardId: string, edit: EditCardRequest): Promise<AdminCard> {
  return changed(await apiSend('PUT', cardPath(cardId), edit, AdminCard));
}

export async function setCardStatus(cardId: string, change: CardStatusRequest): Promise<AdminCard> {
  return changed(await apiSend('POST', `${cardPath(cardId)}/status`, change, AdminCard));
}

async function changed(card: AdminCard): Promise<AdminCard> {
  await Promise.all([mutate(cardPath(card.cardId)), reloadLists(adminCardsPath)]).catch(() => undefined);
  return card;
}
