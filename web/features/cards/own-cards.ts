import { t } from '@lingui/core/macro';
import { type OwnCard, OwnCardList } from '#schema/cards/card.ts';
import { useQuery } from '#web/lib/api/query.ts';

export function describeLocation({ location, status }: OwnCard): string {
  return location ?? (status === 'ordered' ? t`Not placed yet` : t`No location yet`);
}

/** Loads the member's cards. Returns the previous list while reloading. */
export function useOwnCards() {
  return useQuery('/api/cache-cards', OwnCardList, { keepsPreviousData: true });
}
