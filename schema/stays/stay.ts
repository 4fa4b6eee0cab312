/** The stay of an activated certificate: traveler, preferences, offers and booking. Product rules: Certificates. */
import * as v from 'valibot';
import { email } from '#schema/email-address.ts';
import { identityProof, isoInstant, optionalLines, requiredText } from '#schema/fields.ts';
import { maxStayWishes, travelerMinAgeYears } from '#schema/rules.ts';

/** Stages of a stay. `none`: the member has not submitted preferences yet. */
export const stayStages = ['none', 'wished', 'offered', 'booked', 'stayed', 'returned', 'expired'] as const;
export type StayStage = (typeof stayStages)[number];
/**
 * Statuses of an offer. An accepted offer counts as booked once it has a booking reference. `withdrawn`: no longer available at the offered
 * price.
 */
export const offerStatuses = ['open', 'accepted', 'declined', 'expired', 'withdrawn'] as const;

function isCalendarDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}

/** Validates a calendar day without a time zone, `YYYY-MM-DD`. */
export const calendarDay = (message = 'Please enter a date') =>
  v.pipe(v.string(message), v.regex(/^\d{4}-\d{2}-\d{2}$/, message), v.check(isCalendarDay, message));
const month = v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Please choose a month'));

/**
 * Returns whether someone born on `birthDate` is an adult on `today`. Both are `YYYY-MM-DD`. Someone born on February 29 comes of age on
 * March 1.
 */
export function isAdult(birthDate: string, today: string): boolean {
  return `${Number(birthDate.slice(0, 4)) + travelerMinAgeYears}${birthDate.slice(4)}` <= today;
}

function isPast(day: string): boolean {
  return day <= new Date().toISOString().slice(0, 10);
}

const nameMessage = 'Please enter the full name, as shown on the passport or ID';
/**
 * Everything but A to Z, the letters of passports that do not decompose to these (ICAO 9303, part 3), accents, and what separates names.
 * `personKeys` knows these letters. Others of the Latin script, such as turned ones, would give a traveler a second name.
 */
