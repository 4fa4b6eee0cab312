import { payoutRunChunk, payoutUndoSeconds } from '#schema/rules.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { emailFavor } from '#worker/store/admin/access/favor-mails.ts';
import { auditFromSelect, auditStatement } from '#worker/store/admin/audit/audit.ts';
import { uncomparedSql } from '#worker/store/admin/system/database-restores.ts';
import { bindStore } from '#worker/store/database.ts';
import { isReversal } from '#worker/store/memberships/money-rows.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { isHeldMember } from '#worker/store/reviews/open-holds.ts';
import { batch, batchAfter, catchViolation, firstRow, rows, type Statement, statement } from '#worker/store/sql.ts';
import { type SettledRequest, settlingStatements } from './admin-payments.ts';
import { linesById, payLines, payRemovedLine, recheckRun, removeFromRuns, returnLine, selectMembersLines } from './admin-run-lines.ts';
import { isLeaving } from './eligibility.ts';
import { setSurplus, syncSurplus } from './surplus.ts';

/**
 * SQL that resets the payment columns of a commission or chest that is unpaid again. The amount is forfeited if its owner is leaving, and
 * held while a group decision holds the owner.
 */
export const resetPaymentSql = 'paid_at = NULL, paid_by_id = NULL, payment_reference = NULL, payout_id = NULL, version = version + 1';
const isOwnerLeaving = (owner: string) => `EXISTS (SELECT 1 FROM users u WHERE u.id = ${owner} AND ${isLeaving})`;
export const unpaidStatus = (owner: string) => `iif(${isOwnerLeaving(owner)} OR ${isHeldMember(owner)}, 'held', 'pending')`;
export const unpaidHeldReason = (owner: string) =>
  `CASE WHEN ${isOwnerLeaving(owner)} THEN 'member_left' WHEN ${isHeldMember(owner)} THEN 'decision' ELSE held_reason END`;

/** SQL condition: the friend's payment for commission `c` is disputed, so the unpaid commission is held until the dispute is decided. */
const isDisputed = `(c.kind = 'commission' AND EXISTS (SELECT 1 FROM payments y WHERE y.order_id = c.order_id AND y.dispute_status = 'open'))`;
export const unpaidCommissionStatus = `iif(${isDisputed}, 'held', ${unpaidStatus('c.referrer_id')})`;
// If the referrer is leaving or a group decision holds them, the commission stays on hold even after the dispute is won.
export const unpaidCommissionHeldReason = `iif(${isDisputed},
  CASE ${unpaidHeldReason('c.referrer_id')} WHEN 'member_left' THEN 'dispute,member_left' WHEN 'decision' THEN 'decision,dispute' ELSE 'dispute' END,
  ${unpaidHeldReason('c.referrer_id')})`;

export const formatRequestId = (runId: number) => `run:${runId}`;

