/** Creates a quote for the first of the member's travel preferences that the provider can fulfill. */
import { minStayNights, secondsPerDay } from '#schema/rules.ts';
import type { StayTerms, TermsByType } from '#schema/stays/catalogue.ts';
import type { StayWish } from '#schema/stays/stay.ts';
import { hotels } from '#scripts/fakes/travel/hotels.ts';
import { freeCancellationDays } from '#scripts/fakes/travel/state.ts';
import type { Quote } from '#worker/clients/travel-provider.ts';

export interface StayRequest {
  number: string;
  type: keyof TermsByType;
  wishes: readonly StayWish[];
  /** ISO 8601 timestamp. */
  validUntil: string;
}

/** Cost to us per night, in US cents. */
const nightCents = { 'regional-short': 9_500, 'regional-long': 8_500, global: 13_500 } as const;

const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * secondsPerDay * 1_000).toISOString().slice(0, 10);
const todayUtc = () => new Date().toISOString().slice(0, 10);

/** Whether the day is in the holiday period that the terms exclude: December 20 to January 3. */
const isHoliday = (day: string) => day.slice(5) >= '12-20' || day.slice(5) <= '01-03';

/** Returns a quote, or undefined if the provider can fulfill none of the member's preferences. */
export function makeQuote(wanted: StayRequest, terms: StayTerms, quoteId: string): Quote | undefined {
  const nights = minStayNights[wanted.type];
  for (const [index, { destinationId, travelers, ...dates }] of wanted.wishes.entries()) {
    const place = destinationId ?? pickSurpriseDestination(terms, wanted.number, index);
    const hotel = hotels[place];
    const destination = terms.destinations.find(({ id }) => id === place);
    const arrival = findArrival(dates, nights, wanted.validUntil.slice(0, 10));
    if (!hotel || !destination || arrival === undefined || travelers > terms.maxTravelers) continue;
    const { name, address, latitude, longitude, room, checkIn, phone } = hotel;
    return {
      quoteId,
      destinationId: place,
      place: `${name}, ${destination.name}`,
      ...{ address, latitude, longitude, room, checkIn },
      arrival,
      departure: addDays(arrival, nights),
      costs: computeExactCosts(terms, Object.keys(hotels).indexOf(place) / Object.keys(hotels).length),
      cancellation: `Free until ${freeCancellationDays} days before arrival. After that, the stay cannot be moved.`,
      contact: `${name}, ${phone}`,
      costCents: nightCents[wanted.type] * nights,
    };
  }
  return undefined;
}

/** Returns the same quote with a different id, and with each cost raised to the maximum that the terms allow. */
export function raisePrice(quote: Quote, terms: StayTerms, quoteId: string): Quote {
  return { ...quote, quoteId, costs: computeExactCosts(terms, 1) };
}

function pickSurpriseDestination({ destinations }: StayTerms, number: string, index: number): string {
  const sum = [...number].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), index);
  return destinations[sum % destinations.length]?.id ?? '';
}

/**
 * Returns the arrival day: the requested day, or else the first available Friday in the requested month, or else the first available day in
 * that month.
 */
function findArrival({ month, arrival }: Pick<StayWish, 'month' | 'arrival'>, nights: number, validUntil: string): string | undefined {
  const isFree = (day: string) =>
    day > todayUtc() && addDays(day, nights) <= validUntil && !isHoliday(day) && !isHoliday(addDays(day, nights - 1));
  const days = arrival === null ? Array.from({ length: 31 }, (_, index) => addDays(`${month}-01`, index)) : [arrival];
  const freeDays = days.filter((day) => isFree(day) && (month === null || day.startsWith(month)));
  return freeDays.find((day) => new Date(day).getUTCDay() === 5) ?? freeDays[0];
}

/** Returns exact costs within the ranges that the terms allow. `share` is the position in each range, from 0 (lowest) to 1 (highest). */
function computeExactCosts({ costs }: StayTerms, share: number): Quote['costs'] {
  return costs.map(({ name, chargedBy, when, fromCents, toCents }) => ({
    ...{ name, chargedBy, when },
    cents: fromCents + Math.round((toCents - fromCents) * share),
  }));
}
