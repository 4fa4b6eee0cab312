/** Stays of activated certificates, their offers and travelers. Product rules: Certificates. */
import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { bookingCheckSeconds, bookingDueSeconds, complaintDueSeconds, offerDueSeconds } from '#schema/rules.ts';
import { offerStatuses, stayStages } from '#schema/stays/stay.ts';
import { admins } from './admins.ts';
import { createdAt, flag, foreignId, jsonText, rowId, seconds, version } from './columns.ts';
import { users } from './members.ts';
import { vacationCertificates } from './tokens.ts';

/**
 * Returns the SQL sort key of the administrators' queue: the deadline of the next action (`stayDueBy` in worker/domain/stays/desk.ts),
 * followed by stays without a deadline, newest first. `stay` is a column prefix, such as `s.`. The expression contains no commas because
 * drizzle-kit would split it there.
 */
export function stayDeskOrder(stay: string): string {
  return [
    `CASE WHEN ${stay}stage = 'wished' THEN ${stay}waiting_since + ${offerDueSeconds}`,
    `WHEN ${stay}stage = 'offered' AND ${stay}accepted_at > 0 THEN ${stay}accepted_at + ${bookingDueSeconds}`,
    `WHEN ${stay}stage = 'booked' AND ${stay}unclear_since > 0 THEN ${stay}unclear_since + ${bookingCheckSeconds}`,
    `WHEN ${stay}took_place = 0 AND ${stay}complaint_settled_at IS NULL THEN ${stay}answered_at + ${complaintDueSeconds}`,
    `ELSE 20000000000 - ${stay}certificate_id END`,
  ].join(' ');
}

export const stays = sqliteTable(
  'stays',
  {
    certificateId: integer('certificate_id')
      .primaryKey()
      .references(() => vacationCertificates.id),
    userId: foreignId('user_id', () => users.id).notNull(),
    stage: text('stage', { enum: stayStages }).notNull().default('none'),
    /** Encrypted JSON of `Traveler` (worker/security/traveler.ts). Null until the member enters a traveler, and once the data is erased. */
    traveler: text('traveler'),
    /** The traveler as the member entered them, also encrypted, once an administrator has corrected them; null before that. */
    enteredTraveler: text('entered_traveler'),
    /** When the current traveler was named or changed. */
    travelerEnteredAt: seconds('traveler_entered_at'),
    /** When the account was recovered although the stay was booked for a traveler entered shortly before; null once that is settled. */
    recoveredAt: seconds('recovered_at'),
    travelerCorrected: flag('traveler_corrected').notNull().default(false),
    /** How often the member has named or corrected the traveler. From `recoveredTravelerEntries` on, one more than that. */
    travelerEntries: integer('traveler_entries').notNull().default(1),
    /** JSON array of `StayWish` (schema/stays/stay.ts). */
    wishes: jsonText('wishes').notNull().default('[]'),
    /** When the member started waiting for an offer; null if not waiting. */
    waitingSince: seconds('waiting_since'),
    /** When the member accepted the current offer; null before that. */
    acceptedAt: seconds('accepted_at'),
    declinedOffers: integer('declined_offers').notNull().default(0),
    /** True once the provider has canceled a booking for this stay. The member may then return the certificate. */
    wasCanceled: flag('was_canceled').notNull().default(false),
    /** Calendar days of the booked stay, `YYYY-MM-DD`. */
    arrival: text('arrival'),
    departure: text('departure'),
    /** Reminders that were sent: JSON array with each reminder's number of days before arrival. */
    remindersSent: jsonText('reminders_sent').notNull().default('[]'),
    /** Our cost for the stay, in US cents; null until it is booked. */
    costCents: integer('cost_cents'),
    /** The latest error from the travel provider; null after a successful request. */
    providerError: text('provider_error'),
    /** When we last checked with the provider that the booking is still valid. */
    checkedAt: seconds('checked_at'),
    /** Since when an administrator must check the booking, because of the provider's answer; null if there is nothing to check. */
    unclearSince: seconds('unclear_since'),
    /** The member's answer to "Did the stay take place?"; null until answered. */
    tookPlace: flag('took_place'),
    comment: text('comment'),
    answeredAt: seconds('answered_at'),
    /** When the hotel's report of a no-show was recorded. */
    noShowAt: seconds('no_show_at'),
    /** When an administrator settled the complaint of a member whose stay did not take place. */
    complaintSettledAt: seconds('complaint_settled_at'),
    /** When the stay ended, was returned or expired. The traveler's data is erased `travelerRetentionSeconds` later. */
    closedAt: seconds('closed_at'),
    version: version(),
  },
  (t) => [
    index('stays_user').on(t.userId),
    index('stays_waiting').on(t.waitingSince).where(sql`stage = 'wished'`),
    index('stays_arrival').on(t.arrival).where(sql`stage = 'booked'`),
    index('stays_departure').on(t.departure).where(sql`stage = 'stayed'`),
    index('stays_to_check').on(t.checkedAt).where(sql`stage = 'booked'`),
    index('stays_stage').on(t.stage, t.certificateId),
    index('stays_recovered').on(t.recoveredAt).where(sql`recovered_at IS NOT NULL`),
    index('stays_unclear')
      .on(sql.raw(stayDeskOrder('')))
      .where(sql`unclear_since IS NOT NULL`),
    index('stays_desk').on(sql.raw(stayDeskOrder(''))),
    index('stays_desk_stage').on(t.stage, sql.raw(stayDeskOrder(''))),
    index('stays_complaints')
      .on(sql.raw(stayDeskOrder('')))
      .where(sql`took_place = 0 AND complaint_settled_at IS NULL`),
    index('stays_to_erase').on(t.closedAt).where(sql`traveler IS NOT NULL`),
    check('stays_waits_for_offer', sql`(stage = 'wished') = (waiting_since IS NOT NULL)`),
    check('stays_booked_dates', sql`stage NOT IN ('booked', 'stayed') OR departure > arrival`),
  ],
);

