import { type Statement, statement } from '#worker/store/sql.ts';

/**
 * Subquery for all distinct days in the table. Steps from each day to the next, so it reads two rows per day, regardless of the number of
 * members.
 */
export const scanDays = `(WITH RECURSIVE kept(day) AS (SELECT min(day) FROM member_days
  UNION ALL SELECT (SELECT min(n.day) FROM member_days n WHERE n.day > kept.day) FROM kept WHERE kept.day IS NOT NULL) SELECT day FROM kept)`;

export function purgeScanDays(before: string, atMost: number): Statement<{ one: 1 }> {
  return statement<{ one: 1 }, 'one'>(
    `DELETE FROM member_days WHERE (day, user_id) IN (SELECT day, user_id FROM member_days WHERE day < ?1 LIMIT ?2) RETURNING 1 AS "one"`,
    [before, atMost],
  );
}
