/** Random histories for the founder's numbers, and SQL on the raw tables that computes each figure in another way than the product. */
import { env } from 'cloudflare:workers';
import type { FigureName, Range } from '#schema/admin/numbers.ts';

const daySeconds = 86_400;

export function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return (state >>> 0) % below;
  };
}

export interface History {
  random: (below: number) => number;
  /** The newest member before the history. Its own members follow. */
  lastMember: number;
  members: number;
  /** Ids of all rows start here, so that several histories never collide. */
  nextId: number;
  cards: number;
  /** Paid memberships that run: member, tier and end. */
  memberships: { user: number; tier: 'basic' | 'premium'; endsAt: number }[];
}

export async function newHistory(seed: number): Promise<History> {
  const newest = await env.DB.prepare('SELECT max(id) AS id FROM users').first<{ id: number | null }>();
  const lastMember = newest?.id ?? 0;
  return { random: randomNumbers(seed), lastMember, members: 0, nextId: lastMember + seed * 1_000_000, cards: 0, memberships: [] };
}

type Row = Record<string, string | number | null>;

/** Statements that insert the rows of one table, with the columns of the first row. */
function insertAll(table: string, rows: Row[]): D1PreparedStatement[] {
  const columns = Object.keys(rows[0] ?? {});
  const statements: D1PreparedStatement[] = [];
  for (let start = 0; start < rows.length; start += 2_000)
    statements.push(
      env.DB.prepare(
        `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${columns.map((name) => `v.value ->> '${name}'`).join(', ')} FROM json_each(?1) v
         WHERE true ON CONFLICT DO NOTHING`,
      ).bind(JSON.stringify(rows.slice(start, start + 2_000))),
    );
  return statements;
}

