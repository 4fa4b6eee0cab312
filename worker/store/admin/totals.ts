import type { DayTotals } from '#schema/admin/charts.ts';
import type { Totals } from '#schema/admin/totals.ts';
import { eventOverdueSeconds, printOverdueSeconds } from '#schema/rules.ts';
import { dayTotals } from '#schema/tables/operations.ts';
import type { ChartSpan } from '#worker/domain/admin/chart-span.ts';
import { overdueSince } from '#worker/domain/payouts/payout.ts';
import { isToWalk } from '#worker/store/admin/system/database-restores.ts';
import { membersNow, tokensHeld } from '#worker/store/admin/system/sums.ts';
import { bindStore } from '#worker/store/database.ts';
import { isEvent } from '#worker/store/memberships/waiting-events.ts';
import { ordersToPrint } from '#worker/store/orders/admin-orders.ts';
import { batch, firstRow, queryAll, selectList, statement } from '#worker/store/sql.ts';
import { countSome } from './attention.ts';

const attention = {
  claims: countSome("ownership_claims WHERE status = 'pending'"),
  payouts: `${countSome("referral_commissions WHERE status = 'held'")} + ${countSome("treasure_chest_payouts WHERE status = 'held'")}
    + ${countSome('payout_queue WHERE rank IN (0, 1) AND oldest_at <= ?1')}`,
  orders: countSome(ordersToPrint),
  reviews: countSome("vacation_certificates WHERE review = 'waiting'"),
  certificates: countSome("vacation_certificates WHERE booking_status = 'waiting'"),
  messages: countSome('contact_messages WHERE handled_at IS NULL'),
  ledger: countSome("alarms WHERE ended_at IS NULL AND kind = 'ledger_differs'"),
  jobs: countSome("alarms WHERE ended_at IS NULL AND kind IN ('job_failed', 'job_missed', 'values_unknown')"),
  mails: countSome("outbox WHERE status = 'dead'"),
  events: `${countSome(`stripe_events WHERE applied_at IS NULL AND (received_at <= ?2 OR NOT ${isEvent})`)} + (EXISTS (${isToWalk}))`,
  prints: `${countSome("print_orders WHERE status = 'error'")} + ${countSome("print_orders INDEXED BY print_orders_unanswered WHERE status = 'draft' AND submitted_at <= ?3")}`,
} satisfies Record<keyof Totals['attention'], string>;

export const adminTotalsStore = bindStore({
  async totals(db, now: number): Promise<Totals> {
    const [totals, waiting] = await batch(db, [
      statement<Omit<Totals, 'attention'>, 'users' | 'tokensIssued'>(
        `SELECT ${membersNow} AS "users", cards, ${tokensHeld} AS "tokensIssued" FROM running_totals WHERE id = 1`,
      ),
      statement<Totals['attention'], keyof Totals['attention']>(
        `SELECT ${Object.entries(attention)
          .map(([name, count]) => `${count} AS "${name}"`)
          .join(', ')}`,
        [overdueSince(now), now - eventOverdueSeconds, now - printOverdueSeconds],
      ),
    ]);
    const sums = firstRow(totals);
    const counts = firstRow(waiting);
    if (!sums || !counts) throw new Error('The row of running totals is missing');
    return { ...sums, attention: counts };
  },

  /** Only days with activity, as of the job's last run. */
  days: (db, { from, to }: ChartSpan): Promise<DayTotals[]> =>
    queryAll<DayTotals>(
      db,
      `SELECT ${selectList(dayTotals, 't', ['day', 'signUps', 'scans', 'tokensIssued', 'tokensRedeemed', 'tokensWithdrawn', 'revenueCents'])}
       FROM day_totals t WHERE t.day BETWEEN ?1 AND ?2 ORDER BY t.day`,
      [from, to],
    ),
});
