/** Who is paid by a payout run, how much, and who is not and why: one query, for the preview and for collecting. */
import type { LeftOutReason, RunScope } from '#schema/admin/payout-runs.ts';
import { taxFormFromCents } from '#schema/rules.ts';

/** What a run pays, as of when. */
export interface RunTerms {
  scope: RunScope;
  /** What came before this instant. */
  before: number;
  /** What is as old as this is overdue. */
  overdueAt: number;
  now: number;
  /** When the calendar year began. */
  yearStart: number;
}

/** The terms as ?1 to ?5, in this order. */
export const termValues = ({ scope, before, overdueAt, now, yearStart }: RunTerms) => [scope, before, overdueAt, now, yearStart] as const;

/** Which of a member's commissions are paid; what was taken back is always taken off. */
export const isPaidCommission = (c: string) =>
  `${c}.status = 'pending' AND ${c}.amount_cents <> 0 AND (${c}.amount_cents < 0 OR (?1 <> 'chests' AND ${c}.created_at < ?2))`;
/** The plus: by member, not through everybody's pending chests. */
export const isPaidChest = (p: string) => `+${p}.status = 'pending' AND ?1 <> 'commissions' AND ${p}.created_at < ?2`;

/** A condition on `q`, the member's row of the queue. */
const isInScope = `(?1 <> 'premium' OR q.rank = 0) AND (?1 <> 'overdue' OR (q.oldest_at BETWEEN 1 AND ?3))`;

/** Whether a member, by an SQL expression, has to send a tax form first; `yearStart` is one too. */
export const needsTaxForm = (userId: string, yearStart: string) =>
  `((SELECT coalesce(sum(y.amount_cents), 0) FROM payouts y WHERE y.user_id = ${userId} AND y.paid_at >= ${yearStart} AND y.returned_at IS NULL) >= ${taxFormFromCents}
    AND NOT EXISTS (SELECT 1 FROM payout_tax_forms f WHERE f.user_id = ${userId}))`;

/** Whether a member stands in a run that is not paid yet. */
export const isInRun = (userId: string) => `EXISTS (SELECT 1 FROM payout_run_lines l WHERE l.user_id = ${userId} AND l.status = 'in')`;

const otherwise = (...reasons: [condition: string, reason: LeftOutReason][]) =>
  reasons.reduceRight((rest, [condition, reason]) => `iif(${condition}, '${reason}', ${rest})`, 'NULL');

/**
 * The CTE `judged(id, cents, entries, place, address, reason)`: each member of `range`, a condition on `q`, for whom anything
 * is to be paid in these terms; `reason` is null for who is in.
 */
export const judged = (range: string) => `
  summed AS MATERIALIZED (
    SELECT q.id, q.rank, q.oldest_at,
      (SELECT coalesce(sum(c.amount_cents), 0) FROM referral_commissions c WHERE c.referrer_id = q.id AND ${isPaidCommission('c')})
      + (SELECT coalesce(sum(p.amount_cents), 0) FROM treasure_chest_payouts p WHERE p.user_id = q.id AND ${isPaidChest('p')}) AS cents,
      (SELECT count(*) FROM referral_commissions c WHERE c.referrer_id = q.id AND ${isPaidCommission('c')})
      + (SELECT count(*) FROM treasure_chest_payouts p WHERE p.user_id = q.id AND ${isPaidChest('p')}) AS entries
    FROM payout_queue q WHERE ${range} AND ${isInScope}),
  judged AS (
    SELECT s.id, s.cents, s.entries, iif(s.oldest_at <= ?3, 0, 2) + iif(s.rank = 0, 0, 1) AS place, a.email AS address,
      ${otherwise(
        ['u.deletion_requested_at IS NOT NULL', 'left'],
        ['u.suspended_at IS NOT NULL', 'suspended'],
        [isInRun('s.id'), 'in_run'],
        ['s.cents <= 0', 'carried_over'],
        [needsTaxForm('s.id', '?5'), 'tax_form'],
        ['a.email IS NULL', 'no_address'],
        ['a.held_until > ?4', 'address_held'],
      )} AS reason
    FROM summed s JOIN users u ON u.id = s.id LEFT JOIN payout_addresses a ON a.user_id = s.id WHERE s.entries > 0)`;
