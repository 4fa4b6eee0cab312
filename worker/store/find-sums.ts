/**
 * Sums of finds: a job adds what is new in the ledger to the days and to the sum of balances, so that no find pays for a chart. Whoever
 * reads these sums adds the finds that are not in yet, which are those of a few minutes; so they are exact at any time.
 */
import { tokenKinds } from '#schema/ledger-kinds.ts';
import type { Database } from '#worker/store/database.ts';
import { isFind } from './ledger-kinds.ts';
import { batch, firstRow, statement } from './sql.ts';

/** Ledger rows of one step, so that no statement runs long. */
const perStep = 5_000;
const job = 'add-up-finds';

/** The last ledger row that the sums hold. */
const addedThrough = `coalesce((SELECT p.through_id FROM job_progress p WHERE p.job = '${job}'), 0)`;
/** The last row of the next step: rows are numbered without a gap. */
const nextThrough = `min(${addedThrough} + ${perStep}, coalesce((SELECT max(n.id) FROM token_transactions n), 0))`;
const inStep = `token_transactions t WHERE t.id > ${addedThrough} AND t.id <= ${nextThrough} AND ${isFind('t')}`;

/** Finds that the sums do not hold yet, ledger rows `t`; more conditions may follow. */
export const newFinds = `token_transactions t WHERE t.id > ${addedThrough} AND ${isFind('t')}`;
/** What they paid. */
export const paidByNewFinds = `(SELECT coalesce(sum(t.amount), 0) FROM ${newFinds})`;
/** Rows of the ledger: they are numbered from 1 without a gap, since none is ever deleted. */
export const ledgerEntries = '(SELECT coalesce(max(id), 0) FROM token_transactions)';

export function findSumStore(db: Database) {
  return {
    /** Adds the next finds, all or nothing. False where there was none. Two runs at once add each find once: a step goes on from the last. */
    async addSome(): Promise<boolean> {
      const [, , moved] = await batch(db, [
        statement(
          `INSERT INTO day_totals (day, scans, tokens_issued, first_entry_id, last_entry_id)
           SELECT date(t.created_at, 'unixepoch'), sum(t.kind = ${tokenKinds.scan.code}), sum(t.amount), min(t.id), max(t.id) FROM ${inStep} GROUP BY 1
           ON CONFLICT (day) DO UPDATE SET scans = scans + excluded.scans, tokens_issued = tokens_issued + excluded.tokens_issued,
             first_entry_id = min(coalesce(first_entry_id, excluded.first_entry_id), excluded.first_entry_id),
             last_entry_id = max(coalesce(last_entry_id, excluded.last_entry_id), excluded.last_entry_id)`,
        ),
        statement(
          `UPDATE running_totals SET token_balance = token_balance + (SELECT coalesce(sum(t.amount), 0) FROM ${inStep}) WHERE id = 1`,
        ),
        statement<{ throughId: number }>(
          `INSERT INTO job_progress (job, through_id) SELECT '${job}', ${nextThrough} WHERE ${nextThrough} > ${addedThrough}
           ON CONFLICT (job) DO UPDATE SET through_id = excluded.through_id RETURNING through_id AS "throughId"`,
        ),
      ]);
      return firstRow(moved) !== undefined;
    },
  };
}
