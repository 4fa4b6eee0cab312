/** Stays, as shown to administrators. See "Certificates" in docs/product-rules.md. */
import * as v from 'valibot';
import { certificateStatuses, certificateTypes } from '#schema/certificates/certificate.ts';
import { isoInstant, requiredLines, requiredText } from '#schema/fields.ts';
import { Destination } from '#schema/stays/catalogue.ts';
import { calendarDay, offerStatuses, StayOffer, StayWish, StoredTraveler, stayStages, Traveler } from '#schema/stays/stay.ts';

/**
 * The next action required from an administrator: enter an offer, book the accepted one, check a booking after an unclear answer from the
 * travel provider, or settle the complaint about a stay that did not take place.
 */
export const stayToDos = ['offer', 'book', 'check', 'complaint'] as const;
export type StayToDo = (typeof stayToDos)[number];

const listEntries = {
  /** Id of the certificate. */
  id: v.number(),
  number: v.string(),
  type: v.picklist(certificateTypes),
  user: v.object({ id: v.number(), email: v.string(), name: v.nullable(v.string()) }),
  stage: v.picklist(stayStages),
  toDo: v.nullable(v.picklist(stayToDos)),
  /** Deadline for the action in `toDo`; null if no action is required. */
  dueBy: v.nullable(isoInstant),
  /** Hotel and dates of the open or accepted offer. */
  place: v.nullable(v.string()),
  arrival: v.nullable(calendarDay()),
  departure: v.nullable(calendarDay()),
  reference: v.nullable(v.string()),
  /** Our cost for the stay, in US cents; null if unknown. */
  costCents: v.nullable(v.number()),
  providerError: v.nullable(v.string()),
};
export const AdminStay = v.object(listEntries);
export type AdminStay = v.InferOutput<typeof AdminStay>;
export const AdminStays = v.array(AdminStay);

export const AdminOffer = v.object({
  ...StayOffer.entries,
  status: v.picklist(offerStatuses),
  costCents: v.nullable(v.number()),
  createdAt: isoInstant,
  /** Email of the administrator who entered the offer; null if it came from the provider. */
  createdBy: v.nullable(v.string()),
});
export type AdminOffer = v.InferOutput<typeof AdminOffer>;

export const AdminStayDetails = v.object({
  ...listEntries,
  status: v.picklist(certificateStatuses),
  validUntil: isoInstant,
  /** The traveler; null for older stays that never had one, and after the traveler's data was erased. */
  traveler: v.nullable(StoredTraveler),
  /**
   * True if a super administrator has confirmed that the traveler only shares a name and date of birth with another person who already has
   * a stay.
   */
  isOtherPerson: v.boolean(),
  /** True if the account was recovered while the stay was booked for a recent traveler, and the member has yet to say who travels. */
  isRecovered: v.boolean(),
  wishes: v.array(StayWish),
  /** Offers for the stay, newest first. */
  offers: v.array(AdminOffer),
  /** Destinations listed in the terms for this kind of stay. */
  destinations: v.array(Destination),
  declinedOffers: v.number(),
  /** The member's answer to "Did the stay take place?"; null until answered. */
  tookPlace: v.nullable(v.boolean()),
  comment: v.nullable(v.string()),
  complaintSettledAt: v.nullable(isoInstant),
  /** When an administrator recorded that the traveler did not arrive. */
  noShowAt: v.nullable(isoInstant),
  canRecordNoShow: v.boolean(),
  version: v.number(),
});
export type AdminStayDetails = v.InferOutput<typeof AdminStayDetails>;

const cents = v.pipe(v.number('Please enter an amount'), v.integer('Please enter whole cents'), v.minValue(0), v.maxValue(10_000_000));
const degrees = (most: number, message: string) =>
  v.nullable(v.pipe(v.number(message), v.minValue(-most, message), v.maxValue(most, message)));
const version = v.pipe(v.number(), v.integer());

const cost = {
  name: requiredText('Please enter what the cost is for'),
  chargedBy: requiredText('Please enter who charges it'),
  when: requiredText('Please enter when it is charged'),
};

const offerTexts = {
  destinationId: v.nullable(v.pipe(v.string(), v.regex(/^[a-z-]{1,40}$/))),
  place: requiredText('Please enter the place'),
  address: requiredLines('Please enter the address', 300),
  arrival: calendarDay('Please enter the arrival date'),
  departure: calendarDay('Please enter the departure date'),
  room: requiredText('Please enter the room'),
  cancellation: requiredLines('Please enter the cancellation terms', 1_000),
  checkIn: requiredLines('Please enter how to check in', 1_000),
  contact: requiredText('Please enter whom to call at the place'),
};
const latitude = degrees(90, 'Please enter a latitude from -90 to 90');
const longitude = degrees(180, 'Please enter a longitude from -180 to 180');
const createCostsSchema = <Cost extends v.GenericSchema>(item: Cost) =>
  v.pipe(
    v.array(item),
    v.minLength(1, 'Please enter every mandatory cost, or one of $0 if there is none'),
    v.maxLength(10, 'Use at most 10 costs'),
  );

