/**
 * The order of the administrators' list of members by tokens. What is no find moves a member at once, by a trigger; finds of a day do when
 * that is over, by a job: an index that each find wrote would cost more than it tells.
 */

import { secondsPerDay } from '#schema/rules.ts';
import { storeOf } from '#worker/store/database.ts';
import { batch, firstRow, statement } from '#worker/store/sql.ts';
import { isFind } from './ledger-kinds.ts';

/** Ledger rows of one step, so that no statement runs long. */
const perStep = 5_000;
const job = 'list-tokens';

const doneThrough = `coalesce((SELECT p.through_id FROM job_progress p WHERE p.job = '${job}'), 0)`;
/** The last row of the next step. ?1 is the first second of today, whose rows are left for tomorrow. */
const nextThrough = `min(${doneThrough} + ${perStep}, coalesce((SELECT max(d.last_entry_id) FROM day_totals d WHERE d.day < date(?1, 'unixepoch')), 0))`;

export const listedTokenStore = storeOf({
  /** Moves those whom the next rows of the ledger are about, all or nothing. False where there was none. Safe to run twice at once. */
  async moveSome(db, now: number): Promise<boolean> {
    const today = now - (now % secondsPerDay);
    const [, moved] = await batch(db, [
      statement(
        `UPDATE users SET listed_tokens = token_balance WHERE listed_tokens <> token_balance AND id IN (
           SELECT t.user_id FROM token_transactions t WHERE t.id > ${doneThrough} AND t.id <= ${nextThrough} AND ${isFind('t')})`,
        [today],
      ),
      statement<{ throughId: number }>(
        `INSERT INTO job_progress (job, through_id) SELECT '${job}', ${nextThrough} WHERE ${nextThrough} > ${doneThrough}
         ON CONFLICT (job) DO UPDATE SET through_id = excluded.through_id RETURNING through_id AS "throughId"`,
        [today],
      ),
    ]);
    return firstRow(moved) !== undefined;
  },
});
