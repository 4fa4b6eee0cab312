import { listMaxSearchedRows, maxCountedRows } from '#schema/rules.ts';
import type { TokenFlow, TokenTotals } from '#schema/tokens/admin-tokens.ts';
import { findKinds, type TokenKindName, tokenKinds, tokenTypeCode } from '#schema/tokens/ledger-kinds.ts';
import { readSearch } from '#worker/domain/admin/search-query.ts';
import { foldedNames } from '#worker/store/accounts/search-keys.ts';
import {
  dateFilter,
  filterCondition,
  type ListPage,
  type ListRow,
  type ListRowsQuery,
  type ListShape,
  readList,
  toListPage,
  toListTotal,
} from '#worker/store/admin/list.ts';
import { type ExactMatches, exactMatches } from '#worker/store/admin/search/exact-matches.ts';
import { searchCondition } from '#worker/store/admin/search/search.ts';
import { ledgerEntries, newEntries, tokenFlows, tokensHeldSql } from '#worker/store/admin/system/sums.ts';
import { bindStore, type Database } from '#worker/store/database.ts';
import { memberColumns } from '#worker/store/payouts/admin-rows.ts';
import { batch, firstRow, rows, type Statement, statement } from '#worker/store/sql.ts';
import { isFind } from '#worker/store/tokens/ledger-kinds.ts';
import { entryColumns, type LedgerExpression, type LedgerRow, reasonNaming } from '#worker/store/tokens/tokens.ts';

export type LedgerListRow = LedgerRow & {
  memberId: number;
  email: string;
  name: string | null;
  cardId: string | null;
};

/**
 * SQL condition: the ledger row is of this kind, which must not be a find. The other kinds are rare and have a partial index. `NOT IN`
 * repeats the index's condition because SQLite otherwise ignores the index.
 */
export const isRareKind = (kind: TokenKindName) => `${tokenTypeCode('t.kind')} = ${tokenKinds[kind].code} AND t.kind NOT IN (${findKinds})`;

/**
 * Translates a range of days into the range of ids of those days' rows, which may include a few rows of other days. Rows not yet in
 * day_totals are checked one by one.
 */
export const ledgerDates: NonNullable<ListShape['dates']> = {
  sorts: ['created'],
  condition: ({ from, until }, bind, requestedRange = { from, until }) => {
    const firstDay = requestedRange.from === null ? undefined : `date(${bind(requestedRange.from)}, 'unixepoch')`;
    const end = requestedRange.until === null ? undefined : `date(${bind(requestedRange.until)}, 'unixepoch')`;
    const formatDateConditions = (day: string) =>
      [...(firstDay ? [`${day} >= ${firstDay}`] : []), ...(end ? [`${day} < ${end}`] : [])].join(' AND ');
    const selectBound = (limitName: 'min' | 'max', columnSql: string) =>
      `(SELECT ${limitName}(entry) FROM (SELECT ${limitName}(${columnSql}) AS entry FROM day_totals WHERE ${formatDateConditions('day')}
         UNION ALL SELECT ${limitName}(t.id) FROM ${newEntries} AND ${formatDateConditions("date(t.created_at, 'unixepoch')")}))`;
    const bounds = [
      ...(from === null ? [] : [`t.id >= ${selectBound('min', 'first_entry_id')}`]),
      ...(until === null ? [] : [`t.id <= ${selectBound('max', 'last_entry_id')}`]),
    ];
    return bounds.join(' AND ') || '1';
  },
  residual: dateFilter('t.created_at', []).condition,
};

