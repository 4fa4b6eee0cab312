/**
 * Statements that change the lines in payout runs. Each function also updates the run's totals and, if necessary, releases the line's
 * entries for other runs.
 */
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { auditFromSelect } from '#worker/store/admin/audit/audit.ts';
import { type Statement, statement } from '#worker/store/sql.ts';
import { isWithheld, removalReason } from './eligibility.ts';

/** An SQL condition with the placeholder ?1 that selects run lines `l`, and the placeholder's value. */
interface Lines {
  condition: string;
  value: string | number;
}
/** Selects all lines. The unary pluses, here and in other statements, make SQLite use the index of unpaid lines. */
export const allLines: Lines = { condition: '+l.id > ?1', value: 0 };
const selectRunLines = (runId: number): Lines => ({ condition: 'l.run_id = ?1', value: runId });
/** Selects the lines of the members whose ids `idsSql` selects. `idsSql` contains the placeholder ?1. */
export const selectMembersLines = (idsSql: string, value: string | number): Lines => ({ condition: `l.user_id IN (${idsSql})`, value });
export const selectMemberLines = (userId: number) => selectMembersLines('CAST(?1 AS INTEGER)', userId);
export const linesById = (ids: number[]): Lines => ({ condition: 'l.id IN (SELECT value FROM json_each(?1))', value: JSON.stringify(ids) });

const selectEntries = (lines: string) =>
  `UPDATE payout_run_entries SET is_live = 0 WHERE line_id IN (SELECT l.id FROM payout_run_lines l WHERE ${lines})`;

/**
 * Removes lines that are no longer payable from their payout runs. Belongs in the batch of the change that made them unpayable; only
 * `openSome` (chests.ts) runs it later, and `recheckRun` covers the time between. If the member is not in a run, each statement costs one
 * index lookup.
 */
export function removeFromRuns({ condition, value }: Lines, now: number, audit: Statement[] = []): Statement[] {
  const removedLines = `l.status = 'in' AND l.reason IS NOT NULL AND ${condition}`;
  return [
    statement(
      `WITH checked AS MATERIALIZED (
         SELECT l.id, ${removalReason('?2')} AS reason
         FROM payout_run_lines l JOIN users u ON u.id = l.user_id LEFT JOIN payout_addresses a ON a.user_id = l.user_id
         WHERE l.status = 'in' AND ${condition})
       UPDATE payout_run_lines SET reason = c.reason FROM checked c WHERE payout_run_lines.id = c.id AND c.reason IS NOT NULL`,
      [value, now],
    ),
    ...audit,
    statement(
      `UPDATE payout_runs SET lines = payout_runs.lines - s.n, total_cents = total_cents - s.cents, out_lines = out_lines + s.n,
         files_version = files_version + 1, version = version + 1
       FROM (SELECT l.run_id, count(*) AS n, sum(l.amount_cents) AS cents FROM payout_run_lines l WHERE ${removedLines} GROUP BY +l.run_id) s
       WHERE payout_runs.id = s.run_id`,
      [value],
    ),
    statement(selectEntries(removedLines), [value]),
    statement(
      `UPDATE payout_run_lines AS l SET status = 'out', out_version = (SELECT r.files_version - 1 FROM payout_runs r WHERE r.id = l.run_id)
       WHERE ${removedLines}`,
      [value],
    ),
  ];
}

/** Rechecks a run's lines before an approval, download or payment. Without `lines`, rechecks all of them. */
export function recheckRun(runId: number, actor: Actor, now: number, lines: Lines = selectRunLines(runId)): Statement[] {
  const audit = auditFromSelect(
    actor,
    { action: 'payout_run.recheck', entityType: 'payout_run', runId },
    {
      sql: `SELECT CAST(l.run_id AS TEXT), NULL, NULL, json_object('takenOut', json_group_array(l.id)) FROM payout_run_lines l
        WHERE l.run_id = ?8 AND l.status = 'in' AND l.reason IS NOT NULL GROUP BY l.run_id`,
      values: [runId],
    },
    now,
  );
  return removeFromRuns(lines, now, [audit]);
}

/**
 * Updates the payout queue and removes lines from runs after members are suspended, are reinstated or request deletion. Increments the
 * queue's versions so that payments that administrators have already prepared are rejected. `idsSql` selects the members' ids and contains
 * the placeholder ?1.
 */
