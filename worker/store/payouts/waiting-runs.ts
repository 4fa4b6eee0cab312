/** Payout runs that wait for an administrator. Product rules: Payout runs. */
import type { WaitingRun } from '#schema/payouts/admin-payout-runs.ts';
import { bindStore } from '#worker/store/database.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { queryAll, type Statement } from '#worker/store/sql.ts';

/**
 * SQL condition: this administrator is the only active super administrator, and has not changed any administrator since the run was
 * created.
 */
export const isSoleApprover = (adminId: string, createdAt: string) =>
  `((SELECT count(*) FROM admins WHERE role = 'super_admin' AND disabled_at IS NULL) = 1
    AND NOT EXISTS (SELECT 1 FROM audit_log l WHERE l.entity_type = 'admin' AND l.created_at >= ${createdAt} AND l.action = 'admin.change' AND l.admin_id = ${adminId}))`;

/** SQL condition: this super administrator may approve the run. The same rule as `canApprove`. */
export const mayApprove = (adminId: string, run: string, isDevelopment: string) =>
  `(${run}.created_by_id <> ${adminId} OR ${isDevelopment} = 1 OR ${isSoleApprover(adminId, `${run}.created_at`)})`;

/** SQL condition: this super administrator can take the next step of the run `r`. */
export const waitsForAdmin = (adminId: string, isDevelopment: string) =>
  `r.status IN ('frozen', 'approved') AND r.lines > 0 AND (r.status = 'approved' OR ${mayApprove(adminId, 'r', isDevelopment)})`;

export interface WaitingRunRow extends Omit<WaitingRun, 'createdAt'> {
  createdAt: number;
}

const maxListedRuns = 20;

export const waitingRunStore = bindStore({
  list: (db, adminId: number, isDevelopment: boolean): Promise<WaitingRunRow[]> =>
    queryAll<WaitingRunRow, 'step'>(
      db,
      `SELECT r.id AS "id", iif(r.status = 'frozen', 'approve', 'pay') AS "step", r.lines AS "lines", r.total_cents AS "totalCents",
         r.created_at AS "createdAt", a.email AS "createdBy"
       FROM payout_runs r LEFT JOIN admins a ON a.id = r.created_by_id WHERE ${waitsForAdmin('?1', '?2')} ORDER BY r.id LIMIT ${maxListedRuns}`,
      [adminId, Number(isDevelopment)],
    ),
});

/**
 * Emails the administrators who may approve the run, once it is frozen: everyone but its creator, or the creator if there is no one else.
 */
export function queueWaitingRunMail(runId: number, now: number): Statement {
  return queueSelectedMails(
    'payout_run_waits',
    {
      sql: `SELECT NULL, a.email, json_object('firstName', a.first_name, 'run', CAST(r.id AS TEXT), 'amountCents', CAST(r.total_cents AS TEXT),
          'members', CAST(r.lines AS TEXT), 'sender', (SELECT s.email FROM admins s WHERE s.id = r.created_by_id)),
          'payout_run_waits:' || r.id || ':' || a.id
        FROM payout_runs r JOIN admins a ON a.role = 'super_admin' AND a.disabled_at IS NULL AND ${mayApprove('a.id', 'r', '0')}
        WHERE r.id = ?1 AND r.status = 'frozen' AND r.lines > 0`,
      values: [runId],
    },
    now,
  );
}
