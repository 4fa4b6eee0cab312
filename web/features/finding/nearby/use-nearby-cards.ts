import { useEffect, useMemo, useState } from 'react';
import type { NearCard } from '#schema/finding/finding.ts';
import type { Place } from '#schema/finding/geo.ts';
import { needsReload, roundPlace } from '#web/features/finding/nearby/card-directions.ts';
import { useNearCards } from '#web/features/finding/nearby/places-api.ts';
import type { SearchPlace } from '#web/features/finding/nearby/search-place.ts';

/**
 * Loads the cards around `origin`, which is the chosen location, or the device's position while the search follows the device. Loads nothing
 * before a location is chosen.
 */
export function useNearbyCards(searchPlace: SearchPlace | null, origin: Place | null) {
  const [request, setRequest] = useState(() => ({ searchPlace, at: origin && roundPlace(origin), isWalk: false }));
  if (request.searchPlace !== searchPlace) setRequest({ searchPlace, at: origin && roundPlace(origin), isWalk: false });
  const { query, paging } = useNearCards(request.at);
  // While the member walks, the previous list stays correct except for its farthest cards. When the member chooses another location, the
  // entire list is wrong.
  const isStale = query.isLoading && !request.isWalk;
  const pages = isStale ? undefined : query.data;
  const cards = useMemo<NearCard[]>(() => pages?.flatMap((page) => page.cards) ?? [], [pages]);

  useEffect(() => {
    if (pages && origin && request.at && !query.isLoading && needsReload(request.at, origin, cards, !paging.hasMore)) {
      setRequest({ searchPlace, at: roundPlace(origin), isWalk: true });
    }
  });

  return { query: { ...query, data: pages }, paging, cards, isDayUsedUp: pages?.some((page) => page.isDayUsedUp) ?? false };
}
