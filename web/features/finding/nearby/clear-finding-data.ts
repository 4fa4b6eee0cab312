/**
 * Deletes the card-finding data and the last balance, finds and trip stored on the device. Product rules: Finding cards, Network and offline.
 */
import { carriedStore } from '#web/features/finding/nearby/carried/carried-store.ts';
import { clearSearchPlaces } from '#web/features/finding/nearby/search-place.ts';
import { endSubscription, forgetOtherDevices } from '#web/features/notifications/push-device.ts';
import { clearKnownTrips } from '#web/features/progress/known-trip.ts';
import { clearSnapshots } from '#web/features/scans/finds/snapshot/account-snapshot.ts';
import { storeDistanceChoice } from '#web/lib/distance/distance-unit.ts';

/**
 * Deletes all card-finding data on this device, the chosen distance unit and the push subscription. Call this after a sign-out. If storage
 * is unavailable, there is nothing to delete.
 */
export async function clearFindingData(): Promise<void> {
  clearSearchPlaces(null);
  clearSnapshots(null);
  clearKnownTrips(null);
  storeDistanceChoice(null);
  await endSubscription().catch(() => undefined);
  await carriedStore.clear().catch(() => undefined);
}

/** Deletes other members' data. Call this after a sign-in because the previous member's session may have expired without a sign-out. */
export async function clearOtherMembersFindingData(memberId: number): Promise<void> {
  clearSearchPlaces(memberId);
  clearSnapshots(memberId);
  clearKnownTrips(memberId);
  forgetOtherDevices(memberId);
  await carriedStore.clearExcept(memberId).catch(() => undefined);
}
