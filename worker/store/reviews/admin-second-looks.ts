/**
 * Second looks at certificates that passed review. The administrator who approved the certificate can neither see nor close its second look.
 * Product rules: Reviews, Second looks.
 */

import { secondLooks } from '#schema/tables/reviews.ts';
import { vacationCertificates } from '#schema/tables/tokens.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { allowedTraveler } from '#worker/store/admin/access/given-stay.ts';
import { auditStatement } from '#worker/store/admin/audit/audit.ts';
import { dateFilter, type ListRowsQuery, type ListShape, readList } from '#worker/store/admin/list.ts';
import { pausedAt } from '#worker/store/certificates/paused-deadlines.ts';
import { bindStore, type Database } from '#worker/store/database.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { batch, firstRow, type RowOf, runGuarded, type Statement, selectList, statement } from '#worker/store/sql.ts';

const lookKeys = ['id', 'state', 'passedById', 'passedAt', 'lookedAt', 'reason', 'version'] as const;
const certificateKeys = ['number', 'type', 'status', 'review', 'activateBy', 'reviewSignals'] as const;

export interface SecondLookRow
  extends RowOf<typeof secondLooks, (typeof lookKeys)[number]>,
    RowOf<typeof vacationCertificates, (typeof certificateKeys)[number]> {
  certificateId: number;
  userId: number;
  email: string;
  name: string | null;
  isAboutTraveler: 0 | 1;
  pausedAt: number | null;
  passedBy: string;
  lookedBy: string | null;
}

/**
 * Columns of outer-joined tables that always have a matching row. Only the join for the administrator who did the second look may find
 * none.
 */
type UncheckedColumns =
  | (typeof certificateKeys)[number]
  | 'certificateId'
  | 'userId'
  | 'email'
  | 'name'
  | 'isAboutTraveler'
  | 'pausedAt'
  | 'passedBy';

export const isOpen = "t.state IN ('waiting', 'raised')";

/** SQL condition: no row with `condition` is a second look at a certificate whose review the administrator passed. */
export const isNotOwnLook = (adminId: number, condition: string) =>
  `NOT EXISTS (SELECT 1 FROM second_looks o WHERE ${condition} AND o.passed_by_id = ${Math.trunc(adminId)})`;

export const secondLookListShape: ListShape = {
  // SQLite skips the outer joins unless a search uses them.
  from: 'second_looks t LEFT JOIN vacation_certificates c ON c.id = t.certificate_id LEFT JOIN users u ON u.id = c.user_id',
  join: 'LEFT JOIN admins p ON p.id = t.passed_by_id LEFT JOIN admins l ON l.id = t.looked_by_id',
  columns: `${selectList(secondLooks, 't', lookKeys)}, ${selectList(vacationCertificates, 'c', certificateKeys)},
    c.id AS "certificateId", c.user_id AS "userId", u.email AS "email",
    nullif(trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), '') AS "name", ${allowedTraveler('t.passed_by_id', 'c')} AS "isAboutTraveler", ${pausedAt('u')} AS "pausedAt", p.email AS "passedBy", l.email AS "lookedBy"`,
  where: isOpen,
  search: 'c.number || char(10) || u.email',
  sorts: { created: 't.passed_at' },
  defaultSort: 'created',
  dates: dateFilter('t.passed_at', ['created']),
};

/** Random ids have at most 15 digits, which a JavaScript number holds exactly. */
const maxRandomId = 1e15;

/**
 * Requests a second look at a certificate. Must directly follow the audit row for passing the review or allowing another traveler, which is
 * inserted only if that was done. The id is random because a gap between the ids that an administrator sees would reveal a second look at their own decision.
 */
export function insertSecondLook(certificateId: number, { adminId }: Actor, now: number): Statement {
  return statement(
    `INSERT INTO second_looks (id, certificate_id, passed_by_id, passed_at) SELECT abs(random() % ${maxRandomId}), ?1, ?2,
       max(?3, coalesce((SELECT max(passed_at) + 1 FROM second_looks WHERE certificate_id = ?1), 0)) WHERE changes() > 0`,
    [certificateId, adminId, now],
  );
}

