import type { D1Database } from '@cloudflare/workers-types';
import { countNumbers } from '#worker/jobs/count-numbers.ts';
import { factStore } from '#worker/store/admin/numbers/facts.ts';
import { sumStore } from '#worker/store/admin/system/sums.ts';

const slowTriggers = ['commissions_owed', 'chests_owed'];

/** Drops the triggers that maintain the totals, runs `work`, recreates the triggers, and then rebuilds the totals once. */
export async function runAndRebuildTotals<Result>(db: D1Database, work: () => Promise<Result>): Promise<Result> {
  const { results: triggers } = await db
    .prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name IN (SELECT value FROM json_each(?1))`)
    .bind(JSON.stringify(slowTriggers))
    .all<{ name: string; sql: string }>();
  if (triggers.length !== slowTriggers.length)
    throw new Error('The triggers that bulk seeding drops were renamed, or lost when a seeding was killed. Delete the local database.');
  await db.batch(triggers.map(({ name }) => db.prepare(`DROP TRIGGER ${name}`)));
  try {
    return await work();
  } finally {
    await db.batch([...triggers.map(({ sql }) => sql), ...queue].map((sql) => db.prepare(sql)));
    await rebuildTotals(db);
  }
}

export async function rebuildTotals(db: D1Database): Promise<void> {
  await db
    .prepare('UPDATE running_totals SET cards = (SELECT count(*) FROM cache_cards WHERE available_at IS NOT NULL) WHERE id = 1')
    .run();
  // The cast is safe: D1's types for workerd and for Node differ only in members that this file does not use.
  const sums = sumStore(db as never);
  await sums.recount();
  while (await sums.addSome());
}

const maxCountingMs = 120_000;

/**
 * Counts the daily facts of all days again, because the job counts each day once and most seeded rows are older. With many members, the job
 * counts the rest.
 */
export async function recountNumbers(db: D1Database, now: number): Promise<void> {
  await db.prepare(`DELETE FROM job_progress WHERE job = 'numbers'`).run();
  const endsAt = Date.now() + maxCountingMs;
  await countNumbers({ store: { facts: factStore(db as never) }, budget: { isSpent: () => Date.now() >= endsAt } }, now);
}

const queue = [
  `INSERT INTO payout_queue (id)
   SELECT id FROM (
     SELECT referrer_id AS id FROM referral_commissions WHERE amount_cents <> 0 UNION SELECT user_id FROM treasure_chest_payouts
   ) WHERE true ON CONFLICT (id) DO NOTHING`,
  'UPDATE payout_queue SET version = version + 1',
  'UPDATE users SET listed_tokens = token_balance WHERE listed_tokens <> token_balance',
];
