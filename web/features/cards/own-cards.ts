import { t } from '@lingui/core/macro';
import { type OwnCard, OwnCardList } from '#schema/cards/card.ts';
import { plainLetters } from '#schema/plain-letters.ts';
import { getShownStatus } from '#web/features/cards/shown-status.ts';
import { useQuery } from '#web/lib/api/query.ts';

export function describeLocation({ location, status }: OwnCard): string {
  return location ?? (status === 'ordered' ? t`Not placed yet` : t`No location yet`);
}

/** Returns what the card needs from its owner, which its page offers. */
export function getCardAction(card: OwnCard): string | undefined {
  const status = getShownStatus(card);
  if (status === 'ordered') return t`Activate`;
  if (status === 'missing') return t`Check on it`;
  return status === 'active' && card.location === null ? t`Place it` : undefined;
}

/** Returns the cards that contain every word of `text` in their number, location or description. Ignores case and accents. */
export function searchCards(cards: OwnCard[], text: string): OwnCard[] {
  const words = plainLetters(text).split(/\s+/).filter(Boolean);
  return cards.filter(({ cardId, location, description }) => {
    const content = plainLetters(`${cardId} ${location ?? ''} ${description ?? ''}`);
    return words.every((word) => content.includes(word));
  });
}

/** Puts cards that need action from their owner first, and otherwise preserves the order. */
export function sortActionNeededFirst(cards: OwnCard[]): OwnCard[] {
  const needsAction = (card: OwnCard) => getCardAction(card) !== undefined;
  return [...cards.filter(needsAction), ...cards.filter((card) => !needsAction(card))];
}

/** Loads the member's cards. Returns the previous list while reloading. */
export function useOwnCards() {
  return useQuery('/api/cache-cards', OwnCardList, { keepsPreviousData: true });
}
