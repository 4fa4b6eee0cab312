import { OwnCardList } from '#schema/cards/card.ts';
import { useQuery } from '#web/lib/api/query.ts';

/** Loads the member's cards. Returns the previous list while reloading. */
export function useOwnCards() {
  return useQuery('/api/cache-cards', OwnCardList, { keepsPreviousData: true });
}