const unknownInName = /(?![\u0300-\u0344])[^a-zæœøłđðþəħŧŋßı\u02b9-\u02bf\p{Cf}\s'’‘`.,·/()‐–-]/iu;
const phoneMessage = 'Please enter a phone number with its country code, such as +1 828 555 0100';

export const earliestBirthDate = '1900-01-01';

/** The traveler's details, which the hotel will check. */
export const Traveler = v.strictObject({
  fullName: v.pipe(
    requiredText(nameMessage, 100),
    v.check((name) => !/\p{Nd}/u.test(name), 'Please enter the name without digits'),
    // One spelling per person makes repeated travelers recognizable. Passports have one in Latin letters.
    v.check(
      (name) => !unknownInName.test(name.normalize('NFKD')),
      'Please enter the name in Latin letters (A to Z, accents are fine), as in the passport',
    ),
    // At least one name must be more than an initial.
    v.regex(/\p{L}\p{M}*\p{L}/u, nameMessage),
  ),
  birthDate: v.pipe(
    calendarDay('Please enter the date of birth'),
    v.check((day) => day >= earliestBirthDate, 'Please check the year of birth: it is before 1900'),
    v.check(isPast, 'This date is in the future. Please enter the date of birth.'),
  ),
  email: email('Please enter a valid email'),
  phone: v.pipe(requiredText(phoneMessage, 40), v.regex(/^\+?(?:[ ().-]*\d){6,15}[ ().-]*$/, phoneMessage)),
});
export type Traveler = v.InferOutput<typeof Traveler>;

/** Traveler as stored. Not validated, because the data may have been entered before the current rules. */
export const StoredTraveler = v.object({ fullName: v.string(), birthDate: v.string(), email: v.string(), phone: v.string() });

/** Body of the requests that activate a certificate, or return it because its traveler was refused. Requires the password or a recent sign-in. */
export const ActivateRequest = v.strictObject({
  traveler: Traveler,
  currentPassword: identityProof(),
});
/** Body of the request that names or corrects the traveler, with the same proof. `version` is the optimistic lock of the stay. */
export const TravelerRequest = v.strictObject({ ...ActivateRequest.entries, version: v.pipe(v.number(), v.integer()) });
/** Form of these requests. If the password is empty, the server requires a recent sign-in instead. */
export const TravelerForm = v.object({ traveler: Traveler, currentPassword: v.optional(v.string()) });

export const StayWish = v.pipe(
  v.strictObject({
    /** Id of a destination in the terms; null for any destination. */
    destinationId: v.nullable(v.pipe(v.string(), v.regex(/^[a-z-]{1,40}$/))),
    /** Preferred month, `YYYY-MM`; null if an exact arrival day is given. */
    month: v.nullable(month),
    arrival: v.nullable(calendarDay()),
    travelers: v.pipe(v.number('Please enter the number of travelers'), v.integer(), v.minValue(1, 'Please enter at least 1 traveler')),
  }),
  v.check((wish) => (wish.month === null) !== (wish.arrival === null), 'Please choose a month or an arrival date'),
);
export type StayWish = v.InferOutput<typeof StayWish>;

export const WishesRequest = v.strictObject({
  wishes: v.pipe(
    v.array(StayWish),
    v.minLength(1, 'Please add at least one choice'),
    v.maxLength(maxStayWishes, `Please add at most ${maxStayWishes} choices`),
  ),
  version: v.pipe(v.number(), v.integer()),
});

/** The member's answer to "Did the stay take place?", with an optional comment. */
export const StayAnswer = v.strictObject({
  tookPlace: v.boolean('Please choose yes or no'),
  comment: optionalLines('Comment', 500),
});
export type StayAnswer = v.InferOutput<typeof StayAnswer>;

/** A mandatory cost of an offered stay, in US cents. */
export const OfferCost = v.object({ name: v.string(), chargedBy: v.string(), when: v.string(), cents: v.number() });
export type OfferCost = v.InferOutput<typeof OfferCost>;

const offerEntries = {
  /** Id of a destination in the terms; null if the terms do not list it. */
  destinationId: v.nullable(v.string()),
  place: v.string(),
  address: v.string(),
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
  arrival: calendarDay(),
  departure: calendarDay(),
  room: v.string(),
  costs: v.array(OfferCost),
  cancellation: v.string(),
  checkIn: v.string(),
  /** Name, phone number or email address of a contact at the hotel. */
  contact: v.string(),
};
export const StayOffer = v.object({
  id: v.number(),
  ...offerEntries,
  status: v.picklist(offerStatuses),
  expiresAt: isoInstant,
});
export type StayOffer = v.InferOutput<typeof StayOffer>;
export type OfferDetails = v.InferOutput<v.ObjectSchema<typeof offerEntries, undefined>>;

export const Stay = v.object({
  stage: v.picklist(stayStages),
  /** The traveler; null for older stays that never had one, and after the traveler's data was erased. */
  traveler: v.nullable(StoredTraveler),
  canCorrectTraveler: v.boolean(),
  wishes: v.array(StayWish),
  /** Deadline for our offer, after which the tokens are returned. Null unless the member is waiting for an offer. */
  offerDueBy: v.nullable(isoInstant),
  /** The open or accepted offer for the stay. */
  offer: v.nullable(StayOffer),
  declinedOffers: v.number(),
  /** Whether another administrator must check the certificate before the travel provider offers or books a stay. */
  isBeingChecked: v.boolean(),
  /** Whether the member may return the certificate and get their tokens back. */
  mayReturn: v.boolean(),
  /** The member's answer to "Did the stay take place?"; null until answered. */
  tookPlace: v.nullable(v.boolean()),
  /** Whether the hotel reported that the traveler did not arrive. */
  isNoShow: v.boolean(),
  version: v.number(),
});
export type Stay = v.InferOutput<typeof Stay>;

/** Returns the sum of an offer's costs, in US cents. */
export function sumOfferCosts(costs: readonly OfferCost[]): number {
  return costs.reduce((sum, { cents }) => sum + cents, 0);
}

/** Returns the number of nights between two `YYYY-MM-DD` dates. */
export function nightsBetween(arrival: string, departure: string): number {
  return Math.round((Date.parse(departure) - Date.parse(arrival)) / 86_400_000);
}
