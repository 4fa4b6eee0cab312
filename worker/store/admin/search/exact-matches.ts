/** Rows that a search identifies exactly, by number, id or email. They are listed before rows that merely contain the search text. */
import type { NumberedNoun, ParsedSearch } from '#worker/domain/admin/search-query.ts';

type MatchSql = (value: string) => string;

export interface ExactMatches {
  /** Search keyword for these rows, such as `order` in `order 123`. Set only for kinds of rows that administrators look up by id. */
  number?: NumberedNoun;
  card?: MatchSql;
  certificate?: MatchSql;
  email?: MatchSql;
  stripe?: MatchSql;
  tracking?: MatchSql;
  payout_line?: (run: string, line: string) => string;
  text?: (value: string) => string[];
}

export const matchEmail =
  (table: string, newest = 't.id DESC', member = 'user_id'): MatchSql =>
  (key) =>
    `SELECT t.id FROM ${table} t WHERE t.${member} = (SELECT id FROM users WHERE email_key = ${key}) ORDER BY ${newest}`;

const maxExactMatches = 20;

/** Returns a SELECT of the `id` and `rank` of exact matches, best match first; undefined if the search text cannot identify a row. */
export function exactMatches(
  exact: ExactMatches,
  text: string,
  meanings: readonly ParsedSearch[],
  bind: (value: string | number) => string,
  limit = maxExactMatches,
): string | undefined {
  const selects = meanings.flatMap((meaning) => selectExact(exact, meaning, bind) ?? []);
  if (exact.text) selects.push(...exact.text(bind(text)));
  if (selects.length === 0) return undefined;
  const rankedSelects = selects.map((select, rank) => `SELECT id, ${rank} AS rank FROM (${select} LIMIT ${maxExactMatches})`);
  return `SELECT id, min(rank) AS rank FROM (${rankedSelects.join(' UNION ALL ')}) WHERE id IS NOT NULL GROUP BY id ORDER BY 2, 1 DESC LIMIT ${Math.min(limit, maxExactMatches)}`;
}

function selectExact(exact: ExactMatches, meaning: ParsedSearch, bind: (value: string | number) => string): string | undefined {
  switch (meaning.kind) {
    case 'number':
      return exact.number && (meaning.of ?? exact.number) === exact.number ? `SELECT ${bind(meaning.number)} AS id` : undefined;
    case 'card':
      return exact.card?.(bind(meaning.cardId));
    case 'certificate':
      return exact.certificate?.(bind(meaning.number));
    case 'email':
      return exact.email?.(bind(meaning.emailKey));
    case 'stripe':
      return exact.stripe?.(bind(meaning.id));
    case 'tracking':
      return exact.tracking?.(bind(meaning.number));
    case 'payout_line':
      return exact.payout_line?.(bind(meaning.runId), bind(meaning.lineId));
  }
}
