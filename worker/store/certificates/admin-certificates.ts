import { certificateStatuses, reviewStates } from '#schema/certificates/certificate.ts';
import type { StayStage } from '#schema/stays/stay.ts';
import { vacationCertificates } from '#schema/tables/tokens.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { foldedNames } from '#worker/store/accounts/search-keys.ts';
import { emailFavor } from '#worker/store/admin/access/favor-mails.ts';
import { isStillOther, type OwnMemberCheck } from '#worker/store/admin/access/own-member.ts';
import { auditStatement } from '#worker/store/admin/audit/audit.ts';
import { auditDifferences } from '#worker/store/admin/audit/audit-differences.ts';
import { columnConditions, dateFilter, type ListRowsQuery, type ListShape, readList } from '#worker/store/admin/list.ts';
import { matchEmail } from '#worker/store/admin/search/exact-matches.ts';
import { queueBookingMail } from '#worker/store/certificates/booking-mail.ts';
import { type CertificateRow, certificateKeys } from '#worker/store/certificates/certificates.ts';
import { pausedAt } from '#worker/store/certificates/paused-deadlines.ts';
import { bindStore } from '#worker/store/database.ts';
import { insertSecondLook } from '#worker/store/reviews/admin-second-looks.ts';
import { batch, catchViolation, firstRow, queryFirst, runGuarded, selectList, statement } from '#worker/store/sql.ts';
import { bookAcceptedOffer } from '#worker/store/stays/stays.ts';

export interface AdminCertificateRow extends CertificateRow {
  userId: number;
  email: string;
  name: string | null;
  cancelledBy: string | null;
  isOtherPerson: 0 | 1;
  version: number;
  /** Stage of the stay; null until the certificate is activated. */
  stage: StayStage | null;
  tookPlace: 0 | 1 | null;
  noShowAt: number | null;
  /** Time when the certificate's deadlines were paused, in Unix seconds; null if they are not. */
  pausedAt: number | null;
  ownerSuspendedAt: number | null;
}

const columns = `${selectList(vacationCertificates, 't', certificateKeys)}, s.stage AS "stage", s.took_place AS "tookPlace", s.no_show_at AS "noShowAt", t.user_id AS "userId", u.email AS "email",
  nullif(trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), '') AS "name", b.email AS "cancelledBy", t.is_other_person AS "isOtherPerson", t.version AS "version",
  u.suspended_at AS "ownerSuspendedAt", ${pausedAt('u')} AS "pausedAt"`;
const joins = 'LEFT JOIN admins b ON b.id = t.cancelled_by_id LEFT JOIN stays s ON s.certificate_id = t.id';

export const certificateListShape: ListShape = {
  // SQLite skips the outer join unless a search uses it.
  from: 'vacation_certificates t LEFT JOIN users u ON u.id = t.user_id',
  join: joins,
  columns,
  search: `t.number || char(10) || u.email || char(10) || coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')
    || char(10) || coalesce(t.holder_name, '') || char(10) || coalesce(t.travel_plug_id, '')`,
  names: foldedNames('u'),
  sorts: { created: 't.created_at', activateBy: 't.activate_by', number: 't.number' },
  defaultSort: '-created',
  filters: {
    review: {
      conditions: columnConditions(
        'review',
        reviewStates.filter((state) => state !== 'none'),
      ),
      sorts: ['created'],
      common: ['passed'],
    },
    status: { conditions: columnConditions('status', certificateStatuses), sorts: ['created', 'activateBy'] },
  },
  dates: dateFilter('t.created_at', ['created']),
  exact: {
    certificate: (number) => `SELECT t.id FROM vacation_certificates t WHERE t.number = ${number}`,
    email: matchEmail('vacation_certificates', 't.created_at DESC'),
    text: (text) => [`SELECT t.id FROM vacation_certificates t WHERE t.travel_plug_id = ${text}`],
  },
};

/**
 * SQL condition: the booking reference may be entered or corrected. Corrections are always possible. A first booking requires an accepted
 * offer, a traveler and an owner who is not suspended. The provider books its own offers: a reference for one needs `mayBookForProvider`.
 */
const mayBeBooked = (mayBookForProvider: string) => `EXISTS (SELECT 1 FROM stays s WHERE s.certificate_id = c.id AND (s.stage = 'booked'
  OR (s.traveler IS NOT NULL AND EXISTS (SELECT 1 FROM stay_offers o WHERE o.certificate_id = c.id AND o.status = 'accepted' AND (o.quote_id IS NULL OR ${mayBookForProvider}))
  AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = s.user_id AND u.suspended_at IS NOT NULL))))`;

/** SQL condition: a certificate other than ?1 previously had this booking reference. */
const wasUsedBefore = (reference: string) => `EXISTS (SELECT 1 FROM vacation_certificates f, json_each(f.former_references) j
  WHERE f.former_references <> '[]' AND f.id <> ?1 AND j.value = ${reference})`;

