/** Runs the comparisons in chunks. Each chunk is one statement so that concurrent writes cause no mismatches. */
import type { MoneyDifference } from '#schema/admin/money-check.ts';
import { moneyChecks } from '#schema/tables/operations.ts';
import type { MoneyCheck } from '#worker/domain/admin/money-check.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, firstRow, type RowOf, rows, type Statement, selectList, statement } from '#worker/store/sql.ts';
import { type Comparison, comparisons } from './comparisons.ts';

const keys = ['startedAt', 'finishedAt', 'step', 'differing', 'differences'] as const;
type CheckRow = RowOf<typeof moneyChecks, (typeof keys)[number]>;
const columns = selectList(moneyChecks, 'money_checks', keys);

const maxStoredDifferences = 20;
const noLimit = Number.MAX_SAFE_INTEGER;
export const moneyCheckStore = bindStore({
  /** Begins a check, unless one is running or the last one started less than `secondsBetween` ago. */
  async begin(db, now: number, secondsBetween: number): Promise<void> {
    await batch(db, [
      statement(
        `INSERT INTO money_checks (started_at)
         SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM money_checks WHERE finished_at IS NULL OR started_at > ?1 - ?2)`,
        [now, secondsBetween],
      ),
      statement(
        'DELETE FROM money_checks WHERE finished_at IS NOT NULL AND id < (SELECT max(id) FROM money_checks WHERE finished_at IS NOT NULL)',
      ),
    ]);
  },

  /** Compares the next chunk of rows. Returns false if no check is in progress. */
  async checkSome(db, now: number): Promise<boolean> {
    const [running] = await batch(db, [
      statement<{ step: number }>('SELECT step FROM money_checks WHERE finished_at IS NULL ORDER BY id DESC LIMIT 1'),
    ]);
    const step = firstRow(running)?.step;
    const comparison = comparisons[step ?? -1];
    if (step === undefined || !comparison) return false;
    const [checked] = await batch(db, [checkChunk(step, comparison, now)]);
    return firstRow(checked)?.finishedAt === null;
  },

  async read(db): Promise<MoneyCheck[]> {
    return rows((await batch(db, [readMoneyChecks()]))[0]).map(toMoneyCheck);
  },
});

export function readMoneyChecks(): Statement<CheckRow> {
  return statement<CheckRow>(`SELECT ${columns} FROM money_checks ORDER BY id DESC`);
}

export function toMoneyCheck({ startedAt, finishedAt, differing, differences }: CheckRow): MoneyCheck {
  return { startedAt, finishedAt, differing, differences: JSON.parse(differences as string) as MoneyDifference[] };
}

function checkChunk(step: number, { range, rowsPerChunk, sql }: Comparison, now: number): Statement<CheckRow> {
  const nextRow =
    range === 'days'
      ? `(SELECT unixepoch(r.day) / 86400 FROM day_totals r WHERE r.day > date(last_id * 86400, 'unixepoch') ORDER BY r.day LIMIT 1 OFFSET ${rowsPerChunk - 1})`
      : `(SELECT r.id FROM ${range} r WHERE r.id > last_id ORDER BY r.id LIMIT 1 OFFSET ${rowsPerChunk - 1})`;
  const end = range === 'days' ? '?2' : noLimit;
  const chunk = `SELECT id, last_id, coalesce(next, ${end}), next IS NULL AND ?2 > 0 FROM (SELECT id, last_id, ${nextRow} AS next FROM going)`;
  return statement<CheckRow>(
    `WITH going AS (SELECT id, last_id FROM money_checks WHERE finished_at IS NULL AND step = ${step} ORDER BY id DESC LIMIT 1),
       chunk(id, passed, through, is_last) AS MATERIALIZED (${chunk}),
       found(kind, subject, expected, found) AS MATERIALIZED (${sql})
     UPDATE money_checks SET step = step + c.is_last, last_id = iif(c.is_last, 0, c.through),
       finished_at = iif(c.is_last AND step = ${comparisons.length - 1}, ?1, NULL), differing = differing + (SELECT count(*) FROM found),
       differences = (SELECT json_group_array(json(value)) FROM (
         SELECT value FROM json_each(money_checks.differences)
         UNION ALL SELECT json_object('kind', kind, 'subject', subject, 'expected', expected, 'found', found) FROM found
         LIMIT ${maxStoredDifferences}))
     FROM chunk c WHERE money_checks.id = c.id RETURNING ${columns}`,
    [now, Math.floor(now / 86_400)],
  );
}