/** Writes what happens on one day (in days since 1970), in the order of the clock. `joining` members join. */
export async function writeDay(history: History, day: number, joining: number): Promise<void> {
  const { random } = history;
  const at = (seconds = random(daySeconds)) => day * daySeconds + seconds;
  const id = () => {
    history.nextId += 1;
    return history.nextId;
  };
  // In the order of the foreign keys.
  const tables: Record<string, Row[]> = { users: [], cache_cards: [], orders: [], payments: [] };
  const add = (table: string, row: Row) => {
    tables[table] ??= [];
    tables[table].push(row);
  };
  for (let joined = 0; joined < joining; joined += 1) {
    history.members += 1;
    const name = `n${history.lastMember + history.members}`;
    add('users', {
      id: history.lastMember + history.members,
      email: `${name}@n.test`,
      email_key: `${name}@n.test`,
      password_hash: '!',
      referral_code: name,
      created_at: at(),
    });
    if (history.cards < 40) {
      history.cards += 1;
      add('cache_cards', {
        id: history.cards,
        card_id: `TC-9${String(history.cards).padStart(6, '0')}`,
        code: `N${history.cards}`,
        status: 'active',
        created_at: at(0),
      });
    }
  }
  const member = () => history.lastMember + 1 + random(history.members);
  const some = (rate: number) => Math.max(1, Math.floor((history.members * rate) / 100)) + random(2);

  for (let n = 0; n < some(6); n += 1)
    add('card_scans', {
      card_id: 1 + random(history.cards),
      user_id: member(),
      scan_date: at(),
      kind: random(8) === 0 ? 1 : 0,
      tokens_earned: 0,
      source: 0,
      code_was_right: 1,
    });
  for (const scan of tables.card_scans ?? []) scan.tokens_earned = scan.kind === 0 ? 1 : 0;

  const pay = (user: number, cents: number, order: number | null, paidAt: number) => {
    const payment = id();
    add('payments', {
      id: payment,
      user_id: user,
      order_id: order,
      amount_cents: cents,
      currency: 'usd',
      description: 'Paid',
      paid_at: paidAt,
    });
    if (random(2))
      add('payment_bookings', {
        payment_id: payment,
        kind: 'fee',
        amount_cents: -(1 + random(90)),
        source: `txn_${payment}`,
        booked_at: paidAt,
      });
  };
  const subscribe = (user: number, tier: 'basic' | 'premium', startsAt: number, order: number | null, paidAt: number) => {
    const endsAt = startsAt + (20 + random(60)) * daySeconds;
    add('membership_periods', {
      user_id: user,
      tier,
      starts_at: startsAt,
      ends_at: endsAt,
      source: 'stripe',
      cause: `invoice:${id()}`,
      created_at: paidAt,
    });
    pay(user, tier === 'basic' ? 5_000 : 10_000, order, paidAt);
    history.memberships.push({ user, tier, endsAt });
  };
  const buy = (user: number, row: Row, amount: number, paidAt: number) => {
    const order = id();
    add('orders', {
      id: order,
      user_id: user,
      kind: 'cache_cards',
      tier: null,
      quantity: null,
      amount_cents: amount,
      refunded_cents: 0,
      status: 'paid',
      created_at: paidAt,
      expires_at: paidAt,
      paid_at: paidAt,
      ...row,
    });
    return order;
  };
  // Memberships that end are renewed at once, a few days later, or never.
  const ending = history.memberships.filter(({ endsAt }) => endsAt < (day + 1) * daySeconds);
  history.memberships = history.memberships.filter((one) => !ending.includes(one));
  for (const { user, tier, endsAt } of ending) {
    const fate = random(4);
    if (fate === 0) continue;
    if (fate === 1 && endsAt > (day - 5) * daySeconds) history.memberships.push({ user, tier, endsAt });
    else subscribe(user, tier, endsAt, null, Math.max(endsAt, at(0)));
  }
  for (let n = 0; n < some(1); n += 1) {
    const [user, tier, paidAt] = [member(), random(3) ? ('basic' as const) : ('premium' as const), at()];
    subscribe(user, tier, paidAt, buy(user, { kind: 'membership', tier }, 5_000, paidAt), paidAt);
  }
  if (random(2))
    add('membership_periods', {
      user_id: member(),
      tier: 'basic',
      starts_at: at(0),
      ends_at: at(0) + 90 * daySeconds,
      source: 'grant',
      cause: `grant:${id()}`,
      created_at: at(0),
    });

  for (let n = 0; n < 2; n += 1) {
    const [user, paidAt, quantity] = [member(), at(), 1 + random(9)];
    const order = buy(user, { quantity, refunded_cents: random(3) ? 0 : 40 }, 100 * quantity, paidAt);
    pay(user, 100 * quantity, order, paidAt);
    const print = {
      order_id: order,
      environment: random(5) ? 'production' : 'sandbox',
      card_size: 'card_flat_105x74_mm',
      quantity,
      price_cents: random(900),
      currency: 'USD',
      status_at: paidAt,
      created_at: at(),
    };
    const printId = id();
    add('print_orders', {
      ...print,
      id: printId,
      reference: `p${printId}`,
      status: random(4) ? 'shipped' : 'cancelled',
      resend_of_id: null,
    });
    if (random(3) === 0) add('print_orders', { ...print, id: id(), reference: `r${printId}`, status: 'shipped', resend_of_id: printId });
  }
  const friend = history.lastMember + 2 + random(Math.max(1, history.members - 2));
  if (history.members > 3) {
    add('referral_commissions', {
      referrer_id: history.lastMember + 1,
      referred_id: friend,
      amount_cents: 1_000,
      status: ['pending', 'held', 'reversed', 'paid'][random(4)] ?? 'paid',
      created_at: at(),
    });
    const month = new Date(day * daySeconds * 1_000).toISOString().slice(0, 7);
    add('treasure_chest_payouts', {
      user_id: member(),
      month,
      chest_level: 1,
      amount_cents: 200,
      is_premium: 0,
      status: random(5) ? 'pending' : 'reversed',
      created_at: at(),
    });
  }
  const certificate = id();
  const owner = member();
  add('vacation_certificates', {
    id: certificate,
    number: `VC-N${certificate}`,
    user_id: owner,
    type: 'global',
    tokens_redeemed: 60,
    activation_link: '/a',
    pdf_url: '/p',
    status: 'activated',
    created_at: at(0),
    activate_by: at(0),
    valid_until: at(0),
  });
  const departure = new Date((day - random(3)) * daySeconds * 1_000).toISOString().slice(0, 10);
  add('stays', {
    certificate_id: certificate,
    user_id: owner,
    stage: 'stayed',
    arrival: '2020-01-01',
    departure,
    cost_cents: random(3) ? 9_000 + random(9_000) : null,
    took_place: random(3) ? null : random(2),
    no_show_at: random(9) ? null : at(0),
  });
  add('token_transactions', {
    user_id: owner,
    amount: 100,
    kind: 5,
    subject_id: 1,
    turn: id(),
    description: 'Given',
    created_at: at(day % 2 ? 0 : 40_000),
  });
  if (random(2))
    add('token_transactions', {
      user_id: owner,
      amount: -60,
      kind: 3,
      subject_id: certificate,
      turn: 0,
      description: 'Redeemed',
      created_at: at(daySeconds - 1),
    });

  await env.DB.batch(Object.entries(tables).flatMap(([table, rows]) => insertAll(table, rows)));
  // Some money returns, some answers arrive, and some decisions fall later.
  await env.DB.batch([
    env.DB.prepare(`UPDATE payments SET refunded_cents = amount_cents / 2 WHERE refunded_cents = 0 AND id % 11 = ?1 AND paid_at < ?2`).bind(
      random(11),
      at(0),
    ),
    env.DB.prepare(
      `UPDATE stays SET took_place = 0 WHERE took_place IS NULL AND certificate_id % 9 = ?1 AND departure > date(?2, 'unixepoch', '-40 days')`,
    ).bind(random(9), at(0)),
    env.DB.prepare(`UPDATE referral_commissions SET status = 'reversed' WHERE status = 'held' AND id % 5 = ?1 AND created_at > ?2`).bind(
      random(5),
      at(0) - 40 * daySeconds,
    ),
  ]);
}

