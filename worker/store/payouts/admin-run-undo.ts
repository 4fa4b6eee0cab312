/** Undoes marking a payout run as paid. Product rules: Payout runs. */
import { payoutUndoSeconds } from '#schema/rules.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import type { UndoFacts } from '#worker/domain/payouts/payout-run.ts';
import { auditFromSelect } from '#worker/store/admin/audit/audit.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, catchViolation, queryFirst, statement } from '#worker/store/sql.ts';
import { recheckRun } from './admin-run-lines.ts';
import {
  formatRequestId,
  resetPaymentSql,
  unpaidCommissionHeldReason,
  unpaidCommissionStatus,
  unpaidHeldReason,
  unpaidStatus,
} from './admin-run-payments.ts';
import { syncSurplus } from './surplus.ts';

/** FROM clause that selects the run's payments, with the placeholders ?1 (run) and ?2 (`formatRequestId`). */
const payments = 'payouts p CROSS JOIN payout_run_lines l ON l.payout_id = p.id AND l.run_id = ?1 WHERE p.request = ?2';

const sumOfRows = (value: string) => `(SELECT coalesce(sum(s.value), 0) FROM (SELECT ${value} AS value FROM referral_commissions r
  WHERE r.payout_id = p.id AND r.status = 'paid' UNION ALL SELECT ${value} FROM treasure_chest_payouts r WHERE r.payout_id = p.id AND r.status = 'paid') s)`;

/** SQL conditions under which a run cannot be undone, in the order in which `decideUndo` checks them. */
const blockers = {
  isReturned: `EXISTS (SELECT 1 FROM payout_run_lines l WHERE l.run_id = ?1 AND l.status = 'returned')`,
  isReversed: `EXISTS (SELECT 1 FROM payout_run_lines l CROSS JOIN payout_run_entries e ON e.line_id = l.id AND e.kind = 'commission'
    CROSS JOIN referral_commissions v ON v.reverses_id = e.entry_id WHERE l.run_id = ?1 AND l.status = 'paid' AND v.payout_id IS NOT l.payout_id)`,
  isChanged: `(EXISTS (SELECT 1 FROM payout_run_lines l JOIN payouts p ON p.id = l.payout_id WHERE l.run_id = ?1 AND l.status = 'paid' AND p.request <> ?2)
    OR EXISTS (SELECT 1 FROM ${payments} AND (p.returned_at IS NOT NULL OR ${sumOfRows('r.amount_cents')} + p.surplus_cents <> p.amount_cents
      OR ${sumOfRows('1')} + (p.surplus_cents <> 0) <> p.entries)))`,
  isInOtherRun: `EXISTS (SELECT 1 FROM payout_run_lines l JOIN payout_run_lines o ON o.user_id = l.user_id AND o.status = 'in' AND o.run_id <> ?1
    WHERE l.run_id = ?1 AND l.status = 'paid')`,
  isMailed: `EXISTS (SELECT 1 FROM ${payments} AND EXISTS (SELECT 1 FROM outbox m WHERE m.cause = 'payout_paid:' || p.id AND m.status <> 'queued'))`,
} as const satisfies Record<Exclude<keyof UndoFacts, 'status' | 'version' | 'paidAt'>, string>;

export const payoutRunUndoStore = bindStore({
  facts: (db, id: number): Promise<UndoFacts | undefined> =>
    queryFirst<UndoFacts, keyof typeof blockers>(
      db,
      `SELECT r.status, r.version, r.paid_at AS "paidAt", ${Object.entries(blockers)
        .map(([name, condition]) => `${condition} AS "${name}"`)
        .join(', ')} FROM payout_runs r WHERE r.id = ?1`,
      [id, formatRequestId(id)],
    ),

  /**
   * Returns the run to `approved` and its payments to unpaid, and deletes emails that have not been sent. Runs atomically under the
   * conditions of `decideUndo`. The undone payments remain as returned payments without a run. Returns false if the run or its payments
   * have changed.
   */
  async undo(db, id: number, version: number, actor: Actor, now: number): Promise<boolean> {
    const request = formatRequestId(id);
    const belongsToRun = 'payout_id IN (SELECT p.id FROM payouts p WHERE p.request = ?1)';
    return catchViolation({ 'payout_runs.version': false, 'payout_run_lines.user_id': false }, async () => {
      await batch(db, [
        // Makes the batch fail unless the run can still be undone.
        statement(
          `UPDATE payout_runs SET version = iif(version = ?3 AND status IN ('paying', 'paid') AND paid_at > ?4 - ${payoutUndoSeconds}
             AND NOT ${Object.values(blockers).join(' AND NOT ')}, version + 1, NULL) WHERE id = ?1 AND ?2 <> ''`,
          [id, request, version, now],
        ),
        auditFromSelect(
          actor,
          { action: 'payout_run.undo', entityType: 'payout_run' },
          {
            sql: `SELECT CAST(r.id AS TEXT), NULL, json_object('status', r.status, 'paidLines', r.paid_lines), json_object('status', 'approved')
              FROM payout_runs r WHERE r.id = ?8`,
            values: [id],
          },
          now,
        ),
        statement(`DELETE FROM outbox WHERE cause IN (SELECT 'payout_paid:' || p.id FROM payouts p WHERE p.request = ?1)`, [request]),
        statement(
          `UPDATE referral_commissions AS c SET ${resetPaymentSql}, status = iif(c.amount_cents < 0, 'pending', ${unpaidCommissionStatus}),
             held_reason = iif(c.amount_cents < 0, NULL, ${unpaidCommissionHeldReason}) WHERE c.${belongsToRun}`,
          [request],
        ),
        statement(
          `UPDATE treasure_chest_payouts AS t SET ${resetPaymentSql}, status = ${unpaidStatus('t.user_id')}, held_reason = ${unpaidHeldReason('t.user_id')}
           WHERE t.${belongsToRun}`,
          [request],
        ),
        statement(`UPDATE payout_run_lines SET status = 'in', payout_id = NULL WHERE run_id = ?1 AND status = 'paid'`, [id]),
        statement(`UPDATE payouts SET request = 'undone:' || id, returned_at = ?2 WHERE request = ?1`, [request, now]),
        syncSurplus("p.request = 'undone:' || p.id AND p.returned_at = ?1", [now]),
        statement(`UPDATE payout_runs SET status = 'approved', paid_at = NULL, paid_by_id = NULL, paid_lines = 0 WHERE id = ?1`, [id]),
        ...recheckRun(id, actor, now),
      ]);
      return true;
    });
  },
});
