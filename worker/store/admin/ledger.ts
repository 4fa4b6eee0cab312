/** The token ledger for administrators: the list, and the sums that triggers keep of it. */
import type { TokenFlow, TokenTotals } from '#schema/admin/tokens.ts';
import { listCountedUpTo } from '#schema/rules.ts';
import { tokenTransactions } from '#schema/tables/tokens.ts';
import { batch, firstRow, queryAll, type Statement, selectList, statement } from '#worker/store/sql.ts';
import { type LedgerRow, ledgerKeys } from '#worker/store/tokens.ts';
import { filterCondition, type Listed, type ListPage, type ListRequest, type ListShape, pageOf, readList, totalOf } from './list.ts';
import { memberColumns } from './payout-rows.ts';
import { searchCondition } from './search.ts';

export type LedgerListRow = LedgerRow & {
  memberId: number;
  email: string;
  name: string | null;
  cardId: string | null;
};

/** All but finds are few: an index of their own serves them, if the condition says that it is one of them. */
const rare = (type: string) => `t.type = '${type}' AND t.type NOT IN ('scan', 'owner_scan')`;

/** Rows are never changed and their ids only grow: the newest are those with the highest. */
export const ledgerShape: ListShape = {
  from: 'token_transactions t',
  join: `JOIN users u ON u.id = t.user_id
    LEFT JOIN cache_cards k ON t.related_entity_type = 'cache_card' AND k.id = CAST(t.related_entity_id AS INTEGER)`,
  columns: `${selectList(tokenTransactions, 't', ledgerKeys)}, t.user_id AS "memberId", ${memberColumns('u')}, k.card_id AS "cardId"`,
  search: `u.email || char(10) || coalesce(u.username, '') || char(10) || coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')`,
  sorts: { created: 't.id' },
  defaultSort: '-created',
  filters: {
    type: {
      conditions: {
        // Nearly all rows are of these: going through the ledger finds a page of them at once.
        scans: "t.type IN ('scan', 'owner_scan')",
        placement: rare('placement'),
        redemption: rare('redemption'),
        refund: rare('refund'),
        reversal: rare('reversal'),
        adjustment: rare('adjustment'),
      },
      sorts: ['created'],
    },
    user: { conditions: { column: 't.user_id', kind: 'number' }, sorts: ['created'] },
  },
  total: 'ledger_entries',
};

/** Up to so many members their rows are looked up; where more match, the ledger is gone through, and soon fills a page. */
const fewMembers = 20;

export function ledgerStore(db: D1Database) {
  return {
    list: (request: ListRequest): Promise<ListPage<LedgerListRow>> =>
      request.q === '' ? readList<LedgerListRow, 'name'>(db, ledgerShape, request) : readSearch(db, request),

    /** `since`: the first day that counts as lately, YYYY-MM-DD. */
    async totals(since: string): Promise<TokenTotals> {
      const [kept, days] = await batch(db, [keptSums(), flowStatement(since)]);
      const { balance, owed, entries } = firstRow(kept) ?? { balance: 0, owed: 0, entries: 0 };
      return { balance, owed, entries, lately: firstRow(days) ?? { issued: 0, redeemed: 0, withdrawn: 0 } };
    },
  };
}

function keptSums(): Statement<Omit<TokenTotals, 'lately'>> {
  // Few owe anything: an index knows them.
  const owed = '(SELECT coalesce(sum(owed_tokens), 0) FROM users WHERE owed_tokens > 0)';
  return statement<Omit<TokenTotals, 'lately'>, 'owed'>(
    `SELECT token_balance AS "balance", ${owed} AS "owed", ledger_entries AS "entries" FROM running_totals WHERE id = 1`,
  );
}

function flowStatement(since: string): Statement<TokenFlow> {
  return statement<TokenFlow, 'issued' | 'redeemed' | 'withdrawn'>(
    `SELECT coalesce(sum(tokens_issued), 0) AS "issued", coalesce(sum(tokens_redeemed), 0) AS "redeemed",
       coalesce(sum(tokens_withdrawn), 0) AS "withdrawn" FROM day_totals WHERE day >= ?1`,
    since,
  );
}

/** The rows of members whom a search finds: the members are gone through once, never both tables in full. */
async function readSearch(db: D1Database, request: ListRequest): Promise<ListPage<LedgerListRow>> {
  const counts = request.after === null;
  const [direction, beyond] = request.sort.isDescending ? ['DESC', '<'] : ['ASC', '>'];
  const values: (string | number)[] = [];
  const bind = (value: string | number) => `?${values.push(value)}`;
  const wanted = request.limit + 1;
  const limit = bind(counts ? Math.max(listCountedUpTo + 1, wanted) : wanted);
  const isFound = searchCondition(ledgerShape.search, request.q, bind);
  const narrowed = [
    ...(request.filter ? [filterCondition(ledgerShape, request.filter, bind)] : []),
    ...(request.after ? [`t.id ${beyond} ${bind(request.after.id)}`] : []),
  ];
  const matching = (from: string, when: string) => `SELECT * FROM (SELECT t.id AS match_id FROM ${from}
    WHERE ${[when, ...narrowed].join(' AND ')} ORDER BY t.id ${direction} LIMIT ${limit})`;
  // As a bound of the ids, which is asked before the first row; as a condition of its own it would be asked at each of them.
  const noneUnlessMany = `iif((SELECT count(*) FROM found) > ${fewMembers}, 0, ${Number.MAX_SAFE_INTEGER})`;
  const page = await queryAll<Listed<LedgerListRow>, 'name' | '_count'>(
    db,
    `WITH found AS MATERIALIZED (SELECT u.id FROM users u WHERE ${isFound} LIMIT ${fewMembers + 1}),
         matches AS MATERIALIZED (
           ${matching('found f CROSS JOIN token_transactions t ON t.user_id = f.id', `(SELECT count(*) FROM found) <= ${fewMembers}`)}
           UNION ALL
           ${matching('token_transactions t CROSS JOIN users u ON u.id = t.user_id', `t.id > ${noneUnlessMany} AND ${isFound}`)}
         ), page AS MATERIALIZED (SELECT * FROM matches ORDER BY match_id ${direction} LIMIT ${bind(wanted)})
       SELECT ${ledgerShape.columns}, t.id AS "_place"${counts ? ', (SELECT count(*) FROM matches) AS "_count"' : ''}
       FROM page CROSS JOIN token_transactions t ON t.id = page.match_id ${ledgerShape.join} ORDER BY t.id ${direction}`,
    ...values,
  );
  const found = page;
  return pageOf(found, request.limit, counts ? totalOf(found[0]?._count ?? 0) : null);
}
