/** Members' stays. Every write rechecks the preconditions on which its decision was based. */

import { declinesBeforeReturn, maxTravelerEntries, recoveredTravelerEntries, secureAccountLinkTtlSeconds } from '#schema/rules.ts';
import type { StayWish } from '#schema/stays/stay.ts';
import { stayOffers, stays } from '#schema/tables/stays.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import type { PersonHashes } from '#worker/domain/stays/person.ts';
import type { NewOffer } from '#worker/domain/stays/stay.ts';
import { emailFavor } from '#worker/store/admin/access/favor-mails.ts';
import { isBeingChecked } from '#worker/store/admin/access/given-stay.ts';
import { auditFromSelect } from '#worker/store/admin/audit/audit.ts';
import { pauseEnd } from '#worker/store/certificates/redemption-pause.ts';
import { bindStore } from '#worker/store/database.ts';
import { queueNotice } from '#worker/store/messages/mail.ts';
import { insertSecondLook } from '#worker/store/reviews/admin-second-looks.ts';
import {
  batch,
  execute,
  firstRow,
  queryFirst,
  type RowOf,
  type Statement,
  selectList,
  statement,
  violatedConstraint,
} from '#worker/store/sql.ts';
import { queueOfferMails, queueOfferPush } from './stay-mails.ts';

const stayKeys = [
  'certificateId',
  'stage',
  'traveler',
  'travelerEnteredAt',
  'travelerCorrected',
  'travelerEntries',
  'wishes',
  'waitingSince',
  'declinedOffers',
  'wasCanceled',
  'tookPlace',
  'noShowAt',
  'version',
] as const;
const offerKeys = [
  'id',
  'certificateId',
  'quoteId',
  'destinationId',
  'place',
  'address',
  'latitude',
  'longitude',
  'arrival',
  'departure',
  'room',
  'costs',
  'cancellation',
  'checkIn',
  'contact',
  'costCents',
  'status',
  'expiresAt',
] as const;

export type StayRow = RowOf<typeof stays, (typeof stayKeys)[number]> & { isBeingChecked: 0 | 1 };
export type OfferRow = RowOf<typeof stayOffers, (typeof offerKeys)[number]>;

export const stayList = selectList(stays, 's', stayKeys);
export const offerList = selectList(stayOffers, 'o', offerKeys);

export const memberStays = (userId: number, now: number) =>
  statement<StayRow, 'isBeingChecked'>(
    `SELECT ${stayList}, ${isBeingChecked('s.certificate_id', '?2')} AS "isBeingChecked" FROM stays s WHERE s.user_id = ?1`,
    [userId, now],
  );

/** Selects the open and accepted offers of a member's stays. */
export const memberOffers = (userId: number) =>
  statement<OfferRow>(
    `SELECT ${offerList} FROM stays s JOIN stay_offers o ON o.certificate_id = s.certificate_id AND o.status IN ('open', 'accepted')
     WHERE s.user_id = ?1`,
    [userId],
  );

export const isHolderActive = `EXISTS (SELECT 1 FROM users u WHERE u.id = s.user_id AND u.suspended_at IS NULL AND u.deletion_requested_at IS NULL)`;

/** SQL condition: stay `s` has an offer with this status. */
const hasOffer = (status: string) =>
  `EXISTS (SELECT 1 FROM stay_offers o WHERE o.certificate_id = s.certificate_id AND o.status = '${status}')`;
/** SQL condition: the provider's answer about the booking of `stay` is unclear, and an administrator has not decided yet. */
export const isUnclear = (stay: string) => `${stay}.unclear_since IS NOT NULL AND +${stay}.stage = 'booked'`;
/** SQL condition: stay `s` is not booked yet. */
const isUnbooked = `s.stage IN ('none', 'wished', 'offered')`;
/** SQL condition: stay `s` has neither a booking nor an accepted offer. */
export const isUndecided = `${isUnbooked} AND NOT ${hasOffer('accepted')}`;

/**
 * SQL condition: the traveler of stay `s` was entered since `since`, and can still be entered again. The provider may already have booked
 * its own accepted offer.
 */
export const hasRecentTraveler = (since: string) => `${isUnbooked} AND s.traveler IS NOT NULL AND s.traveler_entered_at >= ${since}
  AND NOT EXISTS (SELECT 1 FROM stay_offers o WHERE o.certificate_id = s.certificate_id AND o.status = 'accepted' AND o.quote_id IS NOT NULL)`;