/** Rows are never changed and ids only increase, so the highest ids are the newest. */
export const ledgerShape: ListShape = {
  from: 'token_transactions t',
  join: `JOIN users u ON u.id = t.user_id
    LEFT JOIN cache_cards k ON t.kind IN (${findKinds}, ${tokenKinds.placement.code}) AND k.id = t.subject_id`,
  columns: `${entryColumns(reasonNaming('k.card_id', 'Their'))}, t.user_id AS "memberId", ${memberColumns('u')}, k.card_id AS "cardId"`,
  search: `u.email || char(10) || coalesce(u.username, '') || char(10) || coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')`,
  names: foldedNames('u'),
  sorts: { created: 't.id' },
  defaultSort: '-created',
  filters: {
    user: { conditions: { column: 't.user_id', kind: 'number' }, sorts: ['created'] },
    type: {
      conditions: {
        // Nearly all rows are finds, so scanning the ledger without an index fills a page quickly.
        scans: isFind('t'),
        placement: isRareKind('placement'),
        redemption: isRareKind('redemption'),
        refund: isRareKind('refund'),
        reversal: isRareKind('order_reversal'),
        adjustment: isRareKind('adjustment'),
      },
      sorts: ['created'],
      common: ['scans'],
    },
  },
  dates: ledgerDates,
};

const namesMember: ExactMatches = {
  number: 'member',
  email: (key) => `SELECT id FROM users WHERE email_key = ${key}`,
  text: (text) => [`SELECT id FROM users WHERE username_key = lower(${text})`],
};

/** Maximum number of matching members whose rows are looked up. If more members match, scanning the ledger fills a page quickly. */
const maxLookedUpMembers = 20;

export const ledgerStore = bindStore({
  list: (db, request: ListRowsQuery): Promise<ListPage<LedgerListRow>> =>
    request.q === '' ? readList<LedgerListRow, 'name' | LedgerExpression>(db, ledgerShape, request) : readFound(db, request),

  /** Returns the token totals and the token flow since the day `since` (YYYY-MM-DD). */
  async totals(db, since: string): Promise<TokenTotals> {
    const [totals, days] = await batch(db, [totalsStatement(), flowStatement(since)]);
    const { balance, owed, entries } = firstRow(totals) ?? { balance: 0, owed: 0, entries: 0 };
    return { balance, owed, entries, lately: firstRow(days) ?? { issued: 0, redeemed: 0, withdrawn: 0 } };
  },
});

function totalsStatement(): Statement<Omit<TokenTotals, 'lately'>> {
  // Reads few rows because only a few members owe tokens, and a partial index finds them.
  const totalOwed = '(SELECT coalesce(sum(owed_tokens), 0) FROM users WHERE owed_tokens > 0)';
  return statement<Omit<TokenTotals, 'lately'>, 'balance' | 'owed' | 'entries'>(
    `SELECT ${tokensHeldSql} AS "balance", ${totalOwed} AS "owed", ${ledgerEntries} AS "entries" FROM running_totals WHERE id = 1`,
  );
}

function flowStatement(since: string): Statement<TokenFlow> {
  return statement<TokenFlow, 'issued' | 'redeemed' | 'withdrawn'>(
    `SELECT coalesce(sum(tokens_issued), 0) AS "issued", coalesce(sum(tokens_redeemed), 0) AS "redeemed",
       coalesce(sum(tokens_withdrawn), 0) AS "withdrawn" FROM ${tokenFlows} WHERE day >= ?1`,
    [since],
  );
}

type FoundLedgerRow = ListRow<LedgerListRow> & { _hasMany: 0 | 1; _hasOlder: 0 | 1 };

/**
 * Returns the ledger rows of members whom the search identifies exactly, or who match among the newest members. If few members match, looks
 * up their rows. If many do, scans the ledger up to the list's limit.
 */
