/** Members with amounts owed, in payment order: overdue first, then premium, then oldest. Triggers maintain the queue. */

import type { CommissionKind } from '#schema/referrals/referral.ts';
import { listMaxSearchedRows, maxCountedRows } from '#schema/rules.ts';
import { payoutQueue } from '#schema/tables/payouts.ts';
import { readSearch } from '#worker/domain/admin/search-query.ts';
import { overdueSince } from '#worker/domain/payouts/payout.ts';
import { foldedNames } from '#worker/store/accounts/search-keys.ts';
import {
  type ChosenFilter,
  type DateRange,
  dateFilter,
  type ListPage,
  type ListRow,
  type ListRowsQuery,
  type ListShape,
  pageAfterExact,
  remainingDates,
  toListTotal,
} from '#worker/store/admin/list.ts';
import { exactMatches } from '#worker/store/admin/search/exact-matches.ts';
import { searchCondition } from '#worker/store/admin/search/search.ts';
import { bindStore, type Database } from '#worker/store/database.ts';
import { batch, batchOptional, firstRow, type RowOf, rows, type Statement, selectList, statement } from '#worker/store/sql.ts';
import { memberColumns } from './admin-rows.ts';
import { type IneligibleReason, paymentIneligibleReason } from './eligibility.ts';

const keys = ['id', 'netCents', 'entries', 'oldestAt', 'rank', 'version'] as const;
export type QueueRow = RowOf<typeof payoutQueue, (typeof keys)[number]> & {
  email: string;
  name: string | null;
  runId: number | null;
  address: string | null;
  addressHeldUntil: number | null;
  ineligibleReason: IneligibleReason | null;
};

export interface PendingRow {
  memberId: number;
  kind: CommissionKind | 'chest' | 'surplus';
  id: number;
  amountCents: number;
  createdAt: number;
  friend: string | null;
  month: string | null;
}

type UncheckedColumns = 'ineligibleReason' | 'runId';
const columns = (
  now: string,
) => `${selectList(payoutQueue, 't', keys)}, ${memberColumns('u')}, (SELECT l.run_id FROM payout_run_lines l WHERE l.user_id = t.id AND l.status = 'in') AS "runId",
  a.email AS "address", a.held_until AS "addressHeldUntil", ${paymentIneligibleReason({ now, cents: 't.net_cents' })} AS "ineligibleReason"`;
const member = 'JOIN users u ON u.id = t.id LEFT JOIN payout_addresses a ON a.user_id = t.id';

/** Ranges of the queue in payment order, each of which is served by an index. `?1` is `overdueSince`. */
const queueRanges = [
  't.rank = 0 AND t.oldest_at <= ?1',
  't.rank = 1 AND t.oldest_at <= ?1',
  't.rank = 0 AND t.oldest_at > ?1',
  't.rank = 1 AND t.oldest_at > ?1',
  't.rank = 2 AND ?1 IS NOT NULL',
] as const;
const priorityRanges: Readonly<Record<string, readonly number[]>> = { overdue: [0, 1], waiting: [2, 3], carried: [4] };
const ranks = [0, 1, 0, 1, 2] as const;
/** Length of each range in queue positions. A position is one number: the range's offset plus the time within the range. */
const stretchLength = 100_000_000_000;

export const payoutQueueShape: ListShape = {
  from: 'payout_queue t',
  columns: columns('unixepoch()'),
  search: `u.email || char(10) || coalesce(u.username, '') || char(10) || coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')`,
  names: foldedNames('u'),
  sorts: { queue: 't.oldest_at' },
  defaultSort: 'queue',
  filters: {
    state: {
      // These filters need no condition because the list reads only the ranges of the queue that match them.
      conditions: { overdue: '1', waiting: '1', carried: '1' },
      sorts: ['queue'],
    },
    address: { conditions: { none: 't.has_address = 0', confirmed: 't.has_address = 1' }, sorts: ['queue'] },
  },
  dates: dateFilter('t.oldest_at', ['queue']),
  exact: {
    number: 'member',
    email: (key) => `SELECT id FROM users WHERE email_key = ${key}`,
    text: (text) => [`SELECT id FROM users WHERE username_key = lower(${text})`],
  },
};

/**
 * Reads a page in one round trip. A member who becomes overdue between two page loads moves to the front and appears the next time the list
 * is loaded.
 */
