import type { DayTotals } from '#schema/admin/charts.ts';
import type { Totals } from '#schema/admin/totals.ts';
import type { MoneyMonth } from '#schema/orders/money-months.ts';
import { eventOverdueSeconds, printOverdueSeconds } from '#schema/rules.ts';
import { dayTotals } from '#schema/tables/operations.ts';
import type { ChartSpan } from '#worker/domain/admin/chart-span.ts';
import { overdueSince } from '#worker/domain/payouts/payout.ts';
import { unwalkedSql } from '#worker/store/admin/system/database-restores.ts';
import { raisesMailAlarm } from '#worker/store/admin/system/dead-mails.ts';
import { memberCountSql, tokensHeldSql } from '#worker/store/admin/system/sums.ts';
import { bindStore } from '#worker/store/database.ts';
import { awaitsAnswer } from '#worker/store/disputes/admin-disputes.ts';
import { isEvent } from '#worker/store/memberships/waiting-events.ts';
import { isNotToOffice } from '#worker/store/messages/admin-outbox.ts';
import { ordersToPrint } from '#worker/store/orders/admin-orders.ts';
import { waitsForAdmin } from '#worker/store/payouts/waiting-runs.ts';
import { isOpen } from '#worker/store/reviews/admin-second-looks.ts';
import { batch, firstRow, queryAll, selectList, statement } from '#worker/store/sql.ts';
import { stayToDoSql } from '#worker/store/stays/admin-stays.ts';
import { countUpToMax } from './attention.ts';

const attention = {
  claims: countUpToMax("ownership_claims WHERE status = 'pending'"),
  payouts: `${countUpToMax("referral_commissions WHERE status = 'held'")} + ${countUpToMax("treasure_chest_payouts WHERE status = 'held'")}
    + ${countUpToMax('payout_queue WHERE has_address = 1 AND rank IN (0, 1) AND oldest_at <= ?1')}`,
  orders: countUpToMax(ordersToPrint),
  disputes: countUpToMax(`disputes WHERE ${awaitsAnswer('?4')}`),
  reviews: countUpToMax("vacation_certificates WHERE review = 'waiting'"),
  secondLooks: countUpToMax(`second_looks t WHERE ${isOpen} AND t.passed_by_id <> ?5 AND (t.state = 'waiting' OR ?7 = 1)`),
  stays: stayToDoSql.map((toDo) => countUpToMax(`stays s WHERE ${toDo}`)).join(' + '),
  messages: countUpToMax("contact_messages WHERE state = 'open'"),
  ledger: countUpToMax("alarms WHERE ended_at IS NULL AND kind = 'ledger_differs'"),
  money: countUpToMax("alarms WHERE ended_at IS NULL AND kind = 'money_differs'"),
  jobs: countUpToMax(
    "alarms WHERE ended_at IS NULL AND kind IN ('job_failed', 'job_missed', 'values_unknown', 'errors_rising', 'cards_declined', 'database_large')",
  ),
  mails: countUpToMax(`outbox WHERE ${raisesMailAlarm('?4')} AND (?7 = 1 OR ${isNotToOffice})`),
  events: `${countUpToMax(`stripe_events WHERE applied_at IS NULL AND (received_at <= ?2 OR NOT ${isEvent})`)} + (EXISTS (${unwalkedSql}))`,
  prints: `${countUpToMax("print_orders WHERE status = 'error'")} + ${countUpToMax("print_orders INDEXED BY print_orders_unanswered WHERE status = 'draft' AND submitted_at <= ?3")}`,
  runs: countUpToMax(`payout_runs r WHERE ?7 = 1 AND ${waitsForAdmin('?5', '?6', '?4')}`),
} satisfies Record<keyof Totals['attention'], string>;

/** The administrator who views the totals. Only super administrators see payout runs, escalated second looks and emails to administrators. */
interface TotalsViewer {
  adminId: number;
  isSuperAdmin: boolean;
  isDevelopment: boolean;
}

export const adminTotalsStore = bindStore({
  async totals(db, viewer: TotalsViewer, now: number): Promise<Totals> {
    const [totals, waiting] = await batch(db, [
      statement<Omit<Totals, 'attention'>, 'users' | 'tokensIssued'>(
        `SELECT ${memberCountSql} AS "users", cards, ${tokensHeldSql} AS "tokensIssued" FROM running_totals WHERE id = 1`,
      ),
      statement<Totals['attention'], keyof Totals['attention']>(
        `SELECT ${Object.entries(attention)
          .map(([name, count]) => `${count} AS "${name}"`)
          .join(', ')}`,
        [
          overdueSince(now),
          now - eventOverdueSeconds,
          now - printOverdueSeconds,
          now,
          viewer.adminId,
          Number(viewer.isDevelopment),
          Number(viewer.isSuperAdmin),
        ],
      ),
    ]);
    const sums = firstRow(totals);
    const counts = firstRow(waiting);
    if (!sums || !counts) throw new Error('The row of running totals is missing');
    return { ...sums, attention: counts };
  },

  /** Returns monthly totals, newest first. Fees are included a day late because Stripe's transactions are read the next day. */
  months: (db, count: number): Promise<MoneyMonth[]> =>
    queryAll<MoneyMonth, keyof MoneyMonth>(
      db,
      `SELECT substr(t.day, 1, 7) AS "month", sum(t.revenue_cents + t.returned_cents) AS "revenueCents", sum(t.returned_cents) AS "returnedCents",
         sum(t.fee_cents) AS "feeCents", sum(t.revenue_cents - t.fee_cents) AS "netCents"
       FROM day_totals t GROUP BY 1 HAVING max(t.revenue_cents <> 0 OR t.returned_cents <> 0 OR t.fee_cents <> 0) = 1 ORDER BY 1 DESC LIMIT ?1`,
      [count],
    ),

  /** Returns totals for each day with activity, as of the last run of the job that computes them. */
  days: (db, { from, to }: ChartSpan): Promise<DayTotals[]> =>
    queryAll<DayTotals>(
      db,
      `SELECT ${selectList(dayTotals, 't', ['day', 'signUps', 'scans', 'tokensIssued', 'tokensRedeemed', 'tokensWithdrawn', 'revenueCents'])}
       FROM day_totals t WHERE t.day BETWEEN ?1 AND ?2 ORDER BY t.day`,
      [from, to],
    ),
});