async function readFound(db: Database, request: ListRowsQuery): Promise<ListPage<LedgerListRow>> {
  const isFirst = request.after === null;
  const [direction, beyond] = request.sort.isDescending ? ['DESC', '<'] : ['ASC', '>'];
  const values: (string | number)[] = [];
  const bind = (value: string | number) => `?${values.push(value)}`;
  const pageRows = request.limit + 1;
  const limit = bind(isFirst ? Math.max(maxCountedRows + 1, pageRows) : pageRows);
  const matchesSearchSql = searchCondition(ledgerShape, request.q, bind);
  const memberMatch = exactMatches(namesMember, request.q, readSearch(request.q), bind) ?? 'SELECT NULL AS id WHERE 0';
  const conditionSql = [
    '1',
    ...request.filters.map((filter) => filterCondition(ledgerShape, filter, bind)),
    ...(request.dates ? [dateFilter('t.created_at', []).condition(request.dates, bind)] : []),
  ].join(' AND ');
  const isAfter = request.after ? `t.id ${beyond} ${bind(request.after.id)}` : '1';
  // A lower bound on the id is evaluated once; a separate condition would be evaluated for every row.
  const minIdUnlessFew = `iif((SELECT count(*) FROM found) > ${maxLookedUpMembers}, 0, ${Number.MAX_SAFE_INTEGER})`;
  const [page, edge] = await batch(db, [
    statement<FoundLedgerRow, 'email' | 'name' | LedgerExpression | '_count' | '_hasMany' | '_hasOlder'>(
      `WITH named AS MATERIALIZED (SELECT id FROM (${memberMatch})),
         found AS MATERIALIZED (SELECT id FROM (
           SELECT id FROM named UNION ALL
           SELECT u.id FROM (SELECT id FROM users ORDER BY id DESC LIMIT ${listMaxSearchedRows}) n CROSS JOIN users u ON u.id = n.id
           WHERE ${matchesSearchSql} AND u.id NOT IN (SELECT id FROM named)
         ) LIMIT ${maxLookedUpMembers + 1}),
         matches AS MATERIALIZED (
           SELECT * FROM (SELECT t.id AS match_id FROM found f CROSS JOIN token_transactions t ON t.user_id = f.id
             WHERE (SELECT count(*) FROM found) <= ${maxLookedUpMembers} AND ${isAfter} AND ${conditionSql} ORDER BY t.id ${direction} LIMIT ${limit})
           UNION ALL
           SELECT * FROM (SELECT match_id FROM (
             SELECT t.id AS match_id, (${matchesSearchSql} AND ${conditionSql}) AS fits FROM token_transactions t CROSS JOIN users u ON u.id = t.user_id
             WHERE t.id > ${minIdUnlessFew} AND ${isAfter} ORDER BY t.id ${direction} LIMIT ${listMaxSearchedRows}
           ) WHERE fits LIMIT ${limit})
         ), page AS MATERIALIZED (SELECT * FROM matches ORDER BY match_id ${direction} LIMIT ${bind(pageRows)})
       SELECT ${ledgerShape.columns}, t.id AS "_place", (SELECT count(*) FROM matches) AS "_count", k.many AS "_hasMany",
         EXISTS (SELECT 1 FROM users LIMIT 1 OFFSET ${listMaxSearchedRows}) AS "_hasOlder"
       FROM (SELECT (SELECT count(*) FROM found) > ${maxLookedUpMembers} AS many) k LEFT JOIN page LEFT JOIN token_transactions t ON t.id = page.match_id
         LEFT ${ledgerShape.join} ORDER BY t.id ${direction}`,
      values,
    ),
    statement<{ id: number }>(
      `SELECT t.id AS "id" FROM token_transactions t WHERE ${request.after ? `t.id ${beyond} ?1` : '?1 IS NULL'}
       ORDER BY t.id ${direction} LIMIT 1 OFFSET ${listMaxSearchedRows - 1}`,
      [request.after?.id ?? null],
    ),
  ]);
  const [first] = rows(page);
  // The query returns a row even without matches because its columns show whether the search was complete.
  const foundPage = toListPage(
    rows(page).filter(({ id }) => id !== null),
    request.limit,
    isFirst ? toListTotal(first?._count ?? 0, first?._hasOlder === 1) : null,
  );
  const lastScanned = first?._hasMany === 1 && foundPage.next === null ? firstRow(edge) : undefined;
  return lastScanned ? { ...foundPage, next: { place: lastScanned.id, id: lastScanned.id }, scannedRows: listMaxSearchedRows } : foundPage;
}
