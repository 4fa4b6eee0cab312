/** Rules for the stay of an activated certificate. Times are Unix seconds (UTC); days are `YYYY-MM-DD`. Product rules: Certificates. */
import {
  declinesBeforeReturn,
  maxStayNights,
  maxTravelerEntries,
  minStayNights,
  offerDueSeconds,
  offerValidSeconds,
  recoveredTravelerEntries,
  secondsPerDay,
  secureAccountLinkTtlSeconds,
} from '#schema/rules.ts';
import type { StayTerms, TermsByType } from '#schema/stays/catalogue.ts';
import { sumCosts } from '#schema/stays/costs.ts';
import type { OfferDetails, offerStatuses, StayStage, StayWish } from '#schema/stays/stay.ts';
import { ownTerms } from '#schema/stays.ts';
import type { CertificateType } from '#worker/domain/certificates/certificate.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import { type Seconds, utcDay } from '#worker/domain/time.ts';

export type OfferStatus = (typeof offerStatuses)[number];

export interface StayState {
  stage: StayStage;
  waitingSince: Seconds | null;
  declinedOffers: number;
  wasCanceled: boolean;
  travelerCorrected: boolean;
  travelerEntries: number;
  hasTraveler: boolean;
}

/** An offer entered by an administrator or received from the provider; costs are US cents. */
export interface NewOffer extends OfferDetails {
  /** Quote id of the travel provider; null for an offer entered by an administrator. */
  quoteId: string | null;
  /** Our cost for the stay, in US cents; null if not known yet. */
  costCents: number | null;
}

/** Stages before a stay is booked. */
export const undecidedStages = ['none', 'wished', 'offered'] as const satisfies StayStage[];

const isOpen = (stage: StayStage) => undecidedStages.some((open) => open === stage);

/** Whether the member may return the certificate and get its tokens back. */
export function mayReturn({ stage, declinedOffers, wasCanceled }: StayState, offer: OfferStatus | null): boolean {
  return isOpen(stage) && offer !== 'accepted' && (declinedOffers >= declinesBeforeReturn || wasCanceled);
}

/**
 * Whether the member may name or correct the traveler. A missing traveler can be named, and an existing one corrected once before an offer
 * is accepted, but no more than `maxTravelerEntries` times in all: whoever buys a certificate could reset the password to name others.
 * The first recovery from an intruder after that allows one more.
 */
export function canCorrectTraveler(
  { stage, travelerCorrected, travelerEntries, hasTraveler }: StayState,
  offer: OfferStatus | null,
): boolean {
  const hasEntryLeft = travelerEntries < maxTravelerEntries || travelerEntries === recoveredTravelerEntries;
  return isOpen(stage) && hasEntryLeft && (!hasTraveler || (offer !== 'accepted' && !travelerCorrected));
}

/** Returns the deadline for making an offer. After this time, the tokens are refunded. */
export function offerDueBy({ waitingSince }: Pick<StayState, 'waitingSince'>): Seconds | null {
  return waitingSince === null ? null : waitingSince + offerDueSeconds;
}

interface WishRefusal {
  reason: 'wish_in_past' | 'arrival_too_soon' | 'wish_too_late' | 'too_many_travelers' | 'unknown_destination';
  field: string;
  params: Record<string, string | number>;
}

interface WishLimits {
  type: CertificateType;
  terms: StayTerms;
  validUntil: Seconds;
  travelerEnteredAt: Seconds | null;
}

/**
 * Returns the first day on which the provider may book the traveler's arrival. Until then, the member can still recover the account from
 * whoever entered the traveler.
 */
export function firstArrival(travelerEnteredAt: Seconds | null): string {
  return travelerEnteredAt === null ? '' : utcDay(travelerEnteredAt + secureAccountLinkTtlSeconds);
}

/** Returns the last day on which the shortest stay can begin. */
export function lastArrival({ type, validUntil }: Pick<WishLimits, 'type' | 'validUntil'>): string {
  return utcDay(validUntil - minStayNights[type] * secondsPerDay);
}

/**
 * Validates stay preferences against the terms and the certificate's validity. `field` is the path of the invalid input, for example
 * `wishes.0.month`.
 */
export function decideWishes(wishes: readonly StayWish[], limits: WishLimits, now: Seconds): Result<'wish', WishRefusal> {
  const first = utcDay(now + secondsPerDay);
  const firstDay = firstArrival(limits.travelerEnteredAt);
  const last = lastArrival(limits);
  const validUntil = utcDay(limits.validUntil);
  const { destinations, maxTravelers } = limits.terms;
  for (const [index, { destinationId, month, arrival, travelers }] of wishes.entries()) {
    const at = month ?? arrival ?? '';
    const createRefusal = (reason: WishRefusal['reason'], input: string) =>
      err({ reason, field: `wishes.${index}.${input}`, params: { validUntil, firstDay, most: maxTravelers } });
    const date = month === null ? 'arrival' : 'month';
    if (at < first.slice(0, at.length)) return createRefusal('wish_in_past', date);
    if (at < firstDay.slice(0, at.length)) return createRefusal('arrival_too_soon', date);
    if (at > last.slice(0, at.length)) return createRefusal('wish_too_late', date);
    if (travelers > maxTravelers) return createRefusal('too_many_travelers', 'travelers');
    if (destinationId !== null && !destinations.some(({ id }) => id === destinationId))
      return createRefusal('unknown_destination', 'destinationId');
  }
  return ok('wish');
}

/** Whether the stay starts after today and ends on or before the last day of the certificate's validity. */
export function isWithinValidity(
  { arrival, departure }: Pick<NewOffer, 'arrival' | 'departure'>,
  validUntil: Seconds,
  now: Seconds,
): boolean {
  return arrival > utcDay(now) && departure <= utcDay(validUntil);
}

/**
 * Returns the maximum cost that the member pays for a stay in addition to its tokens, in US cents. This is the total shown before
 * redemption. `seenTerms` is a JSON-encoded `TermsByType`.
 */
export function maxCostCents(type: CertificateType, seenTerms: string | null): number {
  const terms = seenTerms === null ? ownTerms : (JSON.parse(seenTerms) as TermsByType);
  return sumCosts(terms[type]).toCents;
}

/** Returns the total of an offer's mandatory costs, in US cents. */
export function offerCostCents({ costs }: Pick<NewOffer, 'costs'>): number {
  return costs.reduce((sum, { cents }) => sum + cents, 0);
}

/** Returns when an offer made now expires: at the end of its validity period or on arrival, whichever comes first. */
export function offerExpiry({ arrival }: Pick<NewOffer, 'arrival'>, now: Seconds): Seconds {
  return Math.min(now + offerValidSeconds, Date.parse(`${arrival}T00:00:00Z`) / 1_000);
}

/** Whether the number of nights is within the certificate's promised range. */
export function hasPromisedNights({ arrival, departure }: Pick<NewOffer, 'arrival' | 'departure'>, type: CertificateType): boolean {
  const nights = (Date.parse(departure) - Date.parse(arrival)) / (1_000 * secondsPerDay);
  return nights >= minStayNights[type] && nights <= maxStayNights[type];
}
