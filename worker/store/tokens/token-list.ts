/**
 * Maintains the order of the admin member list by tokens. For ledger rows other than finds, a trigger updates the member immediately. For
 * finds, a job updates the members after the end of the day because one index write per find would be too expensive.
 */

import { secondsPerDay } from '#schema/rules.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, firstRow, statement } from '#worker/store/sql.ts';
import { isFind } from './ledger-kinds.ts';

/** Number of ledger rows per step, to limit a statement's run time. */
const perStep = 5_000;
const job = 'list-tokens';

const processedThroughSql = `coalesce((SELECT p.through_id FROM job_progress p WHERE p.job = '${job}'), 0)`;
/** SQL for the id of the last token entry in the next batch to list. ?1 is the start of today (UTC); today's entries wait until tomorrow. */
const nextThrough = `min(${processedThroughSql} + ${perStep}, coalesce((SELECT max(d.last_entry_id) FROM day_totals d WHERE d.day < date(?1, 'unixepoch')), 0))`;

export const listedTokenStore = bindStore({
  /** Processes the next rows, all or none. Returns false if no rows were left. Safe to run concurrently. */
  async moveSome(db, now: number): Promise<boolean> {
    const today = now - (now % secondsPerDay);
    const [, moved] = await batch(db, [
      statement(
        `UPDATE users SET listed_tokens = token_balance WHERE listed_tokens <> token_balance AND id IN (
           SELECT t.user_id FROM token_transactions t WHERE t.id > ${processedThroughSql} AND t.id <= ${nextThrough} AND ${isFind('t')})`,
        [today],
      ),
      statement<{ throughId: number }>(
        `INSERT INTO job_progress (job, through_id) SELECT '${job}', ${nextThrough} WHERE ${nextThrough} > ${processedThroughSql}
         ON CONFLICT (job) DO UPDATE SET through_id = excluded.through_id RETURNING through_id AS "throughId"`,
        [today],
      ),
    ]);
    return firstRow(moved) !== undefined;
  },
});
