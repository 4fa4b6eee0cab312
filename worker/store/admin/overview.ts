/**
 * Dashboard overview. Combines running totals, whose amounts may be a few minutes old, with capped, indexed counts of rows that need
 * attention.
 */

import type { Held, Overview, Waiting } from '#schema/admin/overview.ts';
import { maxCountedRows } from '#schema/rules.ts';
import { overdueSince } from '#worker/domain/payouts/payout.ts';
import { tokensHeldSql } from '#worker/store/admin/system/sums.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, firstRow, rows, type Statement, statement } from '#worker/store/sql.ts';

interface StoredTotals {
  payingBasic: number;
  payingPremium: number;
  recurringCents: number;
  tokens: number;
  owedCents: number;
  owedMembers: number;
}

/** Counts and sums rows up to one more than the displayed maximum. `from` is a table with an indexed condition. */
function countAndSum(amount: string, from: string, ...values: number[]): Statement<{ count: number; cents: number }> {
  return statement<{ count: number; cents: number }, 'count' | 'cents'>(
    `SELECT count(*) AS "count", coalesce(sum(cents), 0) AS "cents" FROM (SELECT ${amount} AS cents FROM ${from} LIMIT ${maxCountedRows + 1})`,
    values,
  );
}

/** Counts and sums the rows on hold per hold reason, the largest amount first, up to the displayed maximum of rows. */
function countHeldReasons(table: string): Statement<Held['reasons'][number]> {
  return statement<Held['reasons'][number], 'reason' | 'count' | 'cents'>(
    `SELECT nullif(r.value, '') AS "reason", count(*) AS "count", sum(h.amount_cents) AS "cents"
     FROM (SELECT coalesce(held_reason, '') AS held_reason, amount_cents FROM ${table} WHERE status = 'held' LIMIT ${maxCountedRows + 1}) h,
       json_each('["' || replace(h.held_reason, ',', '","') || '"]') r
     GROUP BY r.value ORDER BY "cents" DESC, "reason"`,
    [],
  );
}

export const adminOverviewStore = bindStore({
  async overview(db, now: number): Promise<Overview> {
    const [totals, overdue, commissions, commissionReasons, chests, chestReasons] = await batch(db, [
      statement<StoredTotals, 'tokens'>(
        `SELECT paying_basic AS "payingBasic", paying_premium AS "payingPremium", recurring_cents AS "recurringCents",
           ${tokensHeldSql} AS "tokens", owed_cents AS "owedCents", owed_members AS "owedMembers" FROM running_totals WHERE id = 1`,
      ),
      countAndSum('net_cents', 'payout_queue WHERE has_address = 1 AND rank IN (0, 1) AND oldest_at <= ?1', overdueSince(now)),
      countAndSum('amount_cents', "referral_commissions WHERE status = 'held'"),
      countHeldReasons('referral_commissions'),
      countAndSum('amount_cents', "treasure_chest_payouts WHERE status = 'held'"),
      countHeldReasons('treasure_chest_payouts'),
    ]);
    const sums = firstRow(totals);
    if (!sums) throw new Error('The row of running totals is missing');
    const { payingBasic, payingPremium, recurringCents, tokens, owedCents, owedMembers } = sums;
    return {
      paying: { basic: payingBasic, premium: payingPremium },
      recurringCents,
      tokens,
      owed: { cents: owedCents, members: owedMembers },
      overdue: toWaiting(firstRow(overdue)),
      heldCommissions: { ...toWaiting(firstRow(commissions)), reasons: rows(commissionReasons) },
      heldChests: { ...toWaiting(firstRow(chests)), reasons: rows(chestReasons) },
    };
  },
});

function toWaiting(totals: { count: number; cents: number } | undefined): Waiting {
  const { count = 0, cents = 0 } = totals ?? {};
  return { count, cents, isMinimum: count > maxCountedRows };
}
