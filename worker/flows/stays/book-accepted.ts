/** Books the offer that a member accepted. The job retries this until the travel provider responds. */
import { type Quote, StayFailure } from '#worker/clients/travel-provider.ts';
import { describeError, logWarning } from '#worker/log.ts';
import { openTraveler } from '#worker/security/traveler.ts';
import type { StayToBook } from '#worker/store/stays/stay-maintenance.ts';
import { askProvider } from './ask-provider.ts';
import { cancelRecovered } from './cancel-recovered.ts';
import { isTooSoon, quoteFault, quoteRequest } from './request-quote.ts';
import type { StayDeps, TravelDeps } from './travel-deps.ts';

/** Books the stay, or withdraws the offer if it is no longer available at its price. Rejects if the provider is unreachable. */
export async function bookAccepted(deps: StayDeps, stay: StayToBook, now: number): Promise<void> {
  const { store, travel, travelerKeys } = deps;
  const { id, number, offerId, quoteId } = stay;
  if (stay.isRecovered === 1) {
    await cancelRecovered(deps, { id, number, reference: null }, now);
    return;
  }
  const answer = await askProvider(store, id, async () => {
    const traveler = await openTraveler(travelerKeys, stay.traveler, number);
    if (!traveler) throw new StayFailure('The traveler’s data cannot be decrypted.');
    return travel.book({ number, quoteId, traveler });
  });
  if (answer.status !== 'booked') {
    await store.stayMaintenance.withdraw(stay, await findNextQuote(deps, stay, answer, now), now);
    return;
  }
  const isSaved = await store.stayMaintenance.saveBooking(stay, answer, now);
  // The certificate was canceled while the stay was being booked, so cancel the booking, too. If this fails, the error is stored with the
  // stay for administrators to see.
  if (!isSaved && !(await store.stayMaintenance.isAccepted(offerId)))
    await askProvider(store, id, async () => {
      if (!(await travel.cancel({ number, reference: answer.reference })))
        throw new StayFailure(`The travel provider does not release booking ${answer.reference}, whose offer is no longer accepted.`);
    });
}

/**
 * Withdraws an offer that a second look held back for too long. A lost response may have hidden a booking, so the provider releases it first.
 * If it does not, the offer stays accepted, and administrators see why. Rejects if the provider is unreachable.
 */
export async function withdrawUnchecked({ store, travel }: Pick<StayDeps, 'store' | 'travel'>, stay: StayToBook, now: number) {
  const { id, number } = stay;
  const isReleased = await askProvider(store, id, () => travel.cancel({ number, reference: null }));
  if (isReleased) await store.stayMaintenance.withdraw(stay, null, now);
  else await store.stayMaintenance.recordError(id, 'The travel provider has booked this stay and does not release it.');
  return isReleased ? 'done' : 'waits';
}

/** Returns a replacement for an offer that cannot be booked, or null if the job has to find one later. */
async function findNextQuote(
  { travel }: StayDeps,
  stay: StayToBook,
  answer: { status: 'price_changed'; quote: Quote } | { status: 'unavailable' },
  now: number,
): Promise<Quote | null> {
  try {
    const quoteResponse =
      answer.status === 'price_changed' ? ({ ...answer, status: 'offered' } as const) : await travel.quote(quoteRequest(stay));
    if (quoteResponse.status !== 'offered' || isTooSoon(quoteResponse.quote, stay)) return null;
    return quoteFault(quoteResponse.quote, stay, now) === null ? quoteResponse.quote : null;
  } catch (error) {
    logWarning('quote_left_to_the_job', { certificateId: stay.id, error: describeError(error) });
    return null;
  }
}

/** Tries to book once, right after the member accepts the offer. The job retries failures. */
export async function bookAcceptedNow(
  { travel, ...deps }: TravelDeps & Pick<StayDeps, 'travelerKeys'>,
  certificateId: number,
  now: number,
) {
  if (!travel) return;
  try {
    const stay = await deps.store.stayMaintenance.toBook(certificateId, now);
    if (stay) await bookAccepted({ ...deps, travel }, stay, now);
  } catch (error) {
    logWarning('booking_left_to_the_job', { certificateId, error: describeError(error) });
  }
}
