import { OwnCardList } from '#schema/cards/card.ts';
import { useQuery } from '#web/lib/api/query.ts';

/** Keeps old data until a reload completes. */
export function useOwnCards() {
  return useQuery('/api/cache-cards', OwnCardList, { keepsPrevious: true });
}