export const stayOffers = sqliteTable(
  'stay_offers',
  {
    id: rowId(),
    certificateId: foreignId('certificate_id', () => stays.certificateId).notNull(),
    /** The travel provider's quote id; null for an offer that an administrator entered. */
    quoteId: text('quote_id'),
    destinationId: text('destination_id'),
    place: text('place').notNull(),
    address: text('address').notNull(),
    latitude: real('latitude'),
    longitude: real('longitude'),
    /** Arrival and departure days, `YYYY-MM-DD`. */
    arrival: text('arrival').notNull(),
    departure: text('departure').notNull(),
    room: text('room').notNull(),
    /** JSON array of `OfferCost` (schema/stays/stay.ts). */
    costs: jsonText('costs').notNull(),
    cancellation: text('cancellation').notNull(),
    checkIn: text('check_in').notNull(),
    contact: text('contact').notNull(),
    /** Our cost for the stay, in US cents; null if the provider reports it only at booking. */
    costCents: integer('cost_cents'),
    status: text('status', { enum: offerStatuses }).notNull().default('open'),
    /** When the member started waiting for this offer; null if this offer replaced one that was already accepted. */
    requestedAt: seconds('requested_at'),
    createdAt: createdAt(),
    createdById: foreignId('created_by_id', () => admins.id),
    expiresAt: seconds('expires_at').notNull(),
    /** When the offer was accepted, declined or withdrawn, or when it expired. */
    closedAt: seconds('closed_at'),
  },
  (t) => [
    index('stay_offers_certificate').on(t.certificateId, t.id),
    uniqueIndex('stay_offers_current').on(t.certificateId).where(sql`status IN ('open', 'accepted')`),
    index('stay_offers_open').on(t.expiresAt).where(sql`status = 'open'`),
    index('stay_offers_accepted').on(t.closedAt).where(sql`status = 'accepted'`),
    uniqueIndex('stay_offers_quote').on(t.quoteId),
    check('stay_offers_dates', sql`departure > arrival`),
  ],
);

export const personClaims = sqliteTable(
  'person_claims',
  {
    /** Keyed hash of a traveler's normalized name and date of birth (worker/security/traveler.ts). */
    personHash: text('person_hash').notNull(),
    /**
     * Distinguishes people with the same name and date of birth. It is the certificate's id if a super administrator decided that they are
     * different people, and its negative in rows of single names, which people may share (`PersonHashes`).
     */
    personNo: integer('person_no').notNull().default(0),
    /**
     * If this person already has a stay through another certificate, the batch writes NULL here. The NOT NULL constraint then makes the
     * batch fail.
     */
    certificateId: integer('certificate_id').notNull(),
    /**
     * When the certificate was redeemed. The row is deleted `redemptionPauseMonths` later, so the traveler can then stay with another
     * certificate.
     */
    redeemedAt: seconds('redeemed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.personHash, t.personNo] }),
    index('person_claims_certificate').on(t.certificateId),
    index('person_claims_redeemed').on(t.redeemedAt),
  ],
);

/** Public statistics on stays, as of the latest daily count. A statistic is null if it covers fewer than `minCountedPeople` members. */
export const stayFigures = sqliteTable('stay_figures', {
  /** Day on which the certificates were counted, `YYYY-MM-DD`. */
  day: text('day').primaryKey(),
  issued: integer('issued'),
  booked: integer('booked'),
  stayed: integer('stayed'),
  returned: integer('returned'),
  refused: integer('refused'),
  /** Median number of seconds from a member's request for a stay to our offer. */
  medianOfferSeconds: integer('median_offer_seconds'),
});
