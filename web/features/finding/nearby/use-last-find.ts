import type { Place } from '#schema/finding/geo.ts';
import { useNewestFinds } from '#web/features/scans/found/found-api.ts';
import { now } from '#web/lib/react/now.ts';

/** How long cards are measured from a find. Later, the member is probably elsewhere. */
const recentFindMs = 7 * 24 * 60 * 60 * 1_000;

/**
 * Returns the location of the last find; `isRecent` is true if the find was in the past seven days. Loads nothing and returns null if
 * `isNeeded` is false.
 */
export function useLastFind(isNeeded: boolean): { place: Place | null; isRecent: boolean; isLoading: boolean } {
  const { data, error } = useNewestFinds(isNeeded);
  const [newest] = (isNeeded && data?.finds) || [];
  return {
    place: newest?.place ?? null,
    isRecent: newest !== undefined && now() - Date.parse(newest.foundAt) < recentFindMs,
    isLoading: isNeeded && data === undefined && error === undefined,
  };
}
