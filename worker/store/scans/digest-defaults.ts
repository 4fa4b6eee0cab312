/** Members who become owners get a weekly digest until they choose otherwise. */
import type { DigestChoice } from '#schema/accounts/my-data.ts';
import { nextNewsAt, noDigestAt } from '#worker/domain/scans/news.ts';
import { type Statement, statement } from '#worker/store/sql.ts';

/** SQL for the row of a digest that starts now, from member, frequency and next time, each an SQL expression. */
export const insertDigest = (member: string, frequency: string, nextAt: string, now: string) =>
  `INSERT INTO digest_choices (user_id, frequency, next_at, after_entry_id, after_report_id, told_through, off_at)
   SELECT ${member}, ${frequency}, ${nextAt}, coalesce((SELECT max(id) FROM token_transactions), 0), coalesce((SELECT max(id) FROM card_reports), 0), ${now} - 1, iif(${frequency} = 'off', ${now}, NULL)`;

/**
 * Sets the default digest of the selected members who have not chosen one. `sql` has the FROM and WHERE clauses; `member` is the column with
 * the id.
 */
export function setDefaultDigest(
  { member, sql, values }: Pick<Statement, 'sql' | 'values'> & { member: string },
  now: number,
  frequency: DigestChoice = 'weekly',
): Statement {
  const [frequencyAt, nextAt, nowAt] = [1, 2, 3].map((place) => `?${values.length + place}`) as [string, string, string];
  return statement(`${insertDigest(member, frequencyAt, nextAt, nowAt)} ${sql} ON CONFLICT (user_id) DO NOTHING`, [
    ...values,
    frequency,
    frequency === 'off' ? noDigestAt : nextNewsAt(frequency, now),
    now,
  ]);
}
