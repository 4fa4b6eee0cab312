/** Offline cards in IndexedDB: one member and one place at a time. */
import * as v from 'valibot';
import { NearCard } from '#schema/finding/finding.ts';
import type { CarriedCards } from '#web/features/finding/around/carried/carried-cards.ts';
import { deviceStore } from '#web/lib/device-store.ts';

const regions = deviceStore<CarriedCards>('cache-cards-carried', 'regions', 'memberId');

/** All throw if the browser stores nothing. */
export const carriedShelf = {
  /** Null for another member's cards. */
  async of(memberId: number): Promise<CarriedCards | null> {
    const kept = (await regions.all()).find((carried) => carried.memberId === memberId);
    if (!kept || v.is(v.array(NearCard), kept.cards)) return kept ?? null;
    // An older build stored another shape.
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