export function syncMemberStatus(idsSql: string, value: string | number, now: number): Statement[] {
  return [
    // Also inserts rows for members without earnings so that money earned during a suspension is withheld.
    statement(
      `INSERT INTO payout_queue (id, is_withheld, version) SELECT u.id, ${isWithheld}, 0 FROM users u WHERE u.id IN (${idsSql})
       ON CONFLICT (id) DO UPDATE SET is_withheld = excluded.is_withheld, version = version + (version > 0)`,
      [value],
    ),
    ...removeFromRuns(selectMembersLines(idsSql, value), now),
  ];
}

export function countNewLines(runId: number, lastLine: number): Statement {
  return statement(
    `UPDATE payout_runs SET lines = payout_runs.lines + s.n, total_cents = total_cents + s.cents
     FROM (SELECT count(*) AS n, coalesce(sum(l.amount_cents), 0) AS cents FROM payout_run_lines l WHERE l.run_id = ?1 AND l.id > ?2) s
     WHERE payout_runs.id = ?1`,
    [runId, lastLine],
  );
}

export function cancelLines(runId: number): Statement[] {
  const cancelledLines = `l.run_id = ?1 AND l.status = 'in' AND EXISTS (SELECT 1 FROM payout_runs r WHERE r.id = ?1 AND r.status = 'cancelled')`;
  return [
    statement(selectEntries(cancelledLines), [runId]),
    statement(`UPDATE payout_run_lines AS l SET status = 'cancelled' WHERE ${cancelledLines}`, [runId]),
  ];
}

/** Marks the run's lines as paid for members to whom `request` created a payment with an id above `after`. */
export function payLines(runId: number, request: string, after: number): Statement[] {
  const paidLines = `FROM payouts p CROSS JOIN payout_run_lines l ON l.run_id = ?1 AND l.user_id = p.user_id AND l.status = 'in'
    WHERE p.request = ?2 AND p.id > ?3`;
  return [
    statement(`UPDATE payout_runs SET paid_lines = paid_lines + (SELECT count(*) ${paidLines}) WHERE id = ?1 AND status = 'paying'`, [
      runId,
      request,
      after,
    ]),
    statement(
      `UPDATE payout_run_lines SET status = 'paid', payout_id = s.payout_id FROM (SELECT l.id, p.id AS payout_id ${paidLines}) s
       WHERE payout_run_lines.id = s.id`,
      [runId, request, after],
    ),
  ];
}

/**
 * Marks a removed, returned or canceled line as paid because PayPal paid it anyway. The payment for it was created by `request` and has an
 * id above `after`. `sentLines` selects the line by ?1 and ?2.
 */
export function payRemovedLine(sentLines: string, ids: [lineId: number, runId: number], request: string, after: number): Statement[] {
  return [
    statement(
      `UPDATE payout_runs SET lines = payout_runs.lines + (l.status = 'out'), total_cents = total_cents + iif(l.status = 'out', l.amount_cents, 0),
         out_lines = out_lines - (l.status = 'out'), paid_lines = paid_lines + (l.status <> 'returned'),
         returned_lines = returned_lines - (l.status = 'returned'),
         returned_cents = returned_cents - iif(l.status = 'returned', l.amount_cents, 0), version = version + 1 FROM payout_run_lines l WHERE l.id IN (${sentLines}) AND payout_runs.id = l.run_id`,
      ids,
    ),
    statement(
      `UPDATE payout_run_lines SET status = 'paid', payout_id = p.id FROM payouts p
       WHERE payout_run_lines.id IN (${sentLines}) AND p.request = ?3 AND p.id > ?4`,
      [...ids, request, after],
    ),
  ];
}

export function returnLine(paymentId: number): Statement[] {
  const returnedLines = `l.payout_id = ?1 AND l.status = 'paid' AND EXISTS (SELECT 1 FROM payouts p WHERE p.id = ?1 AND p.returned_at IS NULL)`;
  return [
    statement(
      `UPDATE payout_runs SET returned_lines = returned_lines + 1, returned_cents = returned_cents + l.amount_cents, version = version + 1
       FROM payout_run_lines l WHERE ${returnedLines} AND payout_runs.id = l.run_id`,
      [paymentId],
    ),
    statement(selectEntries(returnedLines), [paymentId]),
    statement(`UPDATE payout_run_lines AS l SET status = 'returned' WHERE ${returnedLines}`, [paymentId]),
  ];
}
