/** Rules for the stays that administrators handle: open tasks and checks of offers. */

import { bookingCheckSeconds, bookingDueSeconds, complaintDueSeconds, maxStayNights, minStayNights } from '#schema/rules.ts';
import type { StayToDo } from '#schema/stays/admin-stays.ts';
import type { StayStage } from '#schema/stays/stay.ts';
import type { CertificateType } from '#worker/domain/certificates/certificate.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import { type Seconds, utcDay } from '#worker/domain/time.ts';
import { hasPromisedNights, isWithinValidity, type NewOffer, type OfferStatus, offerCostCents, offerDueBy } from './stay.ts';

export interface DeskState {
  stage: StayStage;
  /** Status of the open or accepted offer. */
  offerStatus: OfferStatus | null;
  reference: string | null;
  /** Since when the provider's answer about the booking is unclear; null if it is not. */
  unclearSince: Seconds | null;
  tookPlace: boolean | null;
  isComplaintSettled: boolean;
}

/** When the stay reached each state; null if it never did. */
interface DeskTimes {
  waitingSince: Seconds | null;
  acceptedAt: Seconds | null;
  answeredAt: Seconds | null;
}

export function stayToDo({ stage, offerStatus, reference, unclearSince, tookPlace, isComplaintSettled }: DeskState): StayToDo | null {
  if (stage === 'wished') return 'offer';
  if (stage === 'booked') return unclearSince === null ? null : 'check';
  if (stage === 'offered' && offerStatus === 'accepted' && reference === null) return 'book';
  return stage === 'stayed' && tookPlace === false && !isComplaintSettled ? 'complaint' : null;
}

/** Returns the deadline for the administrators' next step; null if there is no next step. */
export function stayDueBy(state: DeskState, { waitingSince, acceptedAt, answeredAt }: DeskTimes): Seconds | null {
  const toDo = stayToDo(state);
  if (toDo === 'offer') return offerDueBy({ waitingSince });
  if (toDo === 'book') return acceptedAt === null ? null : acceptedAt + bookingDueSeconds;
  if (toDo === 'check') return state.unclearSince === null ? null : state.unclearSince + bookingCheckSeconds;
  return toDo === null || answeredAt === null ? null : answeredAt + complaintDueSeconds;
}

/**
 * Whether administrators can record a no-show: from the day after arrival until the member confirms that the stay took place. On the day of
 * arrival in UTC, a traveler farther west may still be on the way.
 */
export function canRecordNoShow({ stage, arrival, tookPlace, noShowAt }: NoShowState, now: Seconds): boolean {
  return (stage === 'booked' || stage === 'stayed') && arrival !== null && arrival < utcDay(now) && tookPlace === null && noShowAt === null;
}

interface NoShowState {
  stage: StayStage;
  /** `YYYY-MM-DD`. */
  arrival: string | null;
  tookPlace: boolean | null;
  noShowAt: Seconds | null;
}

type OfferRefusal =
  | 'stay_not_waiting'
  | 'holder_suspended'
  | {
      reason: 'wish_in_past' | 'wish_too_late' | 'offer_above_terms' | 'offer_nights' | 'unknown_destination';
      field: string;
      params?: Record<string, string>;
    };

interface DeskStay {
  type: CertificateType;
  stage: StayStage;
  validUntil: Seconds;
  maxCostCents: number;
  isHolderSuspended: boolean;
  /** Ids of the destinations in the stay's terms. */
  destinationIds: readonly string[];
}

/**
 * Checks an administrator's offer. The stay must be waiting for an offer, and its holder must not be suspended. The dates, number of nights
 * and destination must fit the certificate and its terms, and the cost must not exceed `maxCostCents`.
 */
export function decideOffer(
  offer: Pick<NewOffer, 'arrival' | 'departure' | 'costs' | 'destinationId'>,
  stay: DeskStay,
  now: Seconds,
): Result<'offer', OfferRefusal> {
  if (stay.stage !== 'wished') return err('stay_not_waiting');
  if (stay.isHolderSuspended) return err('holder_suspended');
  if (isWithinValidity(offer, stay.validUntil, now)) {
    if (!hasPromisedNights(offer, stay.type)) {
      const nights = { fewest: String(minStayNights[stay.type]), most: String(maxStayNights[stay.type]) };
      return err({ reason: 'offer_nights', field: 'departure', params: nights });
    }
    if (offer.destinationId !== null && !stay.destinationIds.includes(offer.destinationId))
      return err({ reason: 'unknown_destination', field: 'destinationId' });
    if (offerCostCents(offer) <= stay.maxCostCents) return ok('offer');
    return err({ reason: 'offer_above_terms', field: 'costs.0.dollars', params: { most: `$${(stay.maxCostCents / 100).toFixed(2)}` } });
  }
  if (offer.arrival <= utcDay(now)) return err({ reason: 'wish_in_past', field: 'arrival' });
  return err({ reason: 'wish_too_late', field: 'departure', params: { validUntil: utcDay(stay.validUntil) } });
}
