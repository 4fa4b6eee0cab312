/** Administrators' list of stays, and the actions on them. Lists never include the traveler's data. */
import type { CertificateStatus } from '#schema/certificates/certificate.ts';
import { stayStages } from '#schema/stays/stay.ts';
import { stayDeskOrder, stayOffers, stays } from '#schema/tables/stays.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import type { CertificateType } from '#worker/domain/certificates/certificate.ts';
import type { NewOffer, OfferStatus } from '#worker/domain/stays/stay.ts';
import { auditFromSelect, auditStatement } from '#worker/store/admin/audit/audit.ts';
import { columnConditions, type ListRowsQuery, type ListShape, readList } from '#worker/store/admin/list.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, firstRow, queryAll, type RowOf, rows, runGuarded, selectList, statement } from '#worker/store/sql.ts';
import { latestCatalogue, readCatalogue, seenTermsSql } from './catalogues.ts';
import { queueOfferMails, queueSettledMail } from './stay-mails.ts';
import { insertOffer, isUnclear, notifyOfOffer, type OfferRow, offerList, waitAgain } from './stays.ts';

const listKeys = [
  'stage',
  'waitingSince',
  'acceptedAt',
  'answeredAt',
  'costCents',
  'providerError',
  'unclearSince',
  'tookPlace',
  'complaintSettledAt',
] as const;

export interface AdminStayRow extends RowOf<typeof stays, (typeof listKeys)[number]> {
  id: number;
  number: string;
  type: CertificateType;
  userId: number;
  email: string;
  name: string | null;
  reference: string | null;
  place: string | null;
  /** Arrival and departure of the open or accepted offer. */
  arrival: string | null;
  departure: string | null;
  offerStatus: OfferStatus | null;
}
type UncheckedColumns = 'number' | 'type' | 'email' | 'name';

const columns = `${selectList(stays, 't', listKeys)}, t.id AS "id", c.number AS "number", c.type AS "type", t.user_id AS "userId", u.email AS "email",
  nullif(trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), '') AS "name", c.travel_plug_id AS "reference",
  o.place AS "place", o.arrival AS "arrival", o.departure AS "departure", o.status AS "offerStatus"`;
const joins = `LEFT JOIN stay_offers o ON o.certificate_id = t.id AND o.status IN ('open', 'accepted')`;

const isAwaitingBooking = (stay: string) =>
  `${stay}.stage = 'offered' AND EXISTS (SELECT 1 FROM stay_offers a WHERE a.certificate_id = ${stay}.certificate_id AND a.status = 'accepted')`;
/**
 * SQL condition: the stay did not take place, and its complaint is not settled. The unary plus stops SQLite from using the index by stage.
 */
const isOpenComplaint = (stay: string) => `${stay}.took_place = 0 AND ${stay}.complaint_settled_at IS NULL AND +${stay}.stage = 'stayed'`;

/** SQL conditions for the tasks of administrators: stay `s` needs an offer, a booking or a check, or has an open complaint. */
export const stayToDoSql = [`s.stage = 'wished'`, isAwaitingBooking('s'), isUnclear('s'), isOpenComplaint('s')] as const;

export const stayListShape: ListShape = {
  from: `(SELECT certificate_id AS id, * FROM stays) t LEFT JOIN vacation_certificates c ON c.id = t.id LEFT JOIN users u ON u.id = t.user_id`,
  join: joins,
  columns,
  search: `c.number || char(10) || u.email`,
  sorts: { deadline: stayDeskOrder('t.') },
  defaultSort: 'deadline',
  filters: {
    to_do: {
      conditions: { offer: `t.stage = 'wished'`, book: isAwaitingBooking('t'), check: isUnclear('t'), complaint: isOpenComplaint('t') },
      sorts: ['deadline'],
    },
    stage: { conditions: columnConditions('stage', stayStages), sorts: ['deadline'] },
  },
  exact: {
    certificate: (number) => `SELECT id FROM vacation_certificates WHERE number = ${number}`,
    email: (key) =>
      `SELECT certificate_id AS id FROM stays WHERE user_id = (SELECT id FROM users WHERE email_key = ${key}) ORDER BY certificate_id DESC`,
  },
};