/**
 * SQL condition: stay `s` is booked, or due to be booked by the provider, for a traveler entered since `since`. If the account is recovered,
 * somebody else may have entered the traveler.
 */
export const isBookedForRecentTraveler = (since: string) => `s.traveler IS NOT NULL AND s.traveler_entered_at >= ${since}
  AND (s.stage = 'booked' OR s.stage = 'offered' AND EXISTS (SELECT 1 FROM stay_offers o
    WHERE o.certificate_id = s.certificate_id AND o.status = 'accepted' AND o.quote_id IS NOT NULL))`;

const minuteOf = (column: string) => `strftime('%Y-%m-%d %H:%M', ${column}, 'unixepoch')`;

/** SQL for the note to administrators about a stay with a traveler entered before a recovery at `recoveredAt`. */
export const recoveryNote = (recoveredAt: string) => `'The traveler was entered on ' || ${minuteOf('traveler_entered_at')}
  || ' and the account recovered on ' || ${minuteOf(recoveredAt)} || ' (UTC). Ask the member who is to travel.'`;

/** Constraint that `claimPerson` violates if the person has another stay or the certificate is ineligible. */
export const personTaken = 'person_claims.certificate_id';

/**
 * Reserves a person as the traveler of a certificate. If the person has another stay within the year, or if `condition` does not hold for
 * certificate `c`, the constraint `personTaken` makes the batch fail. `values` are the parameters of `condition`, starting with the
 * certificate's id.
 */
export function claimPerson(personHashes: PersonHashes, condition: string, values: readonly (string | number)[], now: number): Statement {
  const at = (place: number) => `?${values.length + place}`;
  return statement(
    `INSERT INTO person_claims (person_hash, person_no, certificate_id, redeemed_at)
     SELECT h.value, iif(g.key = 'parts', -c.id, iif(${isOtherPerson(at(1))}, c.id, 0)),
       iif((${condition}) AND NOT ${isTaken(at(1), at(2))}, c.id, NULL), c.created_at
     FROM vacation_certificates c, json_each(${at(1)}) g, json_each(g.value) h WHERE c.id = ?1
     ON CONFLICT (person_hash, person_no) DO UPDATE SET redeemed_at = excluded.redeemed_at, certificate_id = excluded.certificate_id`,
    [...values, JSON.stringify(personHashes), now],
  );
}

/** SQL condition: a super administrator decided that this traveler of certificate `c` is a different person. */
const isOtherPerson = (hashes: string) => `(c.is_other_person AND c.refused_person = ${hashes} ->> '$.own[0]')`;

/** SQL condition: another certificate than `c` has a stay within the year for someone who may be the person with these hashes. */
const isTaken = (
  hashes: string,
  now: string,
) => `(NOT ${isOtherPerson(hashes)} AND EXISTS (SELECT 1 FROM json_each(${hashes}) og, json_each(og.value) o
  JOIN person_claims p ON p.person_hash = o.value AND iif(og.key = 'parts', p.person_no = 0, p.person_no <= 0)
  WHERE p.certificate_id <> c.id AND ${pauseEnd('p.redeemed_at')} > ${now}))`;

/**
 * Ends the stay of a certificate that was canceled earlier in the same batch. A returned stay counts toward neither the member's nor the
 * traveler's yearly limit.
 */
export function returnStay(certificateId: number, now: number): Statement[] {
  const isCancelled = `EXISTS (SELECT 1 FROM vacation_certificates c WHERE c.id = ?1 AND c.status = 'cancelled')`;
  return [
    statement(
      `UPDATE stay_offers SET status = 'withdrawn', closed_at = ?2 WHERE certificate_id = ?1 AND status IN ('open', 'accepted') AND ${isCancelled}`,
      [certificateId, now],
    ),
    statement(
      `UPDATE stays SET stage = 'returned', waiting_since = NULL, unclear_since = NULL, closed_at = ?2, version = version + 1
       WHERE certificate_id = ?1 AND stage <> 'returned' AND ${isCancelled}`,
      [certificateId, now],
    ),
    statement(`DELETE FROM person_claims WHERE certificate_id = ?1 AND ${isCancelled}`, [certificateId]),
  ];
}

/** SQL condition: the member may return certificate `c`. Must match `mayReturn`. */
export const mayReturnSql = `EXISTS (SELECT 1 FROM stays s WHERE s.certificate_id = c.id AND ${isUndecided} AND ${isHolderActive}
  AND (s.declined_offers >= ${declinesBeforeReturn} OR s.was_canceled))`;

