/**
 * Requests an offer from the travel provider that matches a member's preferences. The job repeats the request until the provider has an
 * offer.
 */
import type { StayWish } from '#schema/stays/stay.ts';
import { type Quote, type QuoteRequest, StayFailure } from '#worker/clients/travel-provider.ts';
import { firstArrival, hasPromisedNights, isWithinValidity, maxCostCents, offerCostCents } from '#worker/domain/stays/stay.ts';
import { describeError, logWarning } from '#worker/log.ts';
import type { StayToQuote } from '#worker/store/stays/stay-maintenance.ts';
import { askProvider } from './ask-provider.ts';
import type { StayDeps, TravelDeps } from './travel-deps.ts';

export function quoteRequest({ number, type, validUntil, wishes, formerQuoteIds }: StayToQuote): QuoteRequest {
  return {
    number,
    type,
    validUntil,
    wishes: JSON.parse(wishes) as StayWish[],
    formerQuoteIds: JSON.parse(formerQuoteIds) as string[],
  };
}

/** Returns the reason why a quote cannot be offered to the member, or null if it can. */
export function quoteFault(quote: Quote, stay: StayToQuote, now: number): string | null {
  if (quoteRequest(stay).formerQuoteIds.includes(quote.quoteId)) return 'The travel provider offered an old quote.';
  if (!isWithinValidity(quote, stay.validUntil, now)) return 'The travel provider offered days outside the certificate’s validity.';
  if (!hasPromisedNights(quote, stay.type)) return 'The travel provider’s offer has too few or too many nights.';
  if (offerCostCents(quote) <= maxCostCents(stay.type, stay.seenTerms)) return null;
  return 'The travel provider’s offer costs more than the member saw before redeeming.';
}

/** Whether the traveler was entered too recently for these days. A later offer may fit. */
export function isTooSoon({ arrival }: Quote, { travelerEnteredAt }: StayToQuote): boolean {
  return arrival < firstArrival(travelerEnteredAt);
}

/**
 * Requests a quote. Resolves to `waits` if the provider has no offer yet. Rejects if the provider is unreachable or its offer is not
 * acceptable.
 */
export async function requestQuote(
  { store, travel }: Pick<StayDeps, 'store' | 'travel'>,
  stay: StayToQuote,
  now: number,
): Promise<'done' | 'waits'> {
  const answer = await askProvider(store, stay.id, async () => {
    const response = await travel.quote(quoteRequest(stay));
    const fault = response.status === 'offered' ? quoteFault(response.quote, stay, now) : null;
    if (fault !== null) throw new StayFailure(fault);
    return response;
  });
  if (answer.status === 'offered' && isTooSoon(answer.quote, stay)) {
    await store.stayMaintenance.recordError(stay.id, 'The travel provider offered days too soon after the traveler was entered.');
    return 'waits';
  }
  if (answer.status === 'offered') {
    await store.stayMaintenance.offer(stay, answer.quote, now);
    return 'done';
  }
  await store.stayMaintenance.recordError(
    stay.id,
    answer.status === 'none' ? 'The travel provider has no stay that fits these preferences.' : null,
  );
  return 'waits';
}

/** Requests a quote once, right after the member submits preferences. The job retries failures. */
export async function requestQuoteNow({ store, travel }: TravelDeps, certificateId: number, now: number): Promise<void> {
  if (!travel) return;
  try {
    const stay = await store.stayMaintenance.toQuote(certificateId, now);
    if (stay) await requestQuote({ store, travel }, stay, now);
  } catch (error) {
    logWarning('quote_left_to_the_job', { certificateId, error: describeError(error) });
  }
}
