/** Cancels a booking whose traveler was entered shortly before the account was recovered. */
import { askProvider } from './ask-provider.ts';
import type { StayDeps } from './travel-deps.ts';

/**
 * Returns false if the provider does not release the booking, for example because cancellation is no longer free. The travel desk then
 * decides (alarm `stays_recovered`).
 */
export async function cancelRecovered(
  { store, travel }: Pick<StayDeps, 'store' | 'travel'>,
  { id, number, reference }: { id: number; number: string; reference: string | null },
  now: number,
): Promise<boolean> {
  const isReleased = await askProvider(store, id, () => travel.cancel({ number, reference }));
  if (isReleased) await store.stayMaintenance.takeBack(id, now);
  return isReleased;
}