interface TravelerChange {
  certificateId: number;
  version: number;
  /** The traveler's data, encrypted by `sealTraveler`. */
  traveler: string;
  personHashes: PersonHashes;
  /**
   * The administrator who changes the traveler, and the reason; null if the member does. Administrators may also correct the traveler of a
   * booked stay, but not name another person. `isConfirmedByMember` ends the question of a recovered stay: who is to travel?
   */
  by: { actor: Actor; reason: string; isOtherPerson: boolean; isConfirmedByMember: boolean } | null;
  /** Email to the member. */
  notice: { userId: number; mail: Mail };
}

export const stayStore = bindStore({
  /** Returns true if a different certificate has a stay for this person within the year. */
  async isPersonTaken(db, certificateId: number, personHashes: PersonHashes, now: number): Promise<boolean> {
    const matchingRow = await queryFirst<{ one: 1 }, 'one'>(
      db,
      `SELECT 1 AS "one" FROM vacation_certificates c
       WHERE c.id = ?1 AND ${isTaken('?2', '?3')}`,
      [certificateId, JSON.stringify(personHashes), now],
    );
    return matchingRow !== undefined;
  },

  /** Returns true if the travel provider, rather than an administrator, made the accepted offer. */
  async hasProvidersOffer(db, certificateId: number): Promise<boolean> {
    const matchingRow = await queryFirst<{ one: 1 }, 'one'>(
      db,
      `SELECT 1 AS "one" FROM stay_offers WHERE certificate_id = ?1 AND status = 'accepted' AND quote_id IS NOT NULL`,
      [certificateId],
    );
    return matchingRow !== undefined;
  },

  /**
   * Records which person was refused as the certificate's traveler so that its tokens can be returned or a super administrator can allow
   * the person.
   */
  async recordRefusal(db, certificateId: number, { own: [first] }: PersonHashes): Promise<void> {
    await execute(
      db,
      `UPDATE vacation_certificates SET refused_person = ?2, version = version + 1
       WHERE id = ?1 AND NOT is_other_person AND refused_person IS NOT ?2`,
      [certificateId, first],
    );
  },

  /** Enters or corrects the traveler. Returns false if the stay has changed or the person has another stay. */
  async changeTraveler(db, { certificateId, version, traveler, personHashes, by, notice }: TravelerChange, now: number): Promise<boolean> {
    const isAllowed = by
      ? by.isOtherPerson
        ? isUndecided
        : `s.stage IN ('none', 'wished', 'offered', 'booked')`
      : `(${isUnbooked} AND s.traveler IS NULL OR ${isUndecided} AND NOT s.traveler_corrected)
           AND (s.traveler_entries < ${maxTravelerEntries} OR s.traveler_entries = ${recoveredTravelerEntries})
           AND ${isHolderActive}`;
    const condition = `EXISTS (SELECT 1 FROM stays s WHERE s.certificate_id = c.id AND s.version = ?2 AND ${isAllowed})`;
    try {
      await batch(db, [
        // An administrator's correction names the same person, who could otherwise travel with another certificate, too.
        ...(by && !by.isOtherPerson ? [] : [statement('DELETE FROM person_claims WHERE certificate_id = ?1', [certificateId])]),
        claimPerson(personHashes, condition, [certificateId, version], now),
        ...(by
          ? [
              auditFromSelect(
                by.actor,
                {
                  action: by.isOtherPerson ? 'certificate.other_person' : 'stay.correct_traveler',
                  entityType: 'certificate',
                  reason: by.reason,
                },
                {
                  // The audit log contains travelers only in encrypted form.
                  sql: `SELECT c.number, c.user_id, json_object('traveler', s.traveler), ${by.isConfirmedByMember ? `json_object('traveler', ?9, 'isConfirmedByMember', json('true'))` : `json_object('traveler', ?9)`}
                    FROM vacation_certificates c JOIN stays s ON s.certificate_id = c.id WHERE c.id = ?8`,
                  values: [certificateId, traveler],
                },
                now,
              ),
              ...(by.isOtherPerson ? [insertSecondLook(certificateId, by.actor, now), emailFavor(by.actor, now)] : []),
            ]
          : []),
        statement(
          `UPDATE stays SET entered_traveler = iif(?3, NULL, coalesce(entered_traveler, traveler)), traveler = ?2,
             traveler_entered_at = iif(recovered_at IS NULL OR ?5, ?4, traveler_entered_at),
             provider_error = iif(recovered_at IS NULL OR NOT ?5, provider_error, NULL), recovered_at = iif(?5, NULL, recovered_at),
             traveler_corrected = (traveler_corrected OR (traveler IS NOT NULL AND ?3)), traveler_entries = traveler_entries + ?3,
             version = version + 1 WHERE certificate_id = ?1`,
          [certificateId, traveler, by ? 0 : 1, now, by?.isConfirmedByMember ? 1 : 0],
        ),
        ...queueNotice(notice, now),
      ]);
      return true;
    } catch (error) {
      if (violatedConstraint(error) === personTaken) return false;
      throw error;
    }
  },

  /** Saves the member's preferences. The wait for an offer begins when they are first saved. */
  async wish(
    db,
    certificateId: number,
    { wishes, version }: { wishes: readonly StayWish[]; version: number },
    now: number,
  ): Promise<boolean> {
    const saved = await queryFirst<{ certificateId: number }>(
      db,
      `UPDATE stays AS s SET wishes = ?3, stage = 'wished', waiting_since = coalesce(waiting_since, ?4), version = version + 1
       WHERE certificate_id = ?1 AND version = ?2 AND stage IN ('none', 'wished') AND traveler IS NOT NULL AND ${isHolderActive}
       RETURNING certificate_id AS "certificateId"`,
      [certificateId, version, JSON.stringify(wishes), now],
    );
    return saved !== undefined;
  },

  /** Accepts an offer, which is then due to be booked. Returns false if the offer is no longer open. */
  async accept(db, certificateId: number, offerId: number, now: number): Promise<boolean> {
    const [accepted] = await batch(db, [
      statement<{ id: number }>(
        `UPDATE stay_offers SET status = 'accepted', closed_at = ?3 WHERE id = ?2 AND certificate_id = ?1 AND status = 'open' AND expires_at > ?3
           AND EXISTS (SELECT 1 FROM stays s WHERE s.certificate_id = ?1 AND s.stage = 'offered' AND s.traveler IS NOT NULL AND ${isHolderActive}
             AND (stay_offers.quote_id IS NULL OR s.traveler_entered_at IS NULL OR stay_offers.arrival >= date(s.traveler_entered_at + ${secureAccountLinkTtlSeconds}, 'unixepoch')))
         RETURNING id`,
        [certificateId, offerId, now],
      ),
      statement(`UPDATE stays SET accepted_at = ?2 WHERE certificate_id = ?1 AND changes() > 0`, [certificateId, now]),
    ]);
    return firstRow(accepted) !== undefined;
  },

  /** Declines an offer, after which the member waits for the next one. */
  async decline(db, certificateId: number, offerId: number, now: number): Promise<boolean> {
    const [declined] = await batch(db, [
      statement<{ id: number }>(
        `UPDATE stay_offers SET status = 'declined', closed_at = ?3 WHERE id = ?2 AND certificate_id = ?1 AND status = 'open' AND expires_at > ?3
           AND EXISTS (SELECT 1 FROM stays s WHERE s.certificate_id = ?1 AND ${isHolderActive}) RETURNING id`,
        [certificateId, offerId, now],
      ),
      waitForNextOffer('certificate_id = ?1 AND changes() > 0', [certificateId], now),
    ]);
    return firstRow(declined) !== undefined;
  },

  /** Saves the member's first response to "Did the stay take place?". */
  async answer(
    db,
    certificateId: number,
    { tookPlace, comment }: { tookPlace: boolean; comment: string | null },
    now: number,
  ): Promise<boolean> {
    const saved = await queryFirst<{ certificateId: number }>(
      db,
      `UPDATE stays SET took_place = ?2, comment = ?3, answered_at = ?4, version = version + 1
       WHERE certificate_id = ?1 AND stage = 'stayed' AND took_place IS NULL
       RETURNING certificate_id AS "certificateId"`,
      [certificateId, Number(tookPlace), comment, now],
    );
    return saved !== undefined;
  },
});

