import { useEffect, useState } from 'react';
import type { NearCard } from '#schema/finding/finding.ts';
import type { Place } from '#schema/finding/geo.ts';
import type { LookedAt } from '#web/features/finding/around/looked-at.ts';
import { useNearCards } from '#web/features/finding/around/places-api.ts';
import { askedPlace, needsAsking } from '#web/features/finding/around/ways-to-cards.ts';

/** `here` is the chosen place, or the device's position while following it. */
export function useCardsAround(looked: LookedAt, here: Place) {
  const [asked, setAsked] = useState(() => ({ looked, at: askedPlace(here), isWalk: false }));
  if (asked.looked !== looked) setAsked({ looked, at: askedPlace(here), isWalk: false });
  const { query, reading } = useNearCards(asked.at);
  // While walking, the previous list is still right except at its far end; after a change of place it is wrong.
  const isOld = query.isLoading && !asked.isWalk;
  const pages = isOld ? undefined : query.data;
  const cards: NearCard[] = pages?.flatMap((page) => page.cards) ?? [];

  useEffect(() => {
    if (pages && !query.isLoading && needsAsking(asked.at, here, cards, !reading.hasMore)) {
      setAsked({ looked, at: askedPlace(here), isWalk: true });
    }
  });

  return { query: { ...query, data: pages }, reading, cards, isDayUsedUp: pages?.some((page) => page.isDayUsedUp) ?? false };
}
