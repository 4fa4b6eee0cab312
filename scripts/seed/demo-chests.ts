import type { D1Database } from '@cloudflare/workers-types';
import { secondsPerDay, secondsPerMinute } from '#schema/rules.ts';
import { monthStart, monthsLater, utcMonth } from '#worker/domain/chests/months.ts';
import { openChests } from '#worker/jobs/open-chests.ts';
import { chestStore } from '#worker/store/chests/chests.ts';

/** After midnight, like the cron job. */
const opensAfter = 23 * secondsPerMinute;
const paidAfter = 5 * secondsPerDay;
const monthsBack = 18;

/** All but the newest are paid. `now` in unix seconds. */
export async function openDemoChests(db: D1Database, now: number): Promise<void> {
  const store = { chests: chestStore(db) };
  const thisMonth = utcMonth(now);
  for (let monthsAgo = monthsBack; monthsAgo >= 0; monthsAgo -= 1) {
    const at = monthStart(monthsLater(thisMonth, -monthsAgo)) + opensAfter;
    if (at <= now) await openChests({ store }, at);
  }
  await db
    .prepare(
      `UPDATE treasure_chest_payouts SET status = 'paid', paid_at = created_at + ?2, payment_reference = 'demo'
       WHERE status = 'pending' AND month < ?1`,
    )
    .bind(monthsLater(thisMonth, -1), paidAfter)
    .run();
}
