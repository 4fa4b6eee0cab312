/** The member's own cards. */
import { OwnCardList } from '#schema/cards/card.ts';
import { useQuery } from '#web/lib/api/query.ts';

/** Every card the member owns; what is shown stays until a reload has its answer. */
export function useOwnCards() {
  return useQuery('/api/cache-cards', OwnCardList, { keepsPrevious: true });
}
