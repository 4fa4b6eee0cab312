/** Stores cards for offline use in IndexedDB: one member's cards around one location. */
import * as v from 'valibot';
import { NearCard } from '#schema/finding/finding.ts';
import type { CarriedCards } from '#web/features/finding/nearby/carried/carried-cards.ts';
import { deviceStore } from '#web/lib/device-store.ts';

const regions = deviceStore<CarriedCards>('cache-cards-carried', 'regions', 'memberId');

/** All methods throw if the browser does not allow storage. */
export const carriedStore = {
  /** Returns null if nothing is stored for this member. */
  async get(memberId: number): Promise<CarriedCards | null> {
    const region = (await regions.all()).find((storedRegion) => storedRegion.memberId === memberId);
    if (!region || v.is(v.array(NearCard), region.cards)) return region ?? null;
    // An older build stored these cards with a different schema, so delete them.
    await carriedStore.clear();
    return null;
  },
  /** Replaces all stored cards. */
  put(region: CarriedCards): Promise<void> {
    return regions.write((store) => {
      store.clear();
      store.put(region);
    });
  },
  clear(): Promise<void> {
    return regions.write((store) => void store.clear());
  },
  clearExcept(memberId: number): Promise<void> {
    return regions.write((store) => {
      store.delete(IDBKeyRange.upperBound(memberId, true));
      store.delete(IDBKeyRange.lowerBound(memberId, true));
    });
  },
};
