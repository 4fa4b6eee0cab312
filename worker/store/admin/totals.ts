/** What the administrators' dashboard shows at a glance: running totals, days, and counts of what waits, each by an index. */

import type { DayTotals } from '#schema/admin/charts.ts';
import type { Totals } from '#schema/admin/totals.ts';
import { tokenKinds } from '#schema/ledger-kinds.ts';
import { eventOverdueSeconds, printOverdueSeconds } from '#schema/rules.ts';
import { dayTotals } from '#schema/tables/operations.ts';
import type { ChartSpan } from '#worker/domain/chart-span.ts';
import { overdueSince } from '#worker/domain/payout.ts';
import type { Database } from '#worker/store/database.ts';
import { isToWalk } from '#worker/store/database-restores.ts';
import { newFinds, paidByNewFinds } from '#worker/store/find-sums.ts';
import { batch, firstRow, rows, selectList, statement } from '#worker/store/sql.ts';
import { isEvent } from '#worker/store/waiting-events.ts';
import { some } from './attention.ts';
import { keptNumber } from './kept-counts.ts';

const attention = {
  claims: keptNumber('claims', "a = 'pending'"),
  payouts: `${some("referral_commissions WHERE status = 'held'")} + ${some("treasure_chest_payouts WHERE status = 'held'")}
    + ${some('payout_queue WHERE rank IN (0, 1) AND oldest_at <= ?1')}`,
  orders: keptNumber('orders', "a = 'paid' AND b = 'cache_cards' AND c = '1'"),
  reviews: keptNumber('certificates', "b = 'waiting'"),
  certificates: keptNumber('certificates', "c = 'waiting'"),
  messages: keptNumber('messages', "a = '0'"),
  ledger: some("alarms WHERE ended_at IS NULL AND kind = 'ledger_differs'"),
  jobs: some("alarms WHERE ended_at IS NULL AND kind IN ('job_failed', 'job_missed')"),
  mails: some("outbox WHERE status = 'dead'"),
  events: `${some(`stripe_events WHERE applied_at IS NULL AND (received_at <= ?2 OR NOT ${isEvent})`)} + (EXISTS (${isToWalk}))`,
  prints: `${some("print_orders WHERE status = 'error'")} + ${some("print_orders INDEXED BY print_orders_unanswered WHERE status = 'draft' AND submitted_at <= ?3")}`,
} satisfies Record<keyof Totals['attention'], string>;

export function adminTotalsStore(db: Database) {
  return {
    /** The tiles and what waits. */
    async totals(now: number): Promise<Totals> {
      const [kept, waiting] = await batch(db, [
        statement<Omit<Totals, 'attention'>, 'tokensIssued'>(
          `SELECT members AS "users", cards, token_balance + ${paidByNewFinds} AS "tokensIssued" FROM running_totals WHERE id = 1`,
        ),
        statement<Totals['attention'], keyof Totals['attention']>(
          `SELECT ${Object.entries(attention)
            .map(([name, count]) => `${count} AS "${name}"`)
            .join(', ')}`,
          overdueSince(now),
          now - eventOverdueSeconds,
          now - printOverdueSeconds,
        ),
      ]);
      const sums = firstRow(kept);
      const counts = firstRow(waiting);
      if (!sums || !counts) throw new Error('The row of running totals is missing');
      return { ...sums, attention: counts };
    },

    /** The days of a span on which something happened. */
    async days({ from, to }: ChartSpan): Promise<DayTotals[]> {
      const [kept, fresh] = await batch(db, [
        statement<DayTotals>(
          `SELECT ${selectList(dayTotals, 't', ['day', 'signUps', 'scans', 'tokensIssued', 'tokensRedeemed', 'tokensWithdrawn', 'revenueCents'])}
           FROM day_totals t WHERE t.day BETWEEN ?1 AND ?2 ORDER BY t.day`,
          from,
          to,
        ),
        statement<Pick<DayTotals, 'day' | 'scans' | 'tokensIssued'>, 'day' | 'scans' | 'tokensIssued'>(
          `SELECT date(t.created_at, 'unixepoch') AS "day", sum(t.kind = ${tokenKinds.scan.code}) AS "scans", sum(t.amount) AS "tokensIssued"
           FROM ${newFinds} AND date(t.created_at, 'unixepoch') BETWEEN ?1 AND ?2 GROUP BY 1`,
          from,
          to,
        ),
      ]);
      return withNewFinds(rows(kept), rows(fresh));
    },
  };
}

/** The days in their order, with the finds that their sums do not hold yet. */
function withNewFinds(kept: DayTotals[], fresh: Pick<DayTotals, 'day' | 'scans' | 'tokensIssued'>[]): DayTotals[] {
  const days = new Map(kept.map((day) => [day.day, day]));
  for (const { day, scans, tokensIssued } of fresh) {
    const sums = days.get(day) ?? { day, signUps: 0, scans: 0, tokensIssued: 0, tokensRedeemed: 0, tokensWithdrawn: 0, revenueCents: 0 };
    days.set(day, { ...sums, scans: sums.scans + scans, tokensIssued: sums.tokensIssued + tokensIssued });
  }
  return [...days.values()].sort((one, other) => one.day.localeCompare(other.day));
}