/** Columns that are set when an administrator does a second look, as SQL with the placeholders ?4 (administrator) and ?5 (now). */
const verdictColumns = 'looked_by_id = ?4, looked_at = ?5';

/**
 * Writes the outcome of a second look once, if the second look is unchanged and the caller is not the administrator who passed the review.
 * The audit entry references no member, which keeps the reason out of the member's data export.
 */
function decide(
  db: Database,
  { id, version, number }: SecondLookRow,
  change: { to: 'agreed' | 'raised' | 'closed'; from: 'waiting' | 'raised'; sets: string; reason: string | null },
  actor: Actor,
  now: number,
  after: Statement[] = [],
): Promise<boolean> {
  const values = [id, version, change.from, actor.adminId, now];
  return runGuarded(db, [
    statement<{ id: number }>(
      `UPDATE second_looks SET state = '${change.to}', ${change.sets}, version = version + 1
       WHERE id = ?1 AND version = ?2 AND state = ?3 AND passed_by_id <> ?4 RETURNING id`,
      change.to === 'raised' ? [...values, change.reason] : values,
    ),
    auditStatement(
      actor,
      {
        action: `second_look.${change.to}`,
        entityType: 'second_look',
        entityId: id,
        before: { state: change.from },
        after: { number, state: change.to },
        reason: change.reason,
      },
      now,
    ),
    ...after,
  ]);
}

export const secondLookStore = bindStore({
  /** Lists second looks, except for certificates whose review the administrator passed. */
  list: (db, request: ListRowsQuery, adminId: number) =>
    readList<SecondLookRow, UncheckedColumns>(
      db,
      { ...secondLookListShape, where: `${isOpen} AND t.passed_by_id <> ${Math.trunc(adminId)}` },
      request,
    ),

  async find(db, id: number): Promise<SecondLookRow | undefined> {
    const { columns, from, join } = secondLookListShape;
    const [found] = await batch(db, [
      statement<SecondLookRow, UncheckedColumns>(`SELECT ${columns} FROM ${from} ${join} WHERE t.id = ?1`, [id]),
    ]);
    return firstRow(found);
  },

  agree: (db, row: SecondLookRow, actor: Actor, now: number) =>
    decide(db, row, { from: 'waiting', to: 'agreed', sets: verdictColumns, reason: null }, actor, now),

  /** Escalates a second look. Also emails the super administrators, except the one who passed the review and the one who escalates. */
  raise: (db, row: SecondLookRow, reason: string, actor: Actor, now: number) =>
    decide(db, row, { from: 'waiting', to: 'raised', sets: `${verdictColumns}, reason = ?6`, reason }, actor, now, [
      queueRaised(row, actor, now),
    ]),

  close: (db, row: SecondLookRow, reason: string, actor: Actor, now: number) =>
    decide(db, row, { from: 'raised', to: 'closed', sets: 'closed_by_id = ?4, closed_at = ?5', reason }, actor, now),
});

/**
 * Queues the email about an escalation. Must directly follow the audit row. The email omits the reason because the reason concerns a
 * member.
 */
function queueRaised({ id, number, certificateId, passedById }: SecondLookRow, actor: Actor, now: number): Statement {
  const sql = `SELECT NULL, a.email, json_object('firstName', a.first_name, 'number', ?3, 'review', ?4), 'second_look_raised:' || ?5 || ':' || a.id
    FROM admins a WHERE a.role = 'super_admin' AND a.disabled_at IS NULL AND a.id NOT IN (?1, ?2) AND changes() > 0`;
  return queueSelectedMails(
    'second_look_raised',
    { sql, values: [passedById, actor.adminId, number, String(certificateId), String(id)] },
    now,
  );
}
