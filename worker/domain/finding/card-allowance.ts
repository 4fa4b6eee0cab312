/** Limits the number of different cards that a member can see per day. Product rules: Finding cards. */

/** Row ids of the cards shown today. `version` is 0 if the member has no row for today. */
export interface CardAllowance {
  shown: readonly number[];
  version: number;
  /** Maximum number of different cards per day. */
  limit: number;
}

export interface VisibleCards {
  ids: number[];
  /** New value of `shown` to store for today; undefined if it is unchanged. */
  nextShown: number[] | undefined;
  isDayUsedUp: boolean;
}

/**
 * Whether the daily limit is reached. Searches then show no cards until the next day, not even those already shown today, because gaps in
 * the results would reveal where other cards are.
 */
export function isDayUsedUp({ shown, limit }: Pick<CardAllowance, 'shown' | 'limit'>): boolean {
  return shown.length >= limit;
}

export function decideVisibleCards(ids: readonly number[], { shown, limit }: CardAllowance): VisibleCards {
  if (isDayUsedUp({ shown, limit })) return { ids: [], nextShown: undefined, isDayUsedUp: true };
  const shownIds = new Set(shown);
  const newIds = ids.filter((id) => !shownIds.has(id)).slice(0, limit - shownIds.size);
  for (const id of newIds) shownIds.add(id);
  return {
    ids: ids.filter((id) => shownIds.has(id)),
    nextShown: newIds.length > 0 ? [...shownIds] : undefined,
    isDayUsedUp: isDayUsedUp({ shown: [...shownIds], limit }),
  };
}
