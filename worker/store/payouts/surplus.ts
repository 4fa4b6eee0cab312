/**
 * Overpayments to members. They arise when PayPal pays a line that was removed from its run, and are deducted from the member's next
 * payment. Product rules: Payout runs.
 */
import { type Statement, statement } from '#worker/store/sql.ts';

/**
 * SQL for a member's surplus in cents. Negative if the payment that created a surplus was returned after later payments had deducted it.
 */
export const surplusSql = (member: string) =>
  `(SELECT coalesce(sum(o.surplus_cents), 0) FROM payouts o WHERE o.user_id = ${member} AND o.surplus_cents <> 0 AND o.returned_at IS NULL)`;

const entriesOf = (select: string) =>
  `SELECT ${select} FROM referral_commissions r WHERE r.payout_id = p.id UNION ALL SELECT ${select} FROM treasure_chest_payouts r WHERE r.payout_id = p.id`;
/** SQL for the total amount in cents of the rows that payout `p` settles; `settledRows` is their number. */
export const settledCents = `(SELECT coalesce(sum(amount_cents), 0) FROM (${entriesOf('r.amount_cents')}))`;
export const settledRows = `(SELECT count(*) FROM (${entriesOf('r.id')}))`;

/** SQL condition: payout `p`, which was not returned, equals the sum of the rows it settles plus its surplus. */
export const isSettledExactly = `p.amount_cents = ${settledCents} + p.surplus_cents AND p.entries = ${settledRows} + (p.surplus_cents <> 0)`;

/** SQL condition: the amount of run line `l` equals the sum of the entries it pays plus its surplus. */
export const isLineExact = `(l.amount_cents, l.entries) = (SELECT coalesce(sum(e.amount_cents), 0) + l.surplus_cents, count(*) + (l.surplus_cents <> 0)
  FROM payout_run_entries e WHERE e.line_id = l.id)`;

/**
 * Stores the surplus of payouts `p`, which is the amount sent minus the total of the rows that they settle. Must run after the statements
 * that mark rows as paid.
 */
export function setSurplus(condition: string, values: (string | number)[]): Statement {
  return statement(
    `UPDATE payouts AS p SET surplus_cents = amount_cents - ${settledCents}, entries = ${settledRows} + (amount_cents <> ${settledCents})
     WHERE ${condition}`,
    values,
  );
}

/** Updates the payout queue for members whose surplus was changed by a payout `p`. Must run after that change. */
export function syncSurplus(condition: string, values: (string | number)[]): Statement {
  return statement(
    `UPDATE payout_queue SET version = version + 1
     WHERE id IN (SELECT p.user_id FROM payouts p WHERE ${condition} AND p.surplus_cents <> 0)`,
    values,
  );
}
