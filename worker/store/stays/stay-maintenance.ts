/** Changes to stays by jobs and the travel provider. Every write rechecks the state on which its decision was based. */
import { bookingCheckSeconds, bookingDueSeconds, offerDueSeconds, travelerRetentionSeconds, wishRetrySeconds } from '#schema/rules.ts';
import type { CertificateType } from '#worker/domain/certificates/certificate.ts';
import { type NewOffer, offerExpiry } from '#worker/domain/stays/stay.ts';
import { isBeingChecked } from '#worker/store/admin/access/given-stay.ts';
import { dueRowsClause } from '#worker/store/admin/system/job-retries.ts';
import { isNotPaused } from '#worker/store/certificates/paused-deadlines.ts';
import { bindStore } from '#worker/store/database.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { batch, execute, firstRow, queryAll, queryFirst, rows, statement } from '#worker/store/sql.ts';
import { seenTermsSql } from './catalogues.ts';
import { queueOfferMails, queueOfferPush } from './stay-mails.ts';
import {
  bookAcceptedOffer,
  forgetRecoveredTraveler,
  insertOffer,
  isHolderActive,
  isUndecided,
  notifyOfOffer,
  recoveryNote,
  waitAgain,
  waitForNextOffer,
} from './stays.ts';

export interface StayToQuote {
  id: number;
  number: string;
  type: CertificateType;
  validUntil: number;
  /** The member's preferences, as JSON in the format stored in the table. */
  wishes: string;
  travelerEnteredAt: number | null;
  version: number;
  /** JSON array of the ids of all earlier quotes. */
  formerQuoteIds: string;
  /** JSON of the terms that the member saw before redeeming. */
  seenTerms: string | null;
}

export interface StayToBook extends StayToQuote {
  offerId: number;
  quoteId: string;
  /** Encrypted. */
  traveler: string | null;
  isRecovered: 0 | 1;
}

export interface StayToCheck {
  id: number;
  number: string;
  reference: string;
  /** Whether the account was recovered after the traveler was entered, so the booking must be canceled. */
  isRecovered: 0 | 1;
  hasBegun: 0 | 1;
}

/** Audited actions whose reasons may name the traveler. */
const reasonedActions = [
  'stay.confirm_booking',
  'stay.correct_traveler',
  'stay.no_show',
  'stay.settle',
  'stay.withdraw_offer',
  'certificate.cancel',
  'certificate.other_person',
]
  .map((action) => `'${action}'`)
  .join(', ');
/** SQL condition on the audit log: `before` and `after` contain travelers. */
const namesTraveler = `action IN ('stay.correct_traveler', 'certificate.other_person')`;
const toQuote = `c.id AS "id", c.number AS "number", c.type AS "type", c.valid_until AS "validUntil", s.wishes AS "wishes", s.traveler_entered_at AS "travelerEnteredAt", s.version AS "version",
  ${seenTermsSql} AS "seenTerms",
  (SELECT json_group_array(q.quote_id) FROM stay_offers q WHERE q.certificate_id = s.certificate_id AND q.quote_id IS NOT NULL) AS "formerQuoteIds"
  FROM stays s JOIN vacation_certificates c ON c.id = s.certificate_id`;
const toBook = `o.id AS "offerId", o.quote_id AS "quoteId", s.traveler AS "traveler",
  s.recovered_at IS NOT NULL AS "isRecovered", ${toQuote}
  JOIN stay_offers o ON o.certificate_id = s.certificate_id AND o.status = 'accepted'`;

const mayBeGiven = (now: string) => `${isHolderActive} AND NOT ${isBeingChecked('s.certificate_id', now)}`;
const isQuotable = (now: string) => `s.stage = 'wished' AND ${mayBeGiven(now)}`;
/** SQL for a column of stay `s`'s accepted offer; NULL unless the provider made that offer. */
const providersOffer = (column: string) =>
  `(SELECT o.${column} FROM stay_offers o WHERE o.certificate_id = s.certificate_id AND o.status = 'accepted' AND o.quote_id IS NOT NULL)`;