/**
 * Marks the accepted offer of a certificate as booked if the certificate has a booking reference. Must run after the statement that sets
 * the reference.
 */
export function bookAcceptedOffer(certificateId: number): Statement {
  return statement(
    `UPDATE stays AS s SET stage = 'booked', arrival = o.arrival, departure = o.departure, cost_cents = coalesce(o.cost_cents, s.cost_cents),
       provider_error = NULL, unclear_since = NULL, reminders_sent = '[]', version = s.version + 1
     FROM stay_offers o JOIN vacation_certificates c ON c.id = o.certificate_id AND c.travel_plug_id IS NOT NULL
     WHERE s.certificate_id = ?1 AND o.certificate_id = s.certificate_id AND o.status = 'accepted' AND s.stage = 'offered'`,
    [certificateId],
  );
}

/** Makes stays wait for another offer, with the same preferences, after their offer was declined or expired. */
export function waitForNextOffer(condition: string, values: readonly (string | number)[], now: number): Statement {
  return statement(
    `UPDATE stays SET stage = 'wished', waiting_since = ?${values.length + 1}, declined_offers = declined_offers + 1, version = version + 1
     WHERE stage = 'offered' AND ${condition}`,
    [...values, now],
  );
}

/** SQL assignments for a stay that is no longer to be booked: if the account was recovered, its member names the traveler again. */
export const forgetRecoveredTraveler = `traveler = iif(recovered_at IS NULL, traveler, NULL),
  entered_traveler = iif(recovered_at IS NULL, entered_traveler, NULL), recovered_at = NULL, provider_error = NULL`;

