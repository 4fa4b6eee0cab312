/** Computes what a payout run pays each member, or why a member is not paid. The preview and the run itself share one query. */
import type { RunScope } from '#schema/payouts/admin-payout-runs.ts';
import { runIneligibleReason } from './eligibility.ts';
import { surplusSql } from './surplus.ts';

export interface RunTerms {
  scope: RunScope;
  /** Only rows created before this time (Unix seconds) are paid. */
  before: number;
  /** Rows created at this time (Unix seconds) or earlier are overdue. */
  overdueAt: number;
  now: number;
}

export const termValues = ({ scope, before, overdueAt, now }: RunTerms) => [scope, before, overdueAt, now] as const;

/** SQL condition: a run pays commission `c`. Reversals are always included so that they are deducted. */
export const isPaidCommission = (c: string) =>
  `${c}.status = 'pending' AND ${c}.amount_cents <> 0 AND (${c}.amount_cents < 0 OR (?1 <> 'chests' AND ${c}.created_at < ?2))`;
/** SQL condition: a run pays chest `p`. The unary plus stops SQLite from using the index of all members' pending chests. */
export const isPaidChest = (p: string) => `+${p}.status = 'pending' AND ?1 <> 'commissions' AND ${p}.created_at < ?2`;

const isInScope = `(?1 <> 'premium' OR q.rank = 0) AND (?1 <> 'overdue' OR (q.oldest_at BETWEEN 1 AND ?3))`;

/**
 * Returns the CTE `candidates(id, cents, entries, surplus, place, address, reason)`, which contains each member in `range` (a condition on
 * `q`) with a pending amount. `reason` is why the member is excluded; null if the run pays the member.
 */
export const candidates = (range: string) => `
  summed AS MATERIALIZED (
    SELECT q.id, q.rank, q.oldest_at,
      (SELECT coalesce(sum(c.amount_cents), 0) FROM referral_commissions c WHERE c.referrer_id = q.id AND ${isPaidCommission('c')})
      + (SELECT coalesce(sum(p.amount_cents), 0) FROM treasure_chest_payouts p WHERE p.user_id = q.id AND ${isPaidChest('p')}) AS cents,
      (SELECT count(*) FROM referral_commissions c WHERE c.referrer_id = q.id AND ${isPaidCommission('c')})
      + (SELECT count(*) FROM treasure_chest_payouts p WHERE p.user_id = q.id AND ${isPaidChest('p')}) AS entries,
      ${surplusSql('q.id')} AS surplus
    FROM payout_queue q WHERE ${range} AND ${isInScope}),
  candidates AS (
    SELECT s.id, s.cents - s.surplus AS cents, s.entries + (s.surplus <> 0) AS entries, -s.surplus AS surplus, iif(s.oldest_at <= ?3, 0, 2) + iif(s.rank = 0, 0, 1) AS place, a.email AS address,
      ${runIneligibleReason({ now: '?4', cents: '(s.cents - s.surplus)' })} AS reason
    FROM summed s JOIN users u ON u.id = s.id LEFT JOIN payout_addresses a ON a.user_id = s.id WHERE s.entries > 0 OR s.surplus <> 0)`;