const detailKeys = ['traveler', 'recoveredAt', 'wishes', 'declinedOffers', 'comment', 'noShowAt', 'version'] as const;

export interface AdminStayDetailsRow extends AdminStayRow, RowOf<typeof stays, (typeof detailKeys)[number]> {
  status: CertificateStatus;
  validUntil: number;
  isOtherPerson: 0 | 1;
  ownerSuspendedAt: number | null;
  /** JSON of the terms that the member saw before redeeming. */
  seenTerms: string | null;
  /** Encrypted. The traveler as the member entered them, even if an administrator has changed them since. */
  enteredTraveler: string | null;
}
type UncheckedDetails = UncheckedColumns | 'status' | 'validUntil' | 'isOtherPerson' | 'seenTerms' | 'enteredTraveler';

/** Identifies a stay and the version on which a decision was based. */
type StayVersion = Pick<AdminStayDetailsRow, 'id' | 'userId' | 'number' | 'version'>;

export interface AdminOfferRow extends OfferRow {
  createdAt: number;
  createdBy: string | null;
}

const placeKeys = [
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
  'costCents',
] as const;
export type StayPlaceRow = RowOf<typeof stayOffers, (typeof placeKeys)[number]>;
const maxPlaces = 20;
/** Days after departure until which the provider is not asked about a confirmed booking. The stay has ended by then. */
const daysConfirmed = 30;
/** Number of newest offers searched for accommodations. */
const maxSearchedOffers = 500;