const isBookable = (now: string) => `s.stage = 'offered' AND ${providersOffer('id')} IS NOT NULL AND ${mayBeGiven(now)}`;

/** SQL condition: stay `s` is not booked by the deadline, or before the arrival of its accepted offer. */
const isBookingOverdue = (offer: string, now: string) =>
  `(s.accepted_at <= ${now} - ${bookingDueSeconds} OR ${offer}.arrival <= date(${now}, 'unixepoch'))`;

/** SQL condition: the tokens of certificate `c` are due to be refunded because its member has waited too long for an offer. */
export const isOfferOverdue = (now: number) =>
  `EXISTS (SELECT 1 FROM stays s WHERE s.certificate_id = c.id AND s.stage = 'wished' AND s.waiting_since <= ${now - offerDueSeconds} AND ${isHolderActive})`;

export const stayMaintenanceStore = bindStore({
  /** Expires up to `limit` open offers, which then count as declined. Returns the number expired. */
  async expireOffers(db, now: number, limit: number): Promise<number> {
    const due = `FROM stay_offers d JOIN stays s ON s.certificate_id = d.certificate_id AND ${isNotPaused('s')}
      WHERE d.status = 'open' AND d.expires_at <= ?1 ORDER BY d.expires_at, d.id LIMIT ?2`;
    const [, , expired] = await batch(db, [
      // The statements that use the open offers must precede the one that closes them.
      queueOfferMails('offer_expired', { condition: `o.id IN (SELECT d.id ${due})`, values: [now, limit] }, now),
      waitForNextOffer(`certificate_id IN (SELECT d.certificate_id ${due})`, [now, limit], now),
      statement<{ id: number }>(`UPDATE stay_offers SET status = 'expired', closed_at = ?1 WHERE id IN (SELECT d.id ${due}) RETURNING id`, [
        now,
        limit,
      ]),
    ]);
    return rows(expired).length;
  },

  /**
   * Withdraws up to `limit` accepted offers that administrators did not book by the deadline or before the arrival date. The member then gets
   * another offer or the tokens back. Returns the number withdrawn.
   */
  async withdrawUnbooked(db, now: number, limit: number): Promise<number> {
    const due = `SELECT d.id FROM stays s CROSS JOIN stay_offers d ON d.certificate_id = s.certificate_id AND d.status = 'accepted'
      WHERE s.stage = 'offered' AND ${isNotPaused('s')} AND d.quote_id IS NULL AND ${isBookingOverdue('d', '?1')}
      ORDER BY s.certificate_id LIMIT ?2`;
    const [, , withdrawn] = await batch(db, [
      // The statements that use the accepted offers must precede the one that closes them.
      queueOfferMails('stay_withdrawn', { condition: `o.id IN (${due})`, values: [now, limit] }, now),
      waitAgain(`certificate_id IN (SELECT o.certificate_id FROM stay_offers o WHERE o.id IN (${due}))`, [now, limit], now),
      statement<{ id: number }>(
        `UPDATE stay_offers SET status = 'withdrawn', closed_at = ?1 WHERE status = 'accepted'
           AND certificate_id IN (SELECT s.certificate_id FROM stays s WHERE s.stage = 'wished') RETURNING id`,
        [now],
      ),
    ]);
    return rows(withdrawn).length;
  },

  /** Lists activated certificates whose members have waited too long for an offer. Their tokens are due to be refunded. */
  offerOverdue: (db, now: number, limit: number) =>
    queryAll<{ id: number; type: CertificateType }>(
      db,
      `SELECT c.id AS "id", c.type AS "type" FROM stays s JOIN vacation_certificates c ON c.id = s.certificate_id AND c.status = 'activated'
       WHERE s.stage = 'wished' AND s.waiting_since <= ?1 AND ${isHolderActive} ORDER BY s.waiting_since LIMIT ?2`,
      [now - offerDueSeconds, limit],
    ),

  /** Expires up to `limit` stays that have no accepted offer when their certificate expires. Returns the number expired. */
  async expire(db, now: number, limit: number): Promise<number> {
    const due = `SELECT s.certificate_id FROM stays s JOIN vacation_certificates c ON c.id = s.certificate_id AND c.status = 'activated'
      WHERE ${isUndecided} AND c.valid_until < ?1 AND ${isNotPaused('s')} ORDER BY s.certificate_id LIMIT ?2`;
    const [, , expired] = await batch(db, [
      queueSelectedMails(
        'stay_expired',
        {
          sql: `SELECT u.id, u.email, json_object('firstName', u.first_name, 'number', e.number, 'type', e.type,
              'validUntil', strftime('%Y-%m-%dT%H:%M:%SZ', e.valid_until, 'unixepoch')), 'stay_expired:' || e.number
            FROM vacation_certificates e JOIN users u ON u.id = e.user_id AND u.deletion_requested_at IS NULL WHERE e.id IN (${due})`,
          values: [now, limit],
        },
        now,
      ),
      statement(`UPDATE stay_offers SET status = 'expired', closed_at = ?1 WHERE status = 'open' AND certificate_id IN (${due})`, [
        now,
        limit,
      ]),
      statement<{ certificateId: number }>(
        `UPDATE stays SET stage = 'expired', waiting_since = NULL, closed_at = ?1, version = version + 1 WHERE certificate_id IN (${due})
         RETURNING certificate_id AS "certificateId"`,
        [now, limit],
      ),
    ]);
    return rows(expired).length;
  },

  /**
   * Returns stays that need a quote from the provider, in queue order. After a decline or a cancellation, the member first has time to
   * change the preferences.
   */
  waitingForQuote(db, now: number, limit: number): Promise<StayToQuote[]> {
    const isDue = `${isQuotable('?1')} AND ((s.declined_offers = 0 AND NOT s.was_canceled) OR s.waiting_since <= ?1 - ${wishRetrySeconds})`;
    const queue = { kind: 'quote', table: 'stays s', indexedBy: 'INDEXED BY stays_waiting', key: 's.certificate_id', isDue } as const;
    return queryAll<StayToQuote, 'formerQuoteIds' | 'seenTerms'>(
      db,
      `SELECT ${toQuote} ${dueRowsClause({ ...queue, dueAt: 's.waiting_since' }, '?1', '?2')}`,
      [now, limit],
    );
  },

  toQuote: (db, certificateId: number, now: number) =>
    queryFirst<StayToQuote, 'formerQuoteIds' | 'seenTerms'>(db, `SELECT ${toQuote} WHERE s.certificate_id = ?1 AND ${isQuotable('?2')}`, [
      certificateId,
      now,
    ]),

  /** Saves the provider's latest error for administrators to see, or null after a success. */
  async recordError(db, certificateId: number, error: string | null): Promise<void> {
    await execute(db, 'UPDATE stays SET provider_error = ?2 WHERE certificate_id = ?1 AND provider_error IS NOT ?2', [
      certificateId,
      error,
    ]);
  },

  /** Adds the provider's offer. Returns false if the stay is no longer waiting for an offer, or the member's preferences have changed. */
  async offer(db, { id, version }: StayToQuote, quote: NewOffer, now: number): Promise<boolean> {
    const [inserted] = await batch(db, [
      ...insertOffer(id, quote, null, offerExpiry(quote, now), now, { version }),
      notifyOfOffer(id, now),
    ]);
    return firstRow(inserted) !== undefined;
  },

  /** Returns stays whose accepted offer must be booked, in queue order. */
  waitingForBooking(db, now: number, limit: number): Promise<StayToBook[]> {
    const queue = { kind: 'booking', table: 'stays s', indexedBy: 'INDEXED BY stays_stage', key: 's.certificate_id' } as const;
    return queryAll<StayToBook, 'formerQuoteIds' | 'quoteId' | 'seenTerms' | 'isRecovered'>(
      db,
      `SELECT ${toBook} ${dueRowsClause({ ...queue, isDue: isBookable('?1'), dueAt: providersOffer('closed_at') }, '?1', '?2')}`,
      [now, limit],
    );
  },

  /**
   * Returns stays whose second look kept the provider from booking until the deadline or the arrival date, in queue order. An earlier attempt may
   * have booked them although its response was lost.
   */
  waitingForWithdrawal(db, now: number, limit: number): Promise<StayToBook[]> {
    const isDue = `s.stage = 'offered' AND ${isHolderActive} AND ${isBeingChecked('s.certificate_id', '?1')} AND EXISTS (SELECT 1 FROM stay_offers d
      WHERE d.certificate_id = s.certificate_id AND d.status = 'accepted' AND d.quote_id IS NOT NULL AND ${isBookingOverdue('d', '?1')})`;
    const queue = { kind: 'booking', table: 'stays s', indexedBy: 'INDEXED BY stays_stage', key: 's.certificate_id' } as const;
    return queryAll<StayToBook, 'formerQuoteIds' | 'quoteId' | 'seenTerms' | 'isRecovered'>(
      db,
      `SELECT ${toBook} ${dueRowsClause({ ...queue, isDue, dueAt: 's.accepted_at' }, '?1', '?2')}`,
      [now, limit],
    );
  },

  toBook: (db, certificateId: number, now: number) =>
    queryFirst<StayToBook, 'formerQuoteIds' | 'quoteId' | 'seenTerms' | 'isRecovered'>(
      db,
      `SELECT ${toBook} WHERE s.certificate_id = ?1 AND ${isBookable('?2')}`,
      [certificateId, now],
    ),

  /** Saves a booking. Returns false if the offer is already booked or no longer accepted. */
  async saveBooking(
    db,
    { id, offerId }: Pick<StayToBook, 'id' | 'offerId'>,
    { reference, costCents }: { reference: string; costCents: number },
    now: number,
  ): Promise<boolean> {
    const [booked] = await batch(db, [
      statement<{ id: number }>(
        `UPDATE vacation_certificates SET travel_plug_id = ?3, version = version + 1 WHERE id = ?1 AND status = 'activated' AND travel_plug_id IS NULL
           AND EXISTS (SELECT 1 FROM stay_offers o JOIN stays s ON s.certificate_id = o.certificate_id AND s.stage = 'offered'
             WHERE o.id = ?2 AND o.certificate_id = ?1 AND o.status = 'accepted') RETURNING id`,
        [id, offerId, reference],
      ),
      statement(`UPDATE stay_offers SET cost_cents = ?2 WHERE id = ?1 AND changes() > 0`, [offerId, costCents]),
      queueOfferMails('stay_booked', { condition: 'o.id = ?1 AND changes() > 0', values: [offerId] }, now),
      bookAcceptedOffer(id),
    ]);
    return firstRow(booked) !== undefined;
  },

  async isAccepted(db, offerId: number): Promise<boolean> {
    const sql = `SELECT 1 AS "one" FROM stay_offers WHERE id = ?1 AND status = 'accepted'`;
    return (await queryFirst<{ one: 1 }, 'one'>(db, sql, [offerId])) !== undefined;
  },

  /**
   * Withdraws an accepted offer that cannot be booked, and adds the next offer if there is one. The withdrawn offer does not count as
   * declined. Returns false if the stay has changed.
   */
  async withdraw(db, { id, offerId, version }: StayToBook, next: NewOffer | null, now: number): Promise<boolean> {
    const [withdrawn] = await batch(db, [
      statement<{ id: number }>(
        `UPDATE stay_offers SET status = 'withdrawn', closed_at = ?4 WHERE id = ?2 AND status = 'accepted' AND EXISTS (SELECT 1 FROM stays s
           WHERE s.certificate_id = ?1 AND s.version = ?3 AND s.stage = 'offered' AND ${isHolderActive}) RETURNING id`,
        [id, offerId, version, now],
      ),
      waitAgain('certificate_id = ?1 AND changes() > 0', [id], now),
      ...(next
        ? [
            ...insertOffer(id, next, null, offerExpiry(next, now), now, { version: version + 1, isReplacement: true }),
            notifyOfOffer(id, now),
          ]
        : [queueOfferMails('stay_withdrawn', { condition: 'o.id = ?1 AND changes() > 0', values: [offerId] }, now)]),
    ]);
    return firstRow(withdrawn) !== undefined;
  },

  /** Returns booked stays whose status is due for a check with the provider, in queue order. */
  waitingForStatus(db, now: number, limit: number): Promise<StayToCheck[]> {
    const isDue = `s.stage = 'booked' AND (s.checked_at IS NULL OR s.checked_at <= ?1 - ${bookingCheckSeconds})
      AND ${providersOffer('id')} IS NOT NULL AND ${isHolderActive}`;
    const queue = { kind: 'stay_status', table: 'stays s', indexedBy: 'INDEXED BY stays_to_check', key: 's.certificate_id' } as const;
    return queryAll<StayToCheck, 'reference' | 'isRecovered' | 'hasBegun'>(
      db,
      `SELECT c.id AS "id", c.number AS "number", c.travel_plug_id AS "reference",
         s.recovered_at IS NOT NULL AS "isRecovered", s.arrival <= date(?1, 'unixepoch') AS "hasBegun"
       FROM stays s JOIN vacation_certificates c ON c.id = s.certificate_id AND c.travel_plug_id IS NOT NULL
       ${dueRowsClause({ ...queue, isDue, dueAt: 'coalesce(s.checked_at, 0)' }, '?1', '?2')}`,
      [now, limit],
    );
  },

  /**
   * Records that a booking's status was checked with the provider. A note makes the booking unclear: an administrator must check it, unless
   * the account was recovered, which has an alarm of its own.
   */
  async recordStatus(db, certificateId: number, note: string | null, now: number): Promise<void> {
    await execute(
      db,
      `UPDATE stays SET checked_at = ?3, provider_error = iif(recovered_at IS NULL, ?2, ${recoveryNote('recovered_at')}),
         unclear_since = iif(?2 IS NULL OR recovered_at IS NOT NULL, NULL, coalesce(unclear_since, ?3))
       WHERE certificate_id = ?1 AND stage = 'booked'`,
      [certificateId, note, now],
    );
  },

  /**
   * Gives a stay back to the member after the provider canceled its booking because the account was recovered. The member names the
   * traveler again. Returns false if the stay has changed.
   */
  async takeBack(db, certificateId: number, now: number): Promise<boolean> {
    const isRecovered = `EXISTS (SELECT 1 FROM stays s WHERE s.certificate_id = ?1 AND s.recovered_at IS NOT NULL AND s.stage IN ('offered', 'booked'))`;
    const [canceled] = await batch(db, [
      statement<{ id: number }>(
        `UPDATE vacation_certificates SET travel_plug_id = NULL, version = version + 1,
           former_references = iif(travel_plug_id IS NULL, former_references, json_insert(former_references, '$[#]', travel_plug_id))
         WHERE id = ?1 AND status = 'activated' AND ${isRecovered} RETURNING id`,
        [certificateId],
      ),
      queueOfferMails(
        'stay_taken_back',
        { condition: `o.certificate_id = ?1 AND o.status = 'accepted' AND changes() > 0`, values: [certificateId] },
        now,
      ),
      statement(
        `UPDATE stay_offers SET status = 'withdrawn', closed_at = ?2 WHERE certificate_id = ?1 AND status = 'accepted' AND ${isRecovered}`,
        [certificateId, now],
      ),
      statement('DELETE FROM person_claims WHERE certificate_id = ?1 AND changes() > 0', [certificateId]),
      statement(
        `UPDATE stays SET stage = 'none', traveler = NULL, entered_traveler = NULL, traveler_corrected = false, wishes = '[]', waiting_since = NULL,
           accepted_at = NULL, was_canceled = true, arrival = NULL, departure = NULL, cost_cents = NULL, reminders_sent = '[]',
           checked_at = NULL, provider_error = NULL, unclear_since = NULL, recovered_at = NULL, version = version + 1
         WHERE certificate_id = ?1 AND recovered_at IS NOT NULL AND stage IN ('offered', 'booked')`,
        [certificateId],
      ),
    ]);
    return firstRow(canceled) !== undefined;
  },

  /** Records that the provider canceled a booking. The member can wait for another offer or return the certificate. */
  async cancelBooking(db, { id, reference }: StayToCheck, now: number): Promise<boolean> {
    const [canceled] = await batch(db, [
      statement<{ id: number }>(
        `UPDATE vacation_certificates SET former_references = json_insert(former_references, '$[#]', travel_plug_id), travel_plug_id = NULL,
           version = version + 1
         WHERE id = ?1 AND status = 'activated' AND travel_plug_id = ?2
           AND EXISTS (SELECT 1 FROM stays s WHERE s.certificate_id = ?1 AND s.stage = 'booked' AND ${isHolderActive}) RETURNING id`,
        [id, reference],
      ),
      queueOfferMails(
        'stay_canceled',
        { condition: `o.certificate_id = ?1 AND o.status = 'accepted' AND changes() > 0`, values: [id] },
        now,
      ),
      statement(
        `UPDATE stays SET stage = 'wished', waiting_since = ?2, was_canceled = true, arrival = NULL, departure = NULL, cost_cents = NULL,
           reminders_sent = '[]', checked_at = NULL, unclear_since = NULL, ${forgetRecoveredTraveler}, version = version + 1
         WHERE certificate_id = ?1 AND stage = 'booked'
           AND EXISTS (SELECT 1 FROM vacation_certificates c WHERE c.id = ?1 AND c.travel_plug_id IS NULL)`,
        [id, now],
      ),
      statement(
        `UPDATE stay_offers SET status = 'withdrawn', closed_at = ?2 WHERE certificate_id = ?1 AND status = 'accepted' AND changes() > 0`,
        [id, now],
      ),
    ]);
    return firstRow(canceled) !== undefined;
  },

  /**
   * Sends reminders for stays that begin within `days`, once per window. Skips windows that had already begun when the member accepted, and
   * windows for which a later reminder was already sent, and bookings that an administrator must check first. `today` is `YYYY-MM-DD`. Returns
   * the number sent.
   */
  async remind(db, days: number, today: string, limit: number, now: number): Promise<number> {
    const due = `FROM stays s JOIN stay_offers d ON d.certificate_id = s.certificate_id AND d.status = 'accepted'
      WHERE s.stage = 'booked' AND s.unclear_since IS NULL AND s.arrival > ?1 AND s.arrival <= date(?1, '+' || ?2 || ' days')
        AND date(d.closed_at, 'unixepoch') < date(s.arrival, '-' || ?2 || ' days')
        AND NOT EXISTS (SELECT 1 FROM json_each(s.reminders_sent) r WHERE r.value <= ?2) AND ${isHolderActive} ORDER BY s.arrival LIMIT ?3`;
    const values = [today, days, limit];
    const selection: Parameters<typeof queueOfferMails>[1] = {
      condition: `o.id IN (SELECT d.id ${due})`,
      values,
      more: ['daysLeft', `CAST(CAST(julianday(o.arrival) - julianday(?1) AS INTEGER) AS TEXT)`],
    };
    const [, , reminded] = await batch(db, [
      queueOfferMails('stay_reminder', selection, now),
      queueOfferPush('stay_reminder', selection, now),
      statement<{ certificateId: number }>(
        `UPDATE stays SET reminders_sent = json_insert(reminders_sent, '$[#]', CAST(?2 AS INTEGER))
         WHERE certificate_id IN (SELECT s.certificate_id ${due}) RETURNING certificate_id AS "certificateId"`,
        values,
      ),
    ]);
    return rows(reminded).length;
  },

  /**
   * Closes up to `limit` stays that ended before `today`, and asks the members whether the stays took place. Skips bookings that an
   * administrator must check first. Returns the number closed.
   */
  async finish(db, today: string, limit: number, now: number): Promise<number> {
    const due = `SELECT certificate_id FROM stays WHERE stage = 'booked' AND departure < ?1 AND unclear_since IS NULL ORDER BY arrival, certificate_id LIMIT ?2`;
    const [, finished] = await batch(db, [
      queueOfferMails(
        'stay_question',
        { condition: `o.status = 'accepted' AND o.certificate_id IN (${due})`, values: [today, limit] },
        now,
      ),
      statement<{ certificateId: number }>(
        `UPDATE stays SET stage = 'stayed', closed_at = ?3, version = version + 1 WHERE certificate_id IN (${due})
         RETURNING certificate_id AS "certificateId"`,
        [today, limit, now],
      ),
    ]);
    return rows(finished).length;
  },

  /**
   * Erases the data of up to `limit` travelers whose stay ended, was returned or expired longer ago than the retention period. Returns the
   * number erased.
   */
  async eraseTravelers(db, now: number, limit: number): Promise<number> {
    const due = `SELECT certificate_id FROM stays WHERE traveler IS NOT NULL AND closed_at <= ?1 ORDER BY closed_at LIMIT ?2`;
    const [, , erased] = await batch(db, [
      // Erases travelers, and reasons entered by administrators because they may name them.
      statement(
        `UPDATE vacation_certificates SET cancel_reason = NULL, version = version + 1
         WHERE id IN (${due}) AND cancelled_by_id IS NOT NULL AND cancel_reason IS NOT NULL`,
        [now - travelerRetentionSeconds, limit],
      ),
      statement(
        `UPDATE audit_log SET reason = NULL, before = iif(${namesTraveler}, NULL, before), after = iif(${namesTraveler}, NULL, after) WHERE entity_type = 'certificate' AND +action IN (${reasonedActions})
           AND reason IS NOT NULL AND entity_id IN (SELECT c.number FROM vacation_certificates c WHERE c.id IN (${due}))`,
        [now - travelerRetentionSeconds, limit],
      ),
      statement<{ certificateId: number }>(
        `UPDATE stays SET traveler = NULL, entered_traveler = NULL, comment = NULL WHERE certificate_id IN (${due}) RETURNING certificate_id AS "certificateId"`,
        [now - travelerRetentionSeconds, limit],
      ),
    ]);
    return rows(erased).length;
  },

  /** Returns travelers' data that is not encrypted with this key, ordered by certificate id and starting after `after`. */
  otherKeys: (db, keyId: string, after: number, limit: number) =>
    queryAll<{ id: number; number: string; traveler: string; entered: string | null }, 'traveler'>(
      db,
      `SELECT c.id AS "id", c.number AS "number", s.traveler AS "traveler", s.entered_traveler AS "entered" FROM stays s JOIN vacation_certificates c ON c.id = s.certificate_id
       WHERE s.traveler IS NOT NULL AND (s.traveler NOT GLOB ?1 || '.*' OR s.entered_traveler NOT GLOB ?1 || '.*')
         AND s.certificate_id > ?2 ORDER BY s.certificate_id LIMIT ?3`,
      [keyId, after, limit],
    ),

  /** Replaces ciphertexts to rotate the key. Skips travelers whose data has changed since it was loaded. */
  async replaceTravelers(db, changes: { id: number; from: string; to: string; entered: string | null }[]): Promise<void> {
    if (changes.length === 0) return;
    await batch(
      db,
      changes.map(({ id, from, to, entered }) =>
        statement('UPDATE stays SET traveler = ?3, entered_traveler = ?4 WHERE certificate_id = ?1 AND traveler = ?2', [
          id,
          from,
          to,
          entered,
        ]),
      ),
    );
  },
});
