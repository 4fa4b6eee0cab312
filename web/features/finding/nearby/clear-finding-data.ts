/** Deletes what finding cards has stored on the device for a member. Product rules: Finding cards. */
import { carriedShelf } from '#web/features/finding/nearby/carried/carried-shelf.ts';
import { clearSearchPlaces } from '#web/features/finding/nearby/search-place.ts';

/** Call after a sign-out. If storage is refused, nothing was stored. */
export async function clearFindingData(): Promise<void> {
  clearSearchPlaces(null);
  await carriedShelf.clear().catch(() => undefined);
}

/** Call after a sign-in, since the previous member's session may have expired without a sign-out. */
export async function clearOtherMembersFindingData(memberId: number): Promise<void> {
  clearSearchPlaces(memberId);
  await carriedShelf.clearBut(memberId).catch(() => undefined);
}
