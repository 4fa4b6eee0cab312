/** Daily limit of different cards shown to a member. Product rules: Finding cards. */
import { cardsShownPerDay } from '#schema/rules.ts';

/** Row ids of the cards shown today. `version` is 0 without a row. */
export interface CardAllowance {
  shown: readonly number[];
  version: number;
}

export interface VisibleCards {
  ids: number[];
  /** Next value of today's row; undefined if unchanged. */
  nextShown: number[] | undefined;
  isDayUsedUp: boolean;
}

/** At the limit, no card is shown until the next day, not even those already shown: gaps among them would reveal where the others are. */
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
