/** Reads the daily facts behind the founder's numbers, and the daily totals that the charts use, too. */
import type { FactKind, Range } from '#schema/admin/numbers.ts';
import { secondsPerDay } from '#schema/rules.ts';
import type { CohortFact, DayFigures, DayTotalSums, PeriodFacts } from '#worker/domain/admin/numbers.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, onlyRow, queryAll, queryFirst, rows, type Statement, statement } from '#worker/store/sql.ts';

type Value = { kind: FactKind; value: number };

const sums = ({ from, to }: Range): Statement<Value> =>
  statement<Value, 'value'>(`SELECT kind, sum(value) AS "value" FROM day_facts WHERE day BETWEEN ?1 AND ?2 AND cohort = '' GROUP BY kind`, [
    from,
    to,
  ]);

const valuesOn = (day: string) => statement<Value>(`SELECT kind, value FROM day_facts WHERE day = ?1 AND cohort = ''`, [day]);

const totals = ({ from, to }: Range) =>
  statement<DayTotalSums, keyof DayTotalSums>(
    `SELECT coalesce(sum(sign_ups), 0) AS "signUps", coalesce(sum(tokens_issued), 0) AS "tokensIssued",
       coalesce(sum(tokens_redeemed), 0) AS "tokensRedeemed", coalesce(sum(returned_cents), 0) AS "returnedCents", coalesce(sum(fee_cents), 0) AS "feeCents"
     FROM day_totals WHERE day BETWEEN ?1 AND ?2`,
    [from, to],
  );

const outstanding = (day: string) =>
  statement<{ tokens: number }, 'tokens'>(
    `SELECT coalesce(sum(tokens_issued - tokens_redeemed - tokens_withdrawn), 0) AS "tokens" FROM day_totals WHERE day <= ?1`,
    [day],
  );

/** Our cost of the stays in the year up to `day`, and the tokens redeemed for them. */
const stayCosts = (day: string) =>
  statement<{ cents: number; tokens: number }, 'cents' | 'tokens'>(
    `SELECT coalesce(sum(iif(kind = 'stay_cents', value, 0)), 0) AS "cents", coalesce(sum(iif(kind = 'stay_tokens', value, 0)), 0) AS "tokens"
     FROM day_facts WHERE kind IN ('stay_cents', 'stay_tokens') AND day BETWEEN date(?1, '-364 days') AND ?1`,
    [day],
  );

const toRecord = (values: Value[]) =>
  Object.fromEntries(values.map(({ kind, value }) => [kind, value])) as Partial<Record<FactKind, number>>;

export const numberStore = bindStore({
  /** Returns the last day that is counted completely; null if none is. */
  async through(db): Promise<string | null> {
    const progress = await queryFirst<{ day: string }, 'day'>(
      db,
      `SELECT date(p.through_id * ${secondsPerDay}, 'unixepoch') AS "day" FROM job_progress p
       WHERE p.job = 'numbers' AND p.through_id >= (SELECT min(created_at) FROM users) / ${secondsPerDay}`,
    );
    return progress?.day ?? null;
  },

  async period(db, range: Range): Promise<PeriodFacts> {
    const [period, atEnd, before, days, tokens, costs] = await batch(db, [
      sums(range),
      valuesOn(range.to),
      statement<Value>(`SELECT kind, value FROM day_facts WHERE day = date(?1, '-1 day') AND cohort = ''`, [range.from]),
      totals(range),
      outstanding(range.to),
      stayCosts(range.to),
    ]);
    return {
      sums: toRecord(rows(period)),
      atEnd: toRecord(rows(atEnd)),
      before: toRecord(rows(before)),
      totals: onlyRow(days),
      tokensOutstanding: onlyRow(tokens).tokens,
      stayCosts: onlyRow(costs),
    };
  },

  /** Returns the cohorts since the month `from` (YYYY-MM), with a row for each month up to the day `to`. */
  cohorts: (db, from: string, to: string): Promise<CohortFact[]> =>
    queryAll<CohortFact, keyof CohortFact>(
      db,
      `SELECT c.month AS "cohort", c.members AS "members", substr(m.day, 1, 7) AS "month",
         coalesce((SELECT value FROM day_facts WHERE kind = 'cohort_active' AND day = m.day AND cohort = c.month), 0) AS "active",
         coalesce((SELECT value FROM day_facts WHERE kind = 'cohort_paying' AND day = m.day AND cohort = c.month), 0) AS "paying"
       FROM (SELECT substr(day, 1, 7) AS month, sum(sign_ups) AS members FROM day_totals WHERE day >= ?1 AND day <= ?2 GROUP BY 1 HAVING sum(sign_ups) > 0) c
         JOIN (WITH RECURSIVE ends(day) AS (SELECT date(?1 || '-01', '+1 month', '-1 day')
             UNION ALL SELECT date(day, 'start of month', '+2 months', '-1 day') FROM ends WHERE day < ?2) SELECT day FROM ends WHERE day <= ?2) m
           ON m.day >= c.month
       ORDER BY c.month, m.day`,
      [from, to],
    ),

  /** Returns the facts and totals of each day with any, and of the last day before the range that has totals. */
  async days(db, { from, to }: Range): Promise<Map<string, DayFigures>> {
    const [facts, dayTotals] = await batch(db, [
      statement<Value & { day: string }>(`SELECT kind, day, value FROM day_facts WHERE day BETWEEN ?1 AND ?2 AND cohort = ''`, [from, to]),
      statement<DayTotalSums & { day: string; outstanding: number }, 'outstanding'>(
        `SELECT day, sign_ups AS "signUps", tokens_issued AS "tokensIssued", tokens_redeemed AS "tokensRedeemed", returned_cents AS "returnedCents",
           fee_cents AS "feeCents", outstanding AS "outstanding"
         FROM (SELECT *, sum(tokens_issued - tokens_redeemed - tokens_withdrawn) OVER (ORDER BY day) AS outstanding FROM day_totals WHERE day <= ?2)
         WHERE day >= coalesce((SELECT max(b.day) FROM day_totals b WHERE b.day < ?1), ?1)`,
        [from, to],
      ),
    ]);
    const days = new Map<string, DayFigures>();
    for (const { day, kind, value } of rows(facts)) days.set(day, { ...days.get(day), [kind]: value });
    for (const { day, ...figures } of rows(dayTotals)) days.set(day, { ...days.get(day), ...figures });
    return days;
  },
});
