import useSWR, { mutate } from 'swr';
import type { NearCards } from '#schema/finding/finding.ts';
import { type CarriedCards, trimToLimits } from '#web/features/finding/nearby/carried/carried-cards.ts';
import { carriedStore } from '#web/features/finding/nearby/carried/carried-store.ts';
import { readCardsToCarry } from '#web/features/finding/nearby/places-api.ts';
import type { SearchPlace } from '#web/features/finding/nearby/search-place.ts';
import { pickPlace } from '#web/features/finding/nearby/search-place.ts';
import { queryDefaults } from '#web/lib/api/query-defaults.ts';
import { now } from '#web/lib/react/now.ts';

const getCacheKey = (memberId: number) => ['carried', memberId] as const;

/** Returns the stored cards, or null if there are none or storage is unavailable. */
export function useCarriedCards(memberId: number | null): CarriedCards | null {
  const { data } = useSWR(
    memberId === null ? null : getCacheKey(memberId),
    ([, id]) => carriedStore.get(id).catch(() => null),
    queryDefaults,
  );
  return data ?? null;
}

/**
 * Loads the cards around the location and, if there are any, replaces the stored ones with them. Throws ApiError, NetworkError or a storage
 * error.
 */
export async function carryCards(memberId: number, searchPlace: SearchPlace): Promise<NearCards> {
  const response = await readCardsToCarry(searchPlace);
  const { cards } = response;
  if (cards.length === 0) return response;
  const region = trimToLimits({ memberId, place: pickPlace(searchPlace), placeName: searchPlace.name, takenAt: now(), cards });
  await carriedStore.put(region);
  await mutate(getCacheKey(memberId), region, { revalidate: false });
  return response;
}

export async function removeCarriedCards(memberId: number): Promise<void> {
  await carriedStore.clear();
  await mutate(getCacheKey(memberId), null, { revalidate: false });
}
