/** Cards taken along, in IndexedDB: one member's, for one place. */
import * as v from 'valibot';
import { NearCard } from '#schema/finding/finding.ts';
import type { CarriedCards } from '#web/features/finding/nearby/carried/carried-cards.ts';
import { deviceStore } from '#web/lib/device-store.ts';

const regions = deviceStore<CarriedCards>('cache-cards-carried', 'regions', 'memberId');

/** All methods throw if the browser refuses storage. */
export const carriedShelf = {
  /** Null if nothing is stored for this member. */
  async get(memberId: number): Promise<CarriedCards | null> {
    const region = (await regions.all()).find((carried) => carried.memberId === memberId);
    if (!region || v.is(v.array(NearCard), region.cards)) return region ?? null;
    // Stored by an older build with another schema.
    await carriedShelf.clear();
    return null;
  },
  /** Replaces everything stored. */
  put(carried: CarriedCards): Promise<void> {
    return regions.write((store) => {
      store.clear();
      store.put(carried);
    });
  },
  clear(): Promise<void> {
    return regions.write((store) => void store.clear());
  },
  /** Deletes other members' cards. */
  clearBut(memberId: number): Promise<void> {
    return regions.write((store) => {
      store.delete(IDBKeyRange.upperBound(memberId, true));
      store.delete(IDBKeyRange.lowerBound(memberId, true));
    });
  },
};
