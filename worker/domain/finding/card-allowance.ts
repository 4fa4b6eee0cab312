/** How many different cards a member is shown on a day. Product rules: Finding cards. */
import { cardsShownPerDay } from '#schema/rules.ts';

/** What was shown today, by the cards' row ids. `version` is 0 where nothing was yet. */
export interface CardAllowance {
  shown: readonly number[];
  version: number;
}

export interface VisibleCards {
  /** In the order in which they were asked for. */
  ids: number[];
  /** The next value of today's row; undefined if unchanged. */
  nextShown: number[] | undefined;
  isDayUsedUp: boolean;
}

/**
 * Once the day is used up no card is shown until the next, not even those of the day: what is missing among them would tell
 * where the others are.
 */
export function isDayUsedUp({ shown }: Pick<CardAllowance, 'shown'>): boolean {
  return shown.length >= cardsShownPerDay;
}

export function decideVisibleCards(ids: readonly number[], { shown }: CardAllowance): VisibleCards {
  if (isDayUsedUp({ shown })) return { ids: [], nextShown: undefined, isDayUsedUp: true };
  const newSet = new Set(shown);
  const fresh = ids.filter((id) => !newSet.has(id)).slice(0, cardsShownPerDay - newSet.size);
  for (const id of fresh) newSet.add(id);
  return {
    ids: ids.filter((id) => newSet.has(id)),
    nextShown: fresh.length > 0 ? [...newSet] : undefined,
    isDayUsedUp: isDayUsedUp({ shown: [...newSet] }),
  };
}