export const adminStayStore = bindStore({
  list: (db, request: ListRowsQuery) => readList<AdminStayRow, UncheckedColumns>(db, stayListShape, request),

  async find(db, id: number) {
    const [stay, offers, catalogue] = await batch(db, [
      statement<AdminStayDetailsRow, UncheckedDetails>(
        `SELECT ${columns}, ${selectList(stays, 't', detailKeys)}, c.status AS "status",
           coalesce(t.entered_traveler, t.traveler) AS "enteredTraveler", c.valid_until AS "validUntil", c.is_other_person AS "isOtherPerson", u.suspended_at AS "ownerSuspendedAt",
           ${seenTermsSql} AS "seenTerms"
         FROM ${stayListShape.from} ${joins} WHERE t.id = ?1`,
        [id],
      ),
      statement<AdminOfferRow>(
        `SELECT ${offerList}, o.created_at AS "createdAt", a.email AS "createdBy" FROM stay_offers o LEFT JOIN admins a ON a.id = o.created_by_id
         WHERE o.certificate_id = ?1 ORDER BY o.id DESC`,
        [id],
      ),
      latestCatalogue,
    ]);
    return { stay: firstRow(stay), offers: rows(offers), catalogue: readCatalogue(catalogue) };
  },

  /** Returns the most recently offered accommodations, newest first. */
  places: (db) =>
    queryAll<StayPlaceRow>(
      db,
      `SELECT ${selectList(stayOffers, 'o', placeKeys)} FROM stay_offers o WHERE o.id IN (SELECT max(r.id)
         FROM (SELECT id, place FROM stay_offers ORDER BY id DESC LIMIT ${maxSearchedOffers}) r GROUP BY r.place ORDER BY 1 DESC LIMIT ${maxPlaces})
       ORDER BY o.id DESC`,
    ),

  /** Adds an administrator's offer. Returns false if the stay has changed or is no longer waiting for an offer. */
  async offer(
    db,
    { id, userId, number, version }: StayVersion,
    offer: NewOffer,
    actor: Actor,
    expiresAt: number,
    now: number,
  ): Promise<boolean> {
    const [insert, ...others] = insertOffer(id, offer, actor.adminId, expiresAt, now, { version });
    const { place, arrival, departure, costCents } = offer;
    const [inserted] = await batch(db, [
      insert,
      ...others,
      auditFromSelect(
        actor,
        { action: 'stay.offer', entityType: 'certificate' },
        {
          sql: `SELECT ?8, ?9, NULL, ?10 FROM stay_offers o WHERE o.certificate_id = ?11 AND o.status = 'open' AND changes() > 0`,
          values: [number, userId, JSON.stringify({ place, arrival, departure, costCents }), id],
        },
        now,
      ),
      notifyOfOffer(id, now),
    ]);
    return firstRow(inserted) !== undefined;
  },

  /**
   * Withdraws an offer that is not booked; the stay then waits for another one. The offer does not count as declined. Returns false if the
   * stay has changed.
   */
  async withdraw(
    db,
    { id, userId, number, version }: StayVersion,
    { offerId, reason }: { offerId: number; reason: string },
    actor: Actor,
    now: number,
  ): Promise<boolean> {
    return runGuarded(db, [
      statement<{ id: number }>(
        `UPDATE stay_offers SET status = 'withdrawn', closed_at = ?4 WHERE id = ?2 AND certificate_id = ?1
           AND (status = 'open' OR status = 'accepted' AND quote_id IS NULL)
           AND EXISTS (SELECT 1 FROM stays s WHERE s.certificate_id = ?1 AND s.version = ?3 AND s.stage = 'offered') RETURNING id`,
        [id, offerId, version, now],
      ),
      waitAgain(`certificate_id = ?1 AND changes() > 0`, [id], now),
      auditStatement(actor, { action: 'stay.withdraw_offer', entityType: 'certificate', entityId: number, userId, reason }, now),
      queueOfferMails('stay_withdrawn', { condition: 'o.id = ?1 AND changes() > 0', values: [offerId] }, now),
    ]);
  },

  /**
   * Confirms a booking about which the provider's answer was unclear, so that the provider is no longer asked about it. Returns false if the
   * stay has changed.
   */
  confirmBooking(db, { id, userId, number, version }: StayVersion, reason: string, actor: Actor, now: number): Promise<boolean> {
    return runGuarded(db, [
      statement<{ certificateId: number }>(
        `UPDATE stays AS s SET unclear_since = NULL, provider_error = NULL, checked_at = unixepoch(departure, '+${daysConfirmed} days'),
           version = version + 1
         WHERE certificate_id = ?1 AND version = ?2 AND ${isUnclear('s')} RETURNING certificate_id AS "certificateId"`,
        [id, version],
      ),
      auditStatement(actor, { action: 'stay.confirm_booking', entityType: 'certificate', entityId: number, userId, reason }, now),
    ]);
  },

  /**
   * Records that the traveler did not arrive, which ends the stay, and emails the member. Returns false if the stay has changed. The caller
   * checks `canRecordNoShow`.
   */
  recordNoShow(db, { id, userId, number, version }: StayVersion, reason: string, actor: Actor, now: number): Promise<boolean> {
    return runGuarded(db, [
      statement<{ certificateId: number }>(
        `UPDATE stays SET stage = 'stayed', no_show_at = ?3, closed_at = coalesce(closed_at, ?3), provider_error = NULL, unclear_since = NULL, version = version + 1
         WHERE certificate_id = ?1 AND version = ?2 AND stage IN ('booked', 'stayed') AND took_place IS NULL AND no_show_at IS NULL
         RETURNING certificate_id AS "certificateId"`,
        [id, version, now],
      ),
      auditStatement(actor, { action: 'stay.no_show', entityType: 'certificate', entityId: number, userId, reason }, now),
      queueOfferMails('stay_missed', { condition: `o.certificate_id = ?1 AND o.status = 'accepted' AND changes() > 0`, values: [id] }, now),
    ]);
  },

  /** Settles the complaint of a member whose stay did not take place, and emails the member. Returns false if the stay has changed. */
  settle(db, { id, userId, number, version }: StayVersion, reason: string, actor: Actor, now: number): Promise<boolean> {
    return runGuarded(db, [
      statement<{ certificateId: number }>(
        `UPDATE stays AS s SET complaint_settled_at = ?3, version = version + 1 WHERE certificate_id = ?1 AND version = ?2 AND ${isOpenComplaint('s')}
         RETURNING certificate_id AS "certificateId"`,
        [id, version, now],
      ),
      auditStatement(actor, { action: 'stay.settle', entityType: 'certificate', entityId: number, userId, reason }, now),
      queueSettledMail(id, reason, now),
    ]);
  },
});
