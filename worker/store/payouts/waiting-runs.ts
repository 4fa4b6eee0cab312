/** Payout runs that are waiting for an administrator. Product rules: Payout runs. */
import type { WaitingRun } from '#schema/payouts/admin-payout-runs.ts';
import { givenPayoutWaitSeconds } from '#schema/rules.ts';
import type { AdminChange, ApproverFacts, ApproverRow } from '#worker/domain/payouts/approvers.ts';
import { toIso } from '#worker/domain/time.ts';
import { mayBeGiver, recentGifts } from '#worker/store/admin/access/own-member.ts';
import { hasStanding, idText, isRecentAdminChange, isSoleAdministrator, newestFactorAt } from '#worker/store/admin/access/standing.ts';
import { bindStore } from '#worker/store/database.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { batch, queryAll, type Statement, statement } from '#worker/store/sql.ts';

const approverRoles = ['super_admin'] as const;
const isSoleApprover = (adminId: string, now: string) => isSoleAdministrator(adminId, approverRoles, now);

/** SQL condition: the run's creator and this administrator may be the same person because one of the two accounts was recently changed. */
const mayBeOnePerson = (adminId: string, starterId: string, now: string) =>
  `EXISTS (SELECT 1 FROM audit_log l INDEXED BY audit_log_standing WHERE ${isRecentAdminChange('l', now)}
    AND (l.entity_id = ${idText(adminId)} AND l.admin_id = ${starterId} OR l.entity_id = ${idText(starterId)} AND l.admin_id <> ${starterId}
      AND (l.admin_id = ${adminId} OR NOT ${hasStanding('l.admin_id', approverRoles, now)})))`;

/** SQL condition: this super administrator may approve the run. Must match `canApprove`. */
export const mayApprove = (adminId: string, run: string, isDevelopment: string, now: string) =>
  `(${isDevelopment} = 1 OR ${hasStanding(adminId, approverRoles, now)} AND iif(${run}.created_by_id = ${adminId}, ${isSoleApprover(adminId, now)},
    NOT ${mayBeOnePerson(adminId, `${run}.created_by_id`, now)}))`;

/** SQL condition: this super administrator is, or may be a second account of, one who recently gave the member of line `l` something. */
const isGiven = (adminId: string, isDevelopment: string, now: string) =>
  mayBeGiver(recentGifts('l.user_id', now), adminId, isDevelopment, now, approverRoles);

/**
 * SQL condition: line `l` left a run as a gift, of which all super administrators were emailed, after its newest gift and at least
 * `givenPayoutWaitSeconds` ago.
 */
const isAnnounced = (now: string) =>
  `EXISTS (SELECT 1 FROM payout_run_lines h CROSS JOIN audit_log g ON g.run_id = h.run_id AND +g.action = 'payout_run.recheck'
     WHERE h.user_id = l.user_id AND h.reason = 'given' AND g.created_at <= ${now} - ${givenPayoutWaitSeconds}
       AND g.created_at >= (SELECT max(b.at) FROM (${recentGifts('l.user_id', now)}) b)
       AND EXISTS (SELECT 1 FROM json_each(g.after, '$.takenOut') o WHERE o.value = h.id))`;

/**
 * Marks the lines of a frozen run that this super administrator does not approve, because of gifts to their members, and emails all super
 * administrators about them. If no one is independent of the givers, as in a team of two, lines that were announced long enough ago stay.
 */
export function markGivenLines(
  { runId, version, adminId }: { runId: number; version: number; adminId: number },
  isDevelopment: boolean,
  now: number,
): Statement[] {
  const lines = `payout_run_lines l WHERE l.run_id = ?1 AND l.status = 'in'`;
  const values = [runId, now, Number(isDevelopment)];
  return [
    statement(
      `UPDATE payout_run_lines SET reason = 'given' FROM (SELECT l.id FROM ${lines} AND ${isGiven('?4', '?3', '?2')}) f
       WHERE payout_run_lines.id = f.id AND EXISTS (SELECT 1 FROM payout_runs r WHERE r.id = ?1 AND r.version = ?5 AND r.status = 'frozen')`,
      [...values, adminId, version],
    ),
    statement(
      `UPDATE payout_run_lines SET reason = NULL FROM (SELECT l.id FROM ${lines} AND l.reason = 'given' AND ${isAnnounced('?2')}
           EXCEPT SELECT l.id FROM admins a CROSS JOIN ${lines} AND l.reason = 'given' AND a.role = 'super_admin' AND a.disabled_at IS NULL
             AND NOT ${isGiven('a.id', '?3', '?2')}) f
       WHERE payout_run_lines.id = f.id`,
      values,
    ),
    queueSelectedMails(
      'payout_gifts_wait',
      {
        sql: `SELECT NULL, a.email, json_object('firstName', a.first_name, 'run', ${idText('?1')}, 'amountCents', CAST(g.cents AS TEXT),
            'members', CAST(g.members AS TEXT), 'approver', (SELECT p.email FROM admins p WHERE p.id = ?2), 'from', ?3),
            'payout_gifts_wait:' || ${idText('?1')} || ':' || CAST(?4 AS INTEGER) || ':' || a.id
          FROM (SELECT count(*) AS members, sum(l.amount_cents) AS cents FROM ${lines} AND l.reason = 'given') g
          JOIN admins a ON a.role = 'super_admin' AND a.disabled_at IS NULL WHERE g.members > 0`,
        values: [runId, adminId, toIso(now + givenPayoutWaitSeconds), version],
      },
      now,
    ),
  ];
}