async function readQueue(db: Database, request: ListRowsQuery, now: number): Promise<ListPage<QueueRow>> {
  const isFirst = request.after === null;
  const counts = isFirst && request.omitsTotal !== true;
  const [page, exact, count] = await batchOptional(db, [
    pageStatement(request, now),
    isFirst && request.q !== '' ? exactStatement(request, now) : undefined,
    counts ? countStatement(request, overdueSince(now)) : undefined,
  ]);
  const total = counts ? toListTotal((firstRow(count)?.count ?? 0) + rows(exact).length) : null;
  return pageAfterExact(rows(exact), rows(page), request.limit, total);
}

function pageStatement(request: ListRowsQuery, now: number): Statement<ListRow<QueueRow>> {
  const direction = request.sort.isDescending ? 'DESC' : 'ASC';
  const { sql, values } = matchesCte(request, overdueSince(now), request.limit + 1);
  return statement<ListRow<QueueRow>, 'name' | UncheckedColumns | '_place'>(
    `WITH matches AS MATERIALIZED (${sql})
     SELECT ${columns(`?${values.length + 1}`)}, m.place AS "_place" FROM matches m CROSS JOIN payout_queue t ON t.id = m.match_id ${member}
     ORDER BY m.place ${direction}, t.id ${direction}`,
    [...values, now],
  );
}

function exactStatement({ q, filters, dates }: ListRowsQuery, now: number): Statement<ListRow<QueueRow>> {
  const values: (string | number)[] = [overdueSince(now)];
  const bind = (value: string | number) => `?${values.push(value)}`;
  const parts = matchingStretches(filters).map((stretch) => `(${queueRanges[stretch]})`);
  const isWithinDates = dates ? payoutQueueShape.dates?.condition(dates, bind) : '1';
  return statement<ListRow<QueueRow>, 'name' | UncheckedColumns | '_place'>(
    `SELECT ${columns(bind(now))}, 0 AS "_place" FROM (${exactMembers(q, bind)}) known CROSS JOIN payout_queue t ON t.id = known.id ${member}
     WHERE (${parts.join(' OR ') || '0'}) AND ${addressCondition(filters)} AND ${isWithinDates} ORDER BY known.rank`,
    values,
  );
}

function exactMembers(q: string, bind: (value: string | number) => string): string {
  return exactMatches(payoutQueueShape.exact ?? {}, q, readSearch(q), bind) ?? 'SELECT 0 AS id, 0 AS rank WHERE 0';
}

/** Returns the ranges that match all filters. A member is in exactly one state, so two filters for different states match nothing. */
function matchingStretches(filters: readonly ChosenFilter[]): number[] {
  return [0, 1, 2, 3, 4].filter((stretch) =>
    filters.every(({ name, value }) => name !== 'state' || priorityRanges[value]?.includes(stretch)),
  );
}

/**
 * SQL condition on the payout address. Excludes overdue members without an address from the overdue filter because they cannot be paid yet.
 */
function addressCondition(filters: readonly ChosenFilter[]): string {
  const { conditions } = payoutQueueShape.filters?.address ?? {};
  const stateConditions = filters.flatMap(({ name, value }) => {
    if (name === 'address') return [(conditions as Record<string, string>)[value]];
    return value === 'overdue' ? ['t.has_address = 1'] : [];
  });
  return stateConditions.join(' AND ') || '1';
}

function countStatement(request: ListRowsQuery, overdueAt: number): Statement<{ count: number }> {
  const { sql, values } = matchesCte(request, overdueAt, maxCountedRows + 1);
  return statement<{ count: number }, 'count'>(`SELECT count(*) AS "count" FROM (${sql})`, values);
}