export interface Booking {
  id: number;
  version: number;
  travelPlugId: string;
  /** Booking reference to replace; null if the stay has none. */
  previous: string | null;
  /** Whether to allow a booking reference that previously belonged to another certificate. */
  mayReuse: boolean;
  /** Whether to allow a reference for an offer that the travel provider made and is to book. */
  mayBookForProvider: boolean;
  check: OwnMemberCheck;
}

export type BookingOutcome = { certificate: AdminCertificateRow | undefined; isDone: boolean } | 'reference_taken';

const one = (id: number) =>
  statement<AdminCertificateRow, 'email' | 'name' | 'pausedAt'>(
    `SELECT ${columns} FROM ${certificateListShape.from} ${joins} WHERE t.id = ?1`,
    [id],
  );

export const adminCertificateStore = bindStore({
  list: (db, request: ListRowsQuery) => readList<AdminCertificateRow, 'email' | 'name' | 'pausedAt'>(db, certificateListShape, request),

  async find(db, id: number): Promise<AdminCertificateRow | undefined> {
    return firstRow((await batch(db, [one(id)]))[0]);
  },

  /** Whether the unbooked stay has no traveler because the member's account was secured. */
  async lacksTraveler(db, id: number): Promise<boolean> {
    const sql = `SELECT 1 AS "one" FROM stays WHERE certificate_id = ?1 AND stage = 'offered' AND traveler IS NULL`;
    return (await queryFirst<{ one: 1 }, 'one'>(db, sql, [id])) !== undefined;
  },

  async wasReferenceUsedBefore(db, id: number, travelPlugId: string): Promise<boolean> {
    const usageRow = await queryFirst<{ isUsed: 0 | 1 }, 'isUsed'>(db, `SELECT ${wasUsedBefore('?2')} AS "isUsed"`, [id, travelPlugId]);
    return usageRow?.isUsed === 1;
  },

  /**
   * Allows a traveler with the same name and date of birth as another person with a stay, after a super administrator decided that they are
   * different people, which another administrator checks. Returns false if the certificate has changed.
   */
  allowOtherPerson(
    db,
    { id, number, userId, version }: Pick<AdminCertificateRow, 'id' | 'number' | 'userId' | 'version'>,
    reason: string,
    actor: Actor,
    now: number,
  ): Promise<boolean> {
    return runGuarded(db, [
      statement<{ id: number }>(
        `UPDATE vacation_certificates SET is_other_person = 1, version = version + 1
         WHERE id = ?1 AND version = ?2 AND status IN ('active', 'activated') AND NOT is_other_person AND refused_person IS NOT NULL
         RETURNING id`,
        [id, version],
      ),
      auditStatement(actor, { action: 'certificate.other_person', entityType: 'certificate', entityId: number, userId, reason }, now),
      insertSecondLook(id, actor, now),
      emailFavor(actor, now),
    ]);
  },

  /**
   * Enters or corrects the booking reference for an activated certificate's stay, and emails the owner. Returns the certificate's updated
   * state.
   */
  async book(db, booking: Booking, actor: Actor, now: number): Promise<BookingOutcome> {
    const { id, version, travelPlugId, previous, mayReuse, mayBookForProvider, check } = booking;
    const values = [id, version, travelPlugId, Number(mayReuse), JSON.stringify(check), Number(mayBookForProvider)];
    const isAllowed = `id = ?1 AND version = ?2 AND status = 'activated' AND ${mayBeBooked('?6')} AND (?4 = 1 OR NOT ${wasUsedBefore('?3')})
      AND ${isStillOther('c.user_id', '?5')}`;
    return catchViolation({ 'vacation_certificates.travel_plug_id': 'reference_taken' }, async () => {
      const [, booked, , , after] = await batch(db, [
        auditDifferences(
          actor,
          { action: 'certificate.book', entityType: 'certificate' },
          {
            sql: `SELECT number AS entity_id, user_id,
                  json_object('travelPlugId', travel_plug_id) AS before, json_object('travelPlugId', ?3) AS after
                FROM vacation_certificates c WHERE ${isAllowed}`,
            values,
          },
          now,
        ),
        statement<{ id: number }>(
          `UPDATE vacation_certificates AS c SET travel_plug_id = ?3, version = version + 1,
               former_references = iif(travel_plug_id <> ?3, json_insert(former_references, '$[#]', travel_plug_id), former_references)
             WHERE ${isAllowed} AND travel_plug_id IS NOT ?3 RETURNING id`,
          values,
        ),
        queueBookingMail(id, { previous }, now),
        bookAcceptedOffer(id),
        one(id),
      ]);
      const certificate = firstRow(after);
      return { certificate, isDone: firstRow(booked) !== undefined || isBookedAs(certificate, version, travelPlugId) };
    });
  },
});

function isBookedAs(row: AdminCertificateRow | undefined, version: number, travelPlugId: string): boolean {
  return row?.version === version && row.status === 'activated' && row.stage === 'booked' && row.travelPlugId === travelPlugId;
}