export const payoutRunPaymentStore = bindStore({
  /**
   * Starts paying the run, which can then no longer be canceled. Rechecks the run's lines first. Returns false if the version is stale.
   * Returns `to_compare` if payouts must first be compared after a restore, or `compared` if `wasSentBefore` is set but no comparison is
   * pending.
   */
  async begin(
    db,
    id: number,
    { version, wasSentBefore }: { version: number; wasSentBefore: boolean },
    actor: Actor,
    now: number,
  ): Promise<boolean | 'to_compare' | 'compared'> {
    const refusal = wasSentBefore ? ('compared' as const) : ('to_compare' as const);
    return catchViolation({ 'payout_runs.version': refusal }, async () => {
      const [updatedRuns] = await batchAfter(db, recheckRun(id, actor, now), [
        statement<{ id: number }>(
          `UPDATE payout_runs SET status = 'paying', paid_at = ?4, paid_by_id = ?3, version = iif(?5 = EXISTS (${uncomparedSql}), version + 1, NULL)
           WHERE id = ?1 AND version = ?2 AND status = 'approved' AND lines > 0 RETURNING id`,
          [id, version, actor.adminId, now, Number(wasSentBefore)],
        ),
        auditStatement(
          actor,
          { action: 'payout_run.pay', entityType: 'payout_run', entityId: id, after: { status: 'paying', wasSentBefore } },
          now,
        ),
      ]);
      return firstRow(updatedRuns) !== undefined;
    });
  },

  /**
   * Records the run's next payments, dated to when the run was marked as paid. Their emails are delayed until the run can no longer be
   * undone. Writes nothing if a parallel call paid lines first.
   */
  async paySome(db, { id, paidAt }: { id: number; paidAt: number | null }, actor: Actor, now: number): Promise<void> {
    const request = formatRequestId(id);
    const mailsDueAt = Math.max(now, (paidAt ?? now) + payoutUndoSeconds);
    const [lastPayouts, next] = await batch(db, [
      lastPayout,
      statement<{ id: number }>(
        `SELECT id FROM payout_run_lines WHERE run_id = ?1 AND status = 'in' ORDER BY place, id LIMIT ${payoutRunChunk}`,
        [id],
      ),
    ]);
    const afterPayoutId = firstRow(lastPayouts)?.id ?? 0;
    const lines = rows(next).map((line) => line.id);
    const statements = [
      // Makes the batch fail if a parallel call has paid lines since `lastPayout`; otherwise, their payments would be audited again.
      statement(`UPDATE payout_runs SET version = NULL WHERE id = ?1 AND EXISTS (SELECT 1 FROM payouts WHERE request = ?2 AND id > ?3)`, [
        id,
        request,
        afterPayoutId,
      ]),
      ...recheckRun(id, actor, now, linesById(lines)),
      statement(
        `INSERT INTO payouts (user_id, amount_cents, entries, surplus_cents, reference, request, paid_at, paid_by_id, mailbox_hash)
         SELECT l.user_id, l.amount_cents, l.entries, l.surplus_cents, 'CC-' || l.run_id || '-' || l.id, ?2, r.paid_at, r.paid_by_id, a.mailbox_hash
         FROM json_each(?3) w CROSS JOIN payout_run_lines l ON l.id = w.value AND l.status = 'in'
           JOIN payout_runs r ON r.id = l.run_id AND r.status = 'paying' LEFT JOIN payout_addresses a ON a.user_id = l.user_id
         WHERE l.run_id = ?1 ORDER BY w.key`,
        [id, request, JSON.stringify(lines)],
      ),
      ...payLines(id, request, afterPayoutId),
      ...markPaid({ request, after: afterPayoutId }, "status = 'pending'"),
      ...settlingStatements({ request, after: afterPayoutId, mailsDueAt, runId: id }, actor, now),
      statement(
        `UPDATE payout_runs SET status = 'paid', version = version + 1
         WHERE id = ?1 AND status = 'paying' AND NOT EXISTS (SELECT 1 FROM payout_run_lines WHERE run_id = ?1 AND status = 'in')`,
        [id],
      ),
      auditStatement(actor, { action: 'payout_run.paid', entityType: 'payout_run', entityId: id, after: { status: 'paid' } }, now),
    ];
    await catchViolation({ 'payout_runs.version': undefined }, async () => void (await batch(db, statements)));
  },

  /**
   * Records a removed, returned or canceled line as paid if PayPal paid a file that contained it, regardless of later changes to the member
   * or the amounts. Settles the line's unpaid rows and stores any remainder as an overpayment. Removes the member from open runs. Returns
   * false if no file contained the line, or if it is already recorded.
   */
  async lineSent(db, runId: number, lineId: number, actor: Actor, now: number): Promise<boolean> {
    const [lastPayouts] = await batch(db, [lastPayout]);
    const afterPayoutId = firstRow(lastPayouts)?.id ?? 0;
    // Two calls at once must not share it: the later statements find the payment by it.
    const request = `line:${lineId}:${actor.requestId}`;
    const sentLines = `SELECT l.id FROM payout_run_lines l JOIN payout_runs r ON r.id = l.run_id
      WHERE l.id = ?1 AND l.run_id = ?2 AND r.approved_at IS NOT NULL
        AND (r.status = 'paid' AND (l.status = 'out' AND l.out_version IS NOT NULL OR l.status = 'returned') OR r.status = 'cancelled' AND l.status IN ('cancelled', 'returned'))`;
    const values = [request, afterPayoutId];
    return catchViolation({ 'payouts.request, payouts.user_id': false }, async () => {
      const [insertedPayouts] = await batch(db, [
        statement<{ id: number }>(
          `INSERT INTO payouts (user_id, amount_cents, entries, reference, request, paid_at, paid_by_id, mailbox_hash)
           SELECT l.user_id, l.amount_cents, 0, 'CC-' || l.run_id || '-' || l.id, ?3, ?4, ?5, a.mailbox_hash
           FROM payout_run_lines l LEFT JOIN payout_addresses a ON a.user_id = l.user_id WHERE l.id IN (${sentLines}) RETURNING id`,
          [lineId, runId, request, now, actor.adminId],
        ),
        ...payRemovedLine(sentLines, [lineId, runId], request, afterPayoutId),
        ...markPaid({ request, after: afterPayoutId }, "status IN ('pending', 'held')"),
        setSurplus('p.request = ?1 AND p.id > ?2', values),
        ...removeFromRuns(selectMembersLines('SELECT user_id FROM payouts WHERE request = ?1', request), now),
        ...settlingStatements({ request, after: afterPayoutId }, actor, now),
      ]);
      return firstRow(insertedPayouts) !== undefined;
    });
  },

  /**
   * Records that PayPal returned a payment. The amounts that it settled are owed again, and the member is notified. A pending reversal and
   * the row it reverses cancel out. Returns false if the return was already recorded.
   */
  async markReturned(db, paymentId: number, reason: string, actor: Actor, now: number): Promise<boolean> {
    const isReturning = 'EXISTS (SELECT 1 FROM payouts p WHERE p.id = ?1 AND p.returned_at IS NULL)';
    const checkStatements = [
      // Marks pending reversals of the payment's commissions as `reversed`. A later statement does the same for those commissions, so each
      // pair cancels out.
      statement(
        `UPDATE referral_commissions AS v SET status = 'reversed', version = version + 1 WHERE v.status = 'pending' AND ${isReversal('v')}
           AND v.reverses_id IN (SELECT c.id FROM referral_commissions c WHERE c.payout_id = ?1 AND c.kind = 'commission') AND ${isReturning}`,
        [paymentId],
      ),
      // Marks the payment's reversals as `reversed` if their commissions are already unpaid because another payment was returned. The rest
      // become pending.
      statement(
        `UPDATE referral_commissions AS v SET status = iif(${isReversal('v')} AND EXISTS (SELECT 1 FROM referral_commissions c
             WHERE c.id = v.reverses_id AND c.kind = 'commission' AND c.status IN ('pending', 'held')), 'reversed', 'pending'), version = version + 1
         WHERE v.payout_id = ?1 AND v.amount_cents < 0 AND ${isReturning}`,
        [paymentId],
      ),
      statement(
        `UPDATE referral_commissions SET status = 'reversed', version = version + 1 WHERE kind = 'commission' AND status IN ('pending', 'held')
           AND id IN (SELECT v.reverses_id FROM referral_commissions v WHERE v.payout_id = ?1 AND v.status = 'reversed') AND ${isReturning}`,
        [paymentId],
      ),
      statement(
        `UPDATE referral_commissions AS c SET ${resetPaymentSql},
           held_reason = iif(c.amount_cents < 0, NULL, ${unpaidCommissionHeldReason}),
           status = iif(c.amount_cents < 0, c.status, iif(c.kind = 'commission' AND EXISTS (SELECT 1 FROM referral_commissions r
             WHERE r.reverses_id = c.id AND r.status = 'reversed'), 'reversed', ${unpaidCommissionStatus}))
         WHERE c.payout_id = ?1 AND ${isReturning}`,
        [paymentId],
      ),
      statement(
        `UPDATE treasure_chest_payouts AS t SET ${resetPaymentSql}, held_reason = ${unpaidHeldReason('t.user_id')}, status = ${unpaidStatus('t.user_id')}
         WHERE t.payout_id = ?1 AND ${isReturning}`,
        [paymentId],
      ),
      ...returnLine(paymentId),
      // Deletes the email about the payment if it has not been sent yet.
      statement(
        `DELETE FROM outbox WHERE cause = 'payout_paid:' || CAST(?1 AS INTEGER) AND status = 'queued' AND next_attempt_at > ?2 AND ${isReturning}`,
        [paymentId, now],
      ),
      queueSelectedMails(
        'payout_returned',
        {
          sql: `SELECT u.id, u.email,
              json_object('firstName', u.first_name, 'amountCents', CAST(p.amount_cents AS TEXT), 'reference', p.reference), 'payout_returned:' || p.id
            FROM payouts p JOIN users u ON u.id = p.user_id AND u.deletion_requested_at IS NULL WHERE p.id = ?1 AND p.returned_at IS NULL`,
          values: [paymentId],
        },
        now,
      ),
      auditFromSelect(
        actor,
        { action: 'payout.return', entityType: 'payout', reason },
        {
          sql: `SELECT CAST(p.id AS TEXT), p.user_id, json_object('status', 'paid', 'amountCents', p.amount_cents), json_object('status', 'returned')
            FROM payouts p WHERE p.id = ?8 AND p.returned_at IS NULL`,
          values: [paymentId],
        },
        now,
      ),
      emailFavor(actor, now),
    ];
    const [returned] = await batchAfter(db, checkStatements, [
      statement<{ id: number }>('UPDATE payouts SET returned_at = ?2 WHERE id = ?1 AND returned_at IS NULL RETURNING id', [paymentId, now]),
      syncSurplus('p.id = ?1', [paymentId]),
      // Removes the member from other runs, which may include the reversed rows or deduct the overpayment.
      ...removeFromRuns(selectMembersLines('SELECT user_id FROM payouts WHERE id = ?1', paymentId), now),
    ]);
    return firstRow(returned) !== undefined;
  },
});

/**
 * Loads the highest payout id to tell new payments from earlier ones. Payments written after this query have higher ids, even with
 * concurrent requests. Filtering by this id limits the rows read and excludes returned payments.
 */
const lastPayout = statement<{ id: number }, 'id'>('SELECT coalesce(max(id), 0) AS "id" FROM payouts');

function markPaid({ request, after }: SettledRequest, debt: string): Statement[] {
  const markTable = (table: string, kind: 'commission' | 'chest') =>
    statement(
      `UPDATE ${table} SET status = 'paid', held_reason = NULL, paid_at = p.paid_at, paid_by_id = p.paid_by_id,
         payment_reference = p.reference, payout_id = p.id, version = version + 1
       FROM payouts p CROSS JOIN payout_run_lines l ON l.payout_id = p.id CROSS JOIN payout_run_entries e ON e.line_id = l.id AND e.kind = '${kind}'
       WHERE p.request = ?1 AND p.id > ?2 AND ${table}.id = e.entry_id AND ${table}.${debt}`,
      [request, after],
    );
  return [markTable('referral_commissions', 'commission'), markTable('treasure_chest_payouts', 'chest')];
}
