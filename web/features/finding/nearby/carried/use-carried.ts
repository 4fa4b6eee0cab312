import useSWR, { mutate } from 'swr';
import type { NearCards } from '#schema/finding/finding.ts';
import { type CarriedCards, trimToLimits } from '#web/features/finding/nearby/carried/carried-cards.ts';
import { carriedShelf } from '#web/features/finding/nearby/carried/carried-shelf.ts';
import { readCardsToCarry } from '#web/features/finding/nearby/places-api.ts';
import type { SearchPlace } from '#web/features/finding/nearby/search-place.ts';
import { pickPlace } from '#web/features/finding/nearby/search-place.ts';
import { queryDefaults } from '#web/lib/api/query-defaults.ts';
import { now } from '#web/lib/react/now.ts';

const getCacheKey = (memberId: number) => ['carried', memberId] as const;

/** Returns the stored cards, or null if there are none or storage is unavailable. */
export function useCarried(memberId: number | null): CarriedCards | null {
  const { data } = useSWR(
    memberId === null ? null : getCacheKey(memberId),
    ([, id]) => carriedShelf.get(id).catch(() => null),
    queryDefaults,
  );
  return data ?? null;
}

/**
 * Loads the cards around the location and replaces the stored ones, unless there are none. Throws ApiError, NetworkError or a storage
 * error.
 */
export async function carryCards(memberId: number, searchPlace: SearchPlace): Promise<NearCards> {
  const response = await readCardsToCarry(searchPlace);
  const { cards } = response;
  if (cards.length === 0) return response;
  const carried = trimToLimits({ memberId, place: pickPlace(searchPlace), placeName: searchPlace.name, takenAt: now(), cards });
  await carriedShelf.put(carried);
  await mutate(getCacheKey(memberId), carried, { revalidate: false });
  return response;
}

export async function removeCarriedCards(memberId: number): Promise<void> {
  await carriedShelf.clear();
  await mutate(getCacheKey(memberId), null, { revalidate: false });
}