const scans = (range: string) =>
  `(SELECT count(DISTINCT user_id) FROM card_scans WHERE kind = 0 AND date(scan_date, 'unixepoch') BETWEEN ${range})`;
/** A membership counts until seven days after its end. */
const pays = (user: string, at: string) =>
  `EXISTS (SELECT 1 FROM membership_periods x WHERE x.user_id = ${user} AND x.source = 'stripe' AND x.starts_at <= ${at} AND x.ends_at > ${at} - 604800`;
const end = (day: string) => `(unixepoch(${day}) + 86399)`;
const payingTier = (day: string, premium: boolean) =>
  `(SELECT count(*) FROM users u WHERE ${pays('u.id', end(day))}) AND ${premium ? '' : 'NOT '}${pays('u.id', end(day))} AND x.tier = 'premium'))`;
const paid = (condition: string) =>
  `(SELECT coalesce(sum(p.amount_cents), 0) FROM payments p LEFT JOIN orders o ON o.id = p.order_id WHERE date(p.paid_at, 'unixepoch') BETWEEN ?1 AND ?2 AND ${condition})`;
const within = (column: string, by = `date(${column}, 'unixepoch')`) => `${by} BETWEEN ?1 AND ?2`;
const yearPrice = (day: string) =>
  `CASE WHEN ${pays('u.id', end(day))} AND x.tier = 'premium') THEN 10000 WHEN ${pays('u.id', end(day))}) THEN 5000 ELSE 0 END`;
const wasStayed = `s.stage = 'stayed' AND (s.took_place IS NULL OR s.took_place = 1) AND s.no_show_at IS NULL`;
const held = `(SELECT coalesce(sum(amount), 0) FROM token_transactions WHERE date(created_at, 'unixepoch') <= ?2)`;

const sentStatuses = `('ordered', 'validated', 'producing', 'produced', 'shipped', 'error')`;

