/** Rows that a search identifies exactly, by number, id or email. They are listed before rows that merely contain the search text. */
import { searchResultsPerKind } from '#schema/rules.ts';
import { type NumberedNoun, type ParsedSearch, readNames } from '#worker/domain/admin/search-query.ts';
import type { Bind } from '#worker/store/sql.ts';

type MatchSql = (value: string) => string;

export interface ExactMatches {
  /** Search keyword for these rows, such as `order` in `order 123`. Set only for kinds of rows that administrators look up by id. */
  number?: NumberedNoun;
  card?: MatchSql;
  certificate?: MatchSql;
  email?: MatchSql;
  stripe?: MatchSql;
  tracking?: MatchSql;
  phone?: (key: string) => string[];
  /** Selects rows by the beginning of a member's name. */
  name?: (key: string) => string[];
  payout_line?: (run: string, line: string) => string;
  text?: (value: string) => string[];
  /** Uses a search index; returns undefined if the text contains no word. */
  words?: (text: string, bind: Bind) => string | undefined;
}

export const matchEmail =
  (table: string, newest = 't.id DESC', member = 'user_id'): MatchSql =>
  (key) =>
    `SELECT t.id FROM ${table} t WHERE t.${member} = (SELECT id FROM users WHERE email_key = ${key}) ORDER BY ${newest}`;

/** Selects the `order_id` of the parcel with this tracking number. */
export const parcelOrders = (number: string) =>
  `(SELECT p.order_id FROM print_events e CROSS JOIN print_orders p ON p.id = e.print_order_id
    WHERE upper(replace(replace(e.tracking, ' ', ''), '-', '')) = ${number} AND e.tracking IS NOT NULL LIMIT ${searchResultsPerKind})`;

const maxExactMatches = 20;
/** Shortest text to search names for in a list, where every match comes before the list's order. */
const minNameLength = 3;
/** D1's limit on the terms of a compound SELECT. */
const maxUnionTerms = 5;

/** Returns a SELECT of the `id` and `rank` of exact matches, best match first; undefined if the search text cannot identify a row. */
export function exactMatches(
  exact: ExactMatches,
  text: string,
  meanings: readonly ParsedSearch[],
  bind: Bind,
  limit = maxExactMatches,
): string | undefined {
  const selects = meanings.flatMap((meaning) => selectExact(exact, meaning, bind) ?? []);
  if (exact.name && text.length >= minNameLength) selects.push(...readNames(text).flatMap((key) => exact.name?.(bind(key)) ?? []));
  if (exact.text) selects.push(...exact.text(bind(text)));
  const withWords = exact.words?.(text, bind);
  if (withWords !== undefined) selects.push(withWords);
  if (selects.length === 0) return undefined;
  const rankedSelects = selects.map((select, rank) => `SELECT id, ${rank} AS rank FROM (${select} LIMIT ${maxExactMatches})`);
  return `SELECT id, min(rank) AS rank FROM (${unionAll(rankedSelects)}) WHERE id IS NOT NULL GROUP BY id ORDER BY 2, 1 DESC LIMIT ${Math.min(limit, maxExactMatches)}`;
}

function unionAll(selects: readonly string[]): string {
  if (selects.length <= maxUnionTerms) return selects.join(' UNION ALL ');
  const groups = Array.from({ length: Math.ceil(selects.length / maxUnionTerms) }, (_, index) =>
    selects.slice(index * maxUnionTerms, (index + 1) * maxUnionTerms),
  );
  return unionAll(groups.map((group) => `SELECT * FROM (${group.join(' UNION ALL ')})`));
}

function selectExact(exact: ExactMatches, meaning: ParsedSearch, bind: (value: string | number) => string): string | string[] | undefined {
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
    case 'phone':
      return exact.phone?.(bind(meaning.key));
    case 'payout_line':
      return exact.payout_line?.(bind(meaning.runId), bind(meaning.lineId));
  }
}
