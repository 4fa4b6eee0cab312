import type { D1Database } from '@cloudflare/workers-types';
import { secondsPerDay, secondsPerMinute } from '#schema/rules.ts';
import { monthStart, monthsLater, utcMonth } from '#worker/domain/chests/months.ts';
import { openChests } from '#worker/jobs/open-chests.ts';
import { chestStore } from '#worker/store/chests/chests.ts';

/** Delay after midnight in seconds, like the cron job's. */
const opensAfter = 23 * secondsPerMinute;
const paidAfter = 5 * secondsPerDay;
const monthsBack = 18;

/** Opens the demo members' chests and pays all but the newest. `now` is in Unix seconds. */
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