const isDepartureAfterArrival = ({ arrival, departure }: { arrival: string; departure: string }) => departure > arrival;
const departsLaterMessage = 'The departure must be after the arrival';
const hasCompleteCoordinates = (place: { latitude: number | null; longitude: number | null }) =>
  (place.latitude === null) === (place.longitude === null);
const hasBothOrNeitherMessage = 'Please enter both latitude and longitude, or neither';

/** Body of POST /api/admin/stays/:id/offers. */
export const OfferRequest = v.pipe(
  v.strictObject({
    ...offerTexts,
    latitude: v.optional(latitude, null),
    longitude: v.optional(longitude, null),
    costs: createCostsSchema(v.strictObject({ ...cost, cents })),
    /** Our cost for the stay, in US cents; null if unknown. */
    costCents: v.nullable(cents),
    /** Version of the stay, used as an optimistic lock. */
    version,
  }),
  v.forward(
    v.check((offer) => isDepartureAfterArrival(offer), departsLaterMessage),
    ['departure'],
  ),
  v.forward(
    v.check((offer) => hasCompleteCoordinates(offer), hasBothOrNeitherMessage),
    ['longitude'],
  ),
);
export type OfferRequest = v.InferOutput<typeof OfferRequest>;

const toCents = (input: string) => Math.round(Number(input.replace('$', '')) * 100);
const dollarsPattern = /^\$?\d{1,5}(\.\d{1,2})?$/;
const dollarsMessage = 'Please enter dollars and cents, such as 3.50';
const dollars = v.pipe(v.string(dollarsMessage), v.trim(), v.regex(dollarsPattern, dollarsMessage), v.transform(toCents));
const dollarsIfKnown = v.pipe(
  v.string(),
  v.trim(),
  v.check((input) => input === '' || dollarsPattern.test(input), dollarsMessage),
  v.transform((input) => (input === '' ? null : toCents(input))),
);
const toNumber = (input: string) => (input === '' ? null : Number(input));

/** Form for an offer. Converts typed dollars to cents and typed degrees to numbers. */
export const OfferForm = v.pipe(
  v.object({
    ...offerTexts,
    destinationId: v.pipe(
      v.string(),
      v.transform((id) => (id === '' ? null : id)),
    ),
    latitude: v.pipe(v.string(), v.trim(), v.transform(toNumber), latitude),
    longitude: v.pipe(v.string(), v.trim(), v.transform(toNumber), longitude),
    costs: createCostsSchema(
      v.pipe(
        v.object({ ...cost, dollars }),
        v.transform(({ dollars: amount, ...rest }) => ({ ...rest, cents: amount })),
      ),
    ),
    costCents: dollarsIfKnown,
  }),
  v.forward(
    v.check((offer) => isDepartureAfterArrival(offer), departsLaterMessage),
    ['departure'],
  ),
  v.forward(
    v.check((offer) => hasCompleteCoordinates(offer), hasBothOrNeitherMessage),
    ['longitude'],
  ),
);
export type OfferForm = v.InferInput<typeof OfferForm>;

/** A hotel from an earlier offer, with the fields that a new offer can reuse. */
export const StayPlace = v.object({
  ...v.pick(StayOffer, [
    'destinationId',
    'place',
    'address',
    'latitude',
    'longitude',
    'room',
    'costs',
    'cancellation',
    'checkIn',
    'contact',
  ]).entries,
  costCents: v.nullable(v.number()),
});
export type StayPlace = v.InferOutput<typeof StayPlace>;
export const StayPlaces = v.array(StayPlace);

const reason = requiredLines('Please enter a reason', 300);

/**
 * Body of PUT /api/admin/stays/:id/traveler, which corrects the traveler's details. `isConfirmedByMember` is the answer of a member who
 * recovered the account: without it, a correction does not stop the stay from being taken back.
 */
export const CorrectTraveler = v.strictObject({ traveler: Traveler, reason, version, isConfirmedByMember: v.optional(v.boolean()) });
export type CorrectTraveler = v.InferOutput<typeof CorrectTraveler>;
export const CorrectTravelerForm = v.object({ traveler: Traveler, reason, isConfirmedByMember: v.optional(v.boolean()) });

/** Body of POST /api/admin/stays/:id/offers/:offerId/withdraw. The reason is stored in the audit log. */
export const WithdrawOffer = v.strictObject({ reason, version });
export const WithdrawOfferForm = v.object({ reason });

/** Body of POST /api/admin/stays/:id/confirm-booking. The reason is stored in the audit log. */
export const ConfirmBooking = v.strictObject({ reason, version });
export const ConfirmBookingForm = v.object({ reason });

/** Body of POST /api/admin/stays/:id/no-show. The reason is stored in the audit log. */
export const RecordNoShow = v.strictObject({ reason, version });
export const RecordNoShowForm = v.object({ reason });

/** Body of POST /api/admin/stays/:id/settle, which settles the complaint of a member whose stay did not take place. */
export const SettleComplaint = v.strictObject({ reason: requiredLines('Please enter what was agreed', 300), version });
export const SettleComplaintForm = v.object({ reason: SettleComplaint.entries.reason });