/** Selects the first matches after the cursor, as `match_id` and `place`, range by range. Skips ranges that are not needed. */
function matchesCte(request: ListRowsQuery, overdueAt: number, limit: number): { sql: string; values: (string | number)[] } {
  const { q, sort, filters, dates, after } = request;
  const { isDescending } = sort;
  const [direction, beyond] = isDescending ? ['DESC', '<'] : ['ASC', '>'];
  const values: (string | number)[] = [overdueAt];
  const bind = (value: string | number) => `?${values.push(value)}`;
  const matchCondition =
    q === '' ? undefined : `${searchCondition(payoutQueueShape, q, bind)} AND t.id NOT IN (SELECT id FROM (${exactMembers(q, bind)}))`;
  const isAddressed = addressCondition(filters);
  const queue = isAddressed === '1' ? 'payout_queue t' : 'payout_queue t INDEXED BY payout_queue_address';
  const isWithinDates = (days: DateRange | null) => (days ? `AND ${payoutQueueShape.dates?.condition(days, bind)}` : '');
  const place =
    after === null || after.place === null
      ? null
      : { stretch: Math.floor(Number(after.place) / stretchLength), at: Number(after.place) % stretchLength };
  const remaining = matchingStretches(filters).filter(
    (stretch) => place === null || (isDescending ? stretch <= place.stretch : stretch >= place.stretch),
  );
  const parts = (isDescending ? remaining.toReversed() : remaining).map((stretch) => {
    const isCursorStretch = place?.stretch === stretch;
    // After a cursor, uses only one date bound per side because SQLite might use the weaker of two.
    const isBoundAhead = isDescending ? stretch < 2 : stretch === 2 || stretch === 3;
    const bounds =
      after && isCursorStretch
        ? `AND (t.oldest_at, t.id) ${beyond} (${bind(place.at)}, ${bind(after.id)}) ${isWithinDates(dates && remainingDates(dates, request))}`
        : isWithinDates(dates);
    const select = (
      extraColumn: string,
      from: string,
      maxRows: number,
    ) => `SELECT t.id AS match_id, t.oldest_at + ${stretch * stretchLength} AS place${extraColumn}
      FROM ${from} WHERE ${isCursorStretch && isBoundAhead ? `t.rank = ${ranks[stretch]}` : queueRanges[stretch]} AND ${isAddressed} ${bounds} ORDER BY t.oldest_at ${direction}, t.id ${direction} LIMIT ${maxRows}`;
    if (matchCondition === undefined) return `SELECT * FROM (${select('', queue, limit)})`;
    const scannedRows = select(`, (${matchCondition}) AS fits`, `${queue} CROSS JOIN users u ON u.id = t.id`, listMaxSearchedRows);
    return `SELECT * FROM (SELECT match_id, place FROM (${scannedRows}) WHERE fits LIMIT ${limit})`;
  });
  return {
    sql: parts.length > 0 ? `${parts.join(' UNION ALL ')} LIMIT ${limit}` : 'SELECT 0 AS match_id, 0 AS place WHERE ?1 IS NULL',
    values,
  };
}

const pendingRows = `
  SELECT c.referrer_id AS "memberId", c.kind, c.id, c.amount_cents AS "amountCents", c.created_at AS "createdAt",
    coalesce(f.username, f.first_name, f.email) AS "friend", NULL AS "month"
  FROM json_each(?1) w CROSS JOIN referral_commissions c ON c.referrer_id = w.value AND c.status = 'pending' AND c.amount_cents <> 0
    JOIN users f ON f.id = c.referred_id
  UNION ALL
  SELECT p.user_id, 'chest', p.id, p.amount_cents, p.created_at, NULL, p.month
  FROM json_each(?1) w CROSS JOIN treasure_chest_payouts p ON p.user_id = w.value AND +p.status = 'pending'
  UNION ALL
  SELECT p.user_id, 'surplus', max(p.id), -sum(p.surplus_cents), max(p.paid_at), NULL, NULL
  FROM json_each(?1) w CROSS JOIN payouts p ON p.user_id = w.value AND p.surplus_cents <> 0 AND p.returned_at IS NULL
  GROUP BY p.user_id HAVING sum(p.surplus_cents) <> 0
  ORDER BY 5, 2, 3`;

export const payoutQueueStore = bindStore({
  list: (db, request: ListRowsQuery, now: number) => readQueue(db, request, now),
  due: (db, memberIds: number[], now: number) => readDue(db, memberIds, now),
});

/** Reads members and entries in one batch so that they are consistent. Skips members who are owed nothing. */
async function readDue(db: Database, memberIds: number[], now: number): Promise<{ members: QueueRow[]; entries: PendingRow[] }> {
  const ids = JSON.stringify(memberIds);
  const [members, entries] = await batch(db, [
    statement<QueueRow, 'name' | UncheckedColumns>(
      `SELECT ${columns('?2')} FROM json_each(?1) w JOIN payout_queue t ON t.id = w.value ${member}
       WHERE t.entries > 0 ORDER BY w.key`,
      [ids, now],
    ),
    statement<PendingRow, 'friend' | 'month' | 'kind' | 'id' | 'amountCents' | 'createdAt'>(pendingRows, [ids]),
  ]);
  return { members: rows(members), entries: rows(entries) };
}