/** Makes stays that match the condition wait for another offer. The previous offer does not count as declined. */
export function waitAgain(condition: string, values: readonly (string | number)[], now: number): Statement {
  return statement(
    `UPDATE stays SET stage = 'wished', waiting_since = ?${values.length + 1}, ${forgetRecoveredTraveler}, version = version + 1
     WHERE stage = 'offered' AND ${condition}`,
    [...values, now],
  );
}

interface OfferOptions {
  /** Expected version of the stay. Set if the offer is based on preferences that may have changed. */
  version?: number;
  /** Whether the offer replaces an accepted one that could not be booked. */
  isReplacement?: boolean;
}

/**
 * Adds an offer to a stay that is waiting for one, and emails it to the member. Adds nothing if the quote is already stored. The first
 * statement returns the offer's id. The caller's next statement can check `changes()` to see whether an offer was added.
 */
export function insertOffer(
  certificateId: number,
  offer: NewOffer,
  by: number | null,
  expiresAt: number,
  now: number,
  { version, isReplacement = false }: OfferOptions = {},
): [Statement<{ id: number }>, ...Statement[]] {
  // `Number` ensures that no text from a caller is interpolated into the SQL.
  const isUnchanged = version === undefined ? 'true' : `s.version = ${Number(version)}`;
  return [
    statement<{ id: number }>(
      `INSERT INTO stay_offers (certificate_id, quote_id, destination_id, place, address, latitude, longitude, arrival, departure, room, costs,
         cancellation, check_in, contact, cost_cents, created_at, created_by_id, expires_at, requested_at)
       SELECT s.certificate_id, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
         ${isReplacement ? 'NULL' : 's.waiting_since'} FROM stays s
       WHERE s.certificate_id = ?1 AND s.stage = 'wished' AND ${isUnchanged} AND ${isHolderActive}
       ON CONFLICT (quote_id) DO NOTHING RETURNING id`,
      [
        certificateId,
        offer.quoteId,
        offer.destinationId,
        offer.place,
        offer.address,
        offer.latitude,
        offer.longitude,
        offer.arrival,
        offer.departure,
        offer.room,
        JSON.stringify(offer.costs),
        offer.cancellation,
        offer.checkIn,
        offer.contact,
        offer.costCents,
        now,
        by,
        expiresAt,
      ],
    ),
    statement(
      `UPDATE stays SET stage = 'offered', waiting_since = NULL, accepted_at = NULL, provider_error = NULL, version = version + 1
       WHERE certificate_id = ?1 AND stage = 'wished' AND changes() > 0`,
      [certificateId],
    ),
    queueOfferMails(
      'stay_offered',
      {
        condition: `o.certificate_id = ?1 AND o.status = 'open' AND changes() > 0`,
        values: [certificateId],
        more: ['isReplacement', isReplacement ? `'yes'` : 'NULL'],
      },
      now,
    ),
  ];
}

/** Notifies the member of an offer that was added at `now`. Must run after all statements that check `changes()`. */
export function notifyOfOffer(certificateId: number, now: number): Statement {
  return queueOfferPush('stay_offered', { condition: 'o.certificate_id = ?1 AND o.created_at = ?2', values: [certificateId, now] }, now);
}
