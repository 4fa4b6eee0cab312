/** Limits how many different cards a member is shown per day. Product rules: Finding cards. */
import { cardsShownPerDay } from '#schema/rules.ts';

/** Row ids of the cards shown today. `version` is 0 if the member has no row for today. */
export interface CardAllowance {
  shown: readonly number[];
  version: number;
}

export interface VisibleCards {
  ids: number[];
  /** New value for today's row; undefined if it is unchanged. */
  nextShown: number[] | undefined;
  isDayUsedUp: boolean;
}

/**
 * Once the limit is reached, no card is shown until the next day, not even those shown earlier today, because gaps between them would
 * reveal where other cards are.
 */
export function isDayUsedUp({ shown }: Pick<CardAllowance, 'shown'>): boolean {
  return shown.length >= cardsShownPerDay;
}

export function decideVisibleCards(ids: readonly number[], { shown }: CardAllowance): VisibleCards {
  if (isDayUsedUp({ shown })) return { ids: [], nextShown: undefined, isDayUsedUp: true };
  const shownIds = new Set(shown);
  const newIds = ids.filter((id) => !shownIds.has(id)).slice(0, cardsShownPerDay - shownIds.size);
  for (const id of newIds) shownIds.add(id);
  return {
    ids: ids.filter((id) => shownIds.has(id)),
    nextShown: newIds.length > 0 ? [...shownIds] : undefined,
    isDayUsedUp: isDayUsedUp({ shown: [...shownIds] }),
  };
}
