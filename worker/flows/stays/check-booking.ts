/** Asks the travel provider whether a booking is still valid. */
import type { StayToCheck } from '#worker/store/stays/stay-maintenance.ts';
import { askProvider } from './ask-provider.ts';
import { cancelRecovered } from './cancel-recovered.ts';
import type { StayDeps } from './travel-deps.ts';

/** Note to administrators about a booking's status; null if none is needed. */
const notes = {
  booked: null,
  stayed: null,
  no_show: 'The travel provider reports that the traveler did not arrive.',
  canceled: 'The travel provider reports a cancellation that is not free. Please ask the hotel who canceled, and why.',
  canceled_free: 'The travel provider reports a cancellation after the arrival. Please ask the hotel whether the stay took place.',
  unknown: 'The travel provider does not know this booking.',
} as const;

/**
 * Checks the status of a booking, and cancels it if the account was recovered. A cancellation that is not free, or comes after the arrival,
 * such as an early departure, returns nothing: administrators decide. Rejects if the travel provider is unreachable.
 */
export async function checkBooking({ store, travel }: Pick<StayDeps, 'store' | 'travel'>, stay: StayToCheck, now: number): Promise<void> {
  const mayEnd = stay.hasBegun === 0;
  if (mayEnd && stay.isRecovered === 1 && (await cancelRecovered({ store, travel }, stay, now))) return;
  const status = await askProvider(store, stay.id, () => travel.status(stay.number));
  if (status === 'canceled_free' && mayEnd)
    await (stay.isRecovered === 1 ? store.stayMaintenance.takeBack(stay.id, now) : store.stayMaintenance.cancelBooking(stay, now));
  else await store.stayMaintenance.recordStatus(stay.id, notes[status], now);
}