/** SQL condition: this super administrator can take the next step of the run `r`. */
export const waitsForAdmin = (adminId: string, isDevelopment: string, now: string) =>
  `r.status IN ('frozen', 'approved') AND r.lines > 0 AND (r.status = 'approved' OR ${mayApprove(adminId, 'r', isDevelopment, now)})`;

/** Loads all administrators and the recent changes to them, for `listApprovers`. */
export function selectApproverFacts(now: number) {
  return [
    statement<ApproverAdminRow, 'isDisabled' | 'newestFactorAt'>(
      `SELECT a.id, a.email, a.role, a.disabled_at IS NOT NULL AS "isDisabled", a.created_at AS "createdAt", ${newestFactorAt('a.id')} AS "newestFactorAt"
       FROM admins a ORDER BY a.id`,
    ),
    statement<AdminChangeRow, 'adminId' | 'roleBefore' | 'wasDisabled'>(
      `SELECT CAST(l.entity_id AS INTEGER) AS "adminId", l.admin_id AS "byId", l.action AS "action", l.created_at AS "at",
         l.before ->> 'role' AS "roleBefore", l.before ->> 'disabled' AS "wasDisabled"
       FROM audit_log l INDEXED BY audit_log_standing WHERE ${isRecentAdminChange('l', '?1')} ORDER BY l.created_at, l.id`,
      [now],
    ),
  ] as const;
}

export function toApproverFacts(admins: ApproverAdminRow[], changes: AdminChangeRow[]): ApproverFacts {
  return {
    admins: admins.map((admin) => ({ ...admin, isDisabled: admin.isDisabled === 1 })),
    changes: changes.map((change) => ({ ...change, wasDisabled: change.wasDisabled === null ? null : change.wasDisabled === 1 })),
  };
}

type ApproverAdminRow = Omit<ApproverRow, 'isDisabled'> & { isDisabled: 0 | 1 };
type AdminChangeRow = Omit<AdminChange, 'wasDisabled'> & { wasDisabled: 0 | 1 | null };

export interface WaitingRunRow extends Omit<WaitingRun, 'createdAt'> {
  createdAt: number;
}

const maxListedRuns = 20;

export const waitingRunStore = bindStore({
  list: (db, adminId: number, isDevelopment: boolean, now: number): Promise<WaitingRunRow[]> =>
    queryAll<WaitingRunRow, 'step'>(
      db,
      `SELECT r.id AS "id", iif(r.status = 'frozen', 'approve', 'pay') AS "step", r.lines AS "lines", r.total_cents AS "totalCents",
         r.created_at AS "createdAt", a.email AS "createdBy"
       FROM payout_runs r LEFT JOIN admins a ON a.id = r.created_by_id WHERE ${waitsForAdmin('?1', '?2', '?3')} ORDER BY r.id LIMIT ${maxListedRuns}`,
      [adminId, Number(isDevelopment), now],
    ),

  /** Emails administrators who have become eligible to approve a run since it was frozen. */
  async mailNewApprovers(db, isDevelopment: boolean, now: number): Promise<void> {
    await batch(db, [queueWaitingRunMail(null, isDevelopment, now)]);
  },
});

/**
 * Emails the administrators who can approve the run and have not been notified yet. If `runId` is null, does this for every run waiting for
 * approval. The creator is emailed only if nobody else can approve.
 */
export function queueWaitingRunMail(runId: number | null, isDevelopment: boolean, now: number): Statement {
  return queueSelectedMails(
    'payout_run_waits',
    {
      sql: `SELECT NULL, a.email, json_object('firstName', a.first_name, 'run', CAST(r.id AS TEXT), 'amountCents', CAST(r.total_cents AS TEXT),
          'members', CAST(r.lines AS TEXT), 'sender', (SELECT s.email FROM admins s WHERE s.id = r.created_by_id)),
          'payout_run_waits:' || r.id || ':' || a.id
        FROM payout_runs r JOIN admins a ON a.role = 'super_admin' AND a.disabled_at IS NULL
          AND ${mayApprove('a.id', 'r', '?2', '?3')} AND (a.id <> r.created_by_id OR ${isSoleApprover('a.id', '?3')})
        WHERE (?1 IS NULL OR r.id = ?1) AND r.status = 'frozen' AND r.lines > 0`,
      values: [runId, Number(isDevelopment), now],
    },
    now,
  );
}
