/** How many different cards a member is shown on a day. Product rules: Finding cards. */
import { cardsShownPerDay } from '#schema/rules.ts';

/** What was shown today, by the cards' row ids. `version` is 0 where nothing was yet. */
export interface CardAllowance {
  shown: readonly number[];
  version: number;
}

export interface Shown {
  /** In the order in which they were asked for. */
  ids: number[];
  /** What today's row is to hold; undefined where nothing is new. */
  shownNow: number[] | undefined;
  isDayUsedUp: boolean;
}

/**
 * Once the day is used up no card is shown until the next, not even those of the day: what is missing among them would tell
 * where the others are.
 */
export function isDayUsedUp({ shown }: Pick<CardAllowance, 'shown'>): boolean {
  return shown.length >= cardsShownPerDay;
}

export function decideShown(ids: readonly number[], { shown }: CardAllowance): Shown {
  if (isDayUsedUp({ shown })) return { ids: [], shownNow: undefined, isDayUsedUp: true };
  const known = new Set(shown);
  const fresh = ids.filter((id) => !known.has(id)).slice(0, cardsShownPerDay - known.size);
  for (const id of fresh) known.add(id);
  return {
    ids: ids.filter((id) => known.has(id)),
    shownNow: fresh.length > 0 ? [...known] : undefined,
    isDayUsedUp: isDayUsedUp({ shown: [...known] }),
  };
}
