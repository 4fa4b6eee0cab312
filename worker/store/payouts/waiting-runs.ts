/** Payout runs that are waiting for an administrator. Product rules: Payout runs. */
import type { WaitingRun } from '#schema/payouts/admin-payout-runs.ts';
import type { AdminChange, ApproverFacts, ApproverRow } from '#worker/domain/payouts/approvers.ts';
import { recentGifts } from '#worker/store/admin/access/own-member.ts';
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

/**
 * SQL condition: this super administrator may not approve the line `l`, because they, or someone who may be the same person, recently gave
 * its member something, and another one could approve it.
 */
export const isGivenLine = (adminId: string, isDevelopment: string, now: string) =>
  `(EXISTS (SELECT 1 FROM (${recentGifts('l.user_id', now)}) b
      WHERE b.id = ${adminId} OR ${isDevelopment} = 0 AND ${mayBeOnePerson(adminId, 'b.id', now)})
    AND NOT ${isSoleApprover(adminId, now)})`;

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