/** SQL over the raw tables for each figure. ?1 and ?2 are the first and last day of the period. */
const expected: Record<FigureName, string> = {
  active7: scans(`date(?2, '-6 days') AND ?2`),
  active28: scans(`date(?2, '-27 days') AND ?2`),
  newMembers: `(SELECT count(*) FROM users WHERE ${within('created_at')})`,
  payingBasic: payingTier('?2', false),
  payingPremium: payingTier('?2', true),
  conversion: `(SELECT avg(EXISTS (SELECT 1 FROM membership_periods x WHERE x.user_id = u.id AND x.source = 'stripe' AND x.starts_at - u.created_at < 2592000))
    FROM users u WHERE date(u.created_at, 'unixepoch', '+30 days') BETWEEN ?1 AND ?2)`,
  churn: `(SELECT count(*) * 1.0 FROM (SELECT DISTINCT user_id, date(ends_at + 604800 - 1, 'unixepoch', '+0 days') AS day FROM membership_periods WHERE source = 'stripe'
      UNION SELECT user_id, date(ends_at + 604800, 'unixepoch') FROM membership_periods WHERE source = 'stripe') e
    WHERE e.day BETWEEN ?1 AND ?2 AND ${pays('e.user_id', `(unixepoch(e.day) - 1)`)}) AND NOT ${pays('e.user_id', end('e.day'))}))
    / nullif((SELECT count(*) FROM users u WHERE ${pays('u.id', `(unixepoch(?1) - 1)`)})), 0)`,
  retention: `(SELECT sum(${yearPrice('?2')}) * 1.0 / nullif(sum(${yearPrice(`date(?2, '-365 days')`)}), 0) FROM users u WHERE ${yearPrice(`date(?2, '-365 days')`)} > 0)`,
  memberships: paid(`o.kind = 'membership'`),
  renewals: paid('p.order_id IS NULL'),
  cards: paid(`o.kind = 'cache_cards'`),
  refunds: `(SELECT -coalesce(sum(amount_cents), 0) FROM payment_bookings WHERE kind NOT IN ('payment', 'fee') AND ${within('booked_at')})`,
  fees: `(SELECT -coalesce(sum(amount_cents), 0) FROM payment_bookings WHERE kind = 'fee' AND ${within('booked_at')})`,
  printCost: `(SELECT coalesce(sum(price_cents), 0) FROM print_orders WHERE environment = 'production' AND status IN ${sentStatuses} AND ${within('created_at')})`,
  printLoss: `(SELECT coalesce(sum(max(p.price_cents - (p.resend_of_id IS NULL) * (o.amount_cents - o.refunded_cents), 0)), 0) FROM print_orders p JOIN orders o ON o.id = p.order_id
    WHERE p.environment = 'production' AND p.status IN ${sentStatuses} AND ${within('p.created_at')})`,
  commissions: `(SELECT coalesce(sum(amount_cents), 0) FROM referral_commissions WHERE status IN ('pending', 'held', 'paid') AND ${within('created_at')})`,
  chests: `(SELECT coalesce(sum(amount_cents), 0) FROM treasure_chest_payouts WHERE status IN ('pending', 'held', 'paid') AND ${within('created_at')})`,
  tokensIssued: `(SELECT coalesce(sum(amount), 0) FROM token_transactions WHERE amount > 0 AND kind <> 4 AND ${within('created_at')})`,
  tokensRedeemed: `(SELECT -coalesce(sum(amount), 0) FROM token_transactions WHERE kind = 3 AND ${within('created_at')})`,
  tokensOutstanding: held,
  tokenLiability: `(SELECT round(${held} * coalesce(sum(s.cost_cents) * 1.0 / nullif(sum(iif(s.cost_cents IS NULL, 0, c.tokens_redeemed)), 0), 100))
    FROM stays s JOIN vacation_certificates c ON c.id = s.certificate_id WHERE ${wasStayed} AND s.departure BETWEEN date(?2, '-364 days') AND ?2)`,
  stays: `(SELECT count(*) FROM stays s WHERE ${wasStayed} AND ${within('', 's.departure')})`,
};

export async function computeFigures({ from, to }: Range): Promise<Record<FigureName, number | null>> {
  const entries = Object.entries(expected);
  const results = await env.DB.batch<{ value: number | null }>(
    entries.map(([, sql]) => env.DB.prepare(`SELECT ${sql} AS value, ?1, ?2`).bind(from, to)),
  );
  return Object.fromEntries(entries.map(([name], index) => [name, results[index]?.results[0]?.value ?? null])) as Record<
    FigureName,
    number | null
  >;
}

/** Counts the members of a month of joining who found a card in the month `month`, and who paid at its end, by month of joining. */
export async function computeCohorts(month: string): Promise<Map<string, { members: number; active: number; paying: number }>> {
  const joined = `strftime('%Y-%m', u.created_at, 'unixepoch')`;
  const { results } = await env.DB.prepare(
    `SELECT ${joined} AS cohort, count(*) AS members, sum(f.user_id IS NOT NULL) AS active,
       sum(${pays('u.id', `(unixepoch(?1 || '-01', '+1 month') - 1)`)})) AS paying
     FROM users u LEFT JOIN (SELECT DISTINCT user_id FROM card_scans WHERE kind = 0 AND strftime('%Y-%m', scan_date, 'unixepoch') = ?1) f ON f.user_id = u.id
     GROUP BY 1`,
  )
    .bind(month)
    .all<{ cohort: string; members: number; active: number; paying: number }>();
  return new Map(results.map(({ cohort, ...counts }) => [cohort, counts]));
}
