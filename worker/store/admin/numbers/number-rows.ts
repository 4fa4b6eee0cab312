/** Lists of the rows behind the founder's numbers, with the conditions by which the daily facts count them (facts.ts). */
import { type ListedFigure, listedFigures } from '#schema/admin/number-rows.ts';
import { conversionDays, renewalGraceSeconds, secondsPerDay } from '#schema/rules.ts';
import { tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import { type DateRange, dateFilter, type ListPage, type ListRowsQuery, type ListShape, readList } from '#worker/store/admin/list.ts';
import { bindStore, type Database } from '#worker/store/database.ts';
import type { Bind } from '#worker/store/sql.ts';
import { isRareKind, ledgerDates } from '#worker/store/tokens/admin-ledger.ts';
import { isFind, tokensFor } from '#worker/store/tokens/ledger-kinds.ts';
import { hasTakenPlace, isPaidWithinMonth, isPrinted, printLoss } from './facts.ts';

export interface NumberListRow {
  id: number;
  at: number;
  memberId: number | null;
  email: string | null;
  about: string;
  orderId: number | null;
  certificateId: number | null;
  amount: number | null;
}

interface RowColumns {
  at: string;
  member: string;
  about: string;
  order?: string;
  certificate?: string;
  amount?: string;
}

type Dates = NonNullable<ListShape['dates']>;

function listOf(
  columns: RowColumns,
  shape: Pick<ListShape, 'from' | 'where' | 'residual' | 'filters' | 'dates'> & { sort: string; join?: string },
): ListShape {
  const { at, member, about, order = 'NULL', certificate = 'NULL', amount = 'NULL' } = columns;
  const { sort, join = '', ...others } = shape;
  return {
    ...others,
    join: `${join} LEFT JOIN users u ON u.id = ${member}`,
    columns: `t.id AS "id", ${at} AS "at", u.id AS "memberId", iif(u.erased_at IS NULL, u.email, NULL) AS "email", ${about} AS "about",
      ${order} AS "orderId", ${certificate} AS "certificateId", ${amount} AS "amount"`,
    search: `(SELECT email FROM users WHERE users.id = ${member})`,
    sorts: { created: sort },
    defaultSort: '-created',
  };
}

const shiftedDates = (column: string, days: number): Dates => {
  const shift = (time: number | null) => time && time + days * secondsPerDay;
  const { condition } = dateFilter(column, []);
  return { sorts: ['created'], condition: ({ from, until }, bind) => condition({ from: shift(from), until: shift(until) }, bind) };
};

const joined = { at: 't.created_at', member: 't.id', about: "''" };

/** The ledger records each find on its day, and `day_totals` the first and last row of each day. */
function hasFound({ from, until }: DateRange, bind: Bind): string {
  const days = `day >= date(${bind(from ?? 0)}, 'unixepoch') AND day < ${until === null ? "'9999'" : `date(${bind(until)}, 'unixepoch')`}`;
  const { condition } = dateFilter('l.created_at', []);
  return `EXISTS (SELECT 1 FROM token_transactions l WHERE l.user_id = t.id AND l.kind = ${tokenKinds.scan.code}
    AND l.id >= (SELECT min(first_entry_id) FROM day_totals WHERE ${days}) AND l.id <= (SELECT max(last_entry_id) FROM day_totals WHERE ${days})
    AND ${condition({ from, until }, bind)})`;
}

const activeMembers = listOf(joined, { from: 'users t', sort: 't.created_at', dates: { sorts: [], condition: hasFound } });

const conversion = listOf(
  { ...joined, about: `iif(${isPaidWithinMonth('t')}, 'Paid within ${conversionDays} days', '')` },
  {
    from: 'users t',
    sort: 't.created_at',
    filters: { paid: { conditions: { yes: isPaidWithinMonth('t'), no: `NOT ${isPaidWithinMonth('t')}` }, sorts: [] } },
    dates: shiftedDates('t.created_at', -conversionDays),
  },
);

const latest = Number.MAX_SAFE_INTEGER;
const membership = { at: 't.starts_at', member: 't.user_id', about: `iif(t.tier = 'premium', 'Premium', 'Basic')` };
const pays = (m: string, at: string) =>
  `${m}.source = 'stripe' AND ${m}.starts_at <= ${at} AND ${m}.ends_at + ${renewalGraceSeconds} > ${at}`;

/** The members who pay at the end of the range or `daysBefore` days before it: one membership of each, the highest one. */
function payingMembers(tier: 'basic' | 'premium' | null, daysBefore = 0): ListShape {
  const at = (until: number | null) => (until ?? latest) - daysBefore * secondsPerDay - 1;
  return listOf(membership, {
    from: 'membership_periods t',
    where: tier === null ? '1' : `(t.source || t.tier) = 'stripe${tier}'`,
    sort: 't.ends_at',
    dates: {
      sorts: ['created'],
      condition: (dates, bind, { until } = dates) => `t.ends_at > ${bind(at(until) - renewalGraceSeconds)}`,
      residual: ({ until }, bind) => {
        const end = bind(at(until));
        return `${pays('t', end)} AND NOT EXISTS (SELECT 1 FROM membership_periods q WHERE q.user_id = t.user_id AND ${pays('q', end)}
          AND (q.tier > t.tier OR q.tier = t.tier AND q.id > t.id))`;
      },
    },
  });
}

const endDay = (m: string) => `((${m}.ends_at + ${renewalGraceSeconds}) / ${secondsPerDay})`;
const [beforeEnd, atEnd] = [`${endDay('t')} * ${secondsPerDay} - 1`, `(${endDay('t')} + 1) * ${secondsPerDay} - 1`];
const others = 'SELECT 1 FROM membership_periods q WHERE q.user_id = t.user_id';

const churn = listOf(
  { ...membership, at: `t.ends_at + ${renewalGraceSeconds}` },
  {
    from: 'membership_periods t',
    sort: 't.ends_at',
    residual: `t.source = 'stripe' AND t.starts_at <= ${beforeEnd} AND NOT EXISTS (${others} AND ${pays('q', atEnd)})
      AND NOT EXISTS (${others} AND q.source = 'stripe' AND q.id > t.id AND q.starts_at <= ${beforeEnd} AND ${endDay('q')} = ${endDay('t')})`,
    dates: shiftedDates('t.ends_at', -renewalGraceSeconds / secondsPerDay),
  },
);

const bookingLabels = `CASE t.kind WHEN 'refund' THEN 'Refund: ' WHEN 'refund_failed' THEN 'Failed refund: ' WHEN 'refund_owed' THEN 'Refund paid outside Stripe: '
  WHEN 'dispute' THEN 'Dispute: ' ELSE '' END`;
const bookings = (condition: string, amount = 't.amount_cents') =>
  listOf(
    {
      at: 't.booked_at',
      member: '(SELECT b.user_id FROM payments b WHERE b.id = t.payment_id)',
      about: `${bookingLabels} || p.description`,
      order: 'p.order_id',
      amount,
    },
    {
      from: 'payment_bookings t',
      join: 'JOIN payments p ON p.id = t.payment_id',
      residual: condition,
      sort: 't.booked_at',
      dates: dateFilter('t.booked_at', ['created']),
    },
  );

const isPaymentFor = (condition: string) =>
  `t.kind = 'payment' AND EXISTS (SELECT 1 FROM payments p LEFT JOIN orders o ON o.id = p.order_id WHERE p.id = t.payment_id AND ${condition})`;

const prints = (amount: string) =>
  listOf(
    {
      at: 't.created_at',
      member: 'o.user_id',
      about: `t.quantity || ' cards' || iif(t.resend_of_id IS NULL, '', ', replaced parcel')`,
      order: 't.order_id',
      amount,
    },
    {
      from: 'print_orders t LEFT JOIN orders o ON o.id = t.order_id',
      where: "t.environment = 'production'",
      sort: 't.created_at',
      residual: `${isPrinted('t')} AND ${amount} > 0`,
      dates: dateFilter('t.created_at', ['created']),
    },
  );

const earnings = (table: string, member: string, about: string) =>
  listOf(
    { at: 't.created_at', member, about, amount: 't.amount_cents' },
    { from: `${table} t`, residual: `t.status <> 'reversed'`, sort: 't.created_at', dates: dateFilter('t.created_at', ['created']) },
  );

const entries = { at: 't.created_at', member: 't.user_id' };
const issued = listOf(
  { ...entries, about: `coalesce(t.description, iif(${isFind('t')}, 'Find', ''))`, amount: 't.amount' },
  {
    from: 'token_transactions t',
    sort: 't.id',
    residual: `t.amount > 0 AND t.kind NOT IN (${tokenKinds.redemption.code}, ${tokenKinds.refund.code})`,
    dates: ledgerDates,
  },
);
const redeemed = listOf(
  {
    ...entries,
    about: `coalesce(t.description, '')`,
    certificate: 't.subject_id',
    amount: `-t.amount - (SELECT coalesce(sum(r.amount), 0) FROM token_transactions r WHERE ${tokensFor('refund', 't.user_id', 't.subject_id', 'r')})`,
  },
  {
    from: 'token_transactions t',
    where: isRareKind('redemption'),
    sort: 't.id',
    dates: { sorts: [], condition: dateFilter('t.created_at', []).condition },
  },
);

const stays = (amount?: string) =>
  listOf(
    {
      at: 'unixepoch(t.departure)',
      member: 't.user_id',
      about: '(SELECT number FROM vacation_certificates c WHERE c.id = t.id)',
      certificate: 't.id',
      ...(amount !== undefined && { amount }),
    },
    {
      from: '(SELECT certificate_id AS id, * FROM stays) t',
      where: "t.stage = 'stayed' AND t.departure IS NOT NULL",
      residual: hasTakenPlace('t'),
      sort: 't.departure',
      dates: {
        sorts: ['created'],
        condition: ({ from, until }, bind) =>
          [
            '1',
            ...(from === null ? [] : [`t.departure >= date(${bind(from)}, 'unixepoch')`]),
            ...(until === null ? [] : [`t.departure < date(${bind(until)}, 'unixepoch')`]),
          ].join(' AND '),
      },
    },
  );

export const numberRowLists: Record<ListedFigure, ListShape> = {
  active7: activeMembers,
  active28: activeMembers,
  newMembers: listOf(joined, { from: 'users t', sort: 't.created_at', dates: dateFilter('t.created_at', ['created']) }),
  payingBasic: payingMembers('basic'),
  payingPremium: payingMembers('premium'),
  conversion,
  churn,
  retention: payingMembers(null, 365),
  memberships: bookings(isPaymentFor(`o.kind <> 'cache_cards'`)),
  renewals: bookings(isPaymentFor('p.order_id IS NULL')),
  cards: bookings(isPaymentFor(`o.kind = 'cache_cards'`)),
  refunds: bookings(`t.kind NOT IN ('payment', 'fee')`, '-t.amount_cents'),
  fees: bookings(`t.kind = 'fee'`, '-t.amount_cents'),
  printCost: prints('coalesce(t.price_cents, 0)'),
  printLoss: prints(printLoss('t')),
  commissions: earnings('referral_commissions', 't.referrer_id', `iif(t.kind = 'reversal', 'Deduction', 'Commission')`),
  chests: earnings('treasure_chest_payouts', 't.user_id', 't.month'),
  tokensIssued: issued,
  tokensRedeemed: redeemed,
  tokenLiability: stays('t.cost_cents'),
  stays: stays(),
};

type ReadRows = (db: Database, request: ListRowsQuery) => Promise<ListPage<NumberListRow>>;

export const numberRowStore = bindStore(
  Object.fromEntries(
    listedFigures.map((figure): [ListedFigure, ReadRows] => [
      figure,
      (db, request) => readList<NumberListRow, Exclude<keyof NumberListRow, 'id' | 'memberId'>>(db, numberRowLists[figure], request),
    ]),
  ) as Record<ListedFigure, ReadRows>,
);
