import { env } from 'cloudflare:workers';
import type { D1Database as PlainDatabase } from '@cloudflare/workers-types';
import { expect, test } from 'vitest';
import { totalHeader, totalIsMinimumHeader } from '#schema/admin/list.ts';
import { type ListedFigure, listedFigures, type NumberRow, rangeOfRows } from '#schema/admin/number-rows.ts';
import { type FigureName, type NumbersAnswer, numberPeriods, type Range } from '#schema/admin/numbers.ts';
import { addDays } from '#schema/calendar.ts';
import { seedBulk } from '#scripts/seed/bulk/bulk.ts';
import { seedBulkAdmins } from '#scripts/seed/bulk/bulk-admin-data.ts';
import { recountNumbers, runAndRebuildTotals } from '#scripts/seed/bulk/bulk-totals.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { computeFigures } from '#tests/worker/support/admin/numbers-history.ts';
import { type Client, change, newMember, row } from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import type { Env } from '#worker/env.ts';
import { createStore } from '#worker/store/store.ts';

const { env: counted, use } = countingDatabase(env as unknown as Env);

test('load data is added to a database that has some of its card ids, and is varied enough to search', async () => {
  const { id: owner } = await newMember();
  // The first seeded card gets row id 501, whose card id and first two substitutes are taken.
  await change(`INSERT INTO cache_cards (id, card_id, code, user_id, created_at) VALUES (500, 'TC-0000500', 'AAAA0000', ?, 1)`, owner);
  const taken = ['TC-4967419', 'TC-0000601', 'TC-0008520'];
  for (const [index, cardId] of taken.entries())
    await change(
      'INSERT INTO cache_cards (id, card_id, code, user_id, created_at) VALUES (?, ?, ?, ?, 1)',
      100 + index,
      cardId,
      `BBBB000${index}`,
      owner,
    );
  await change('UPDATE users SET created_at = created_at - 30 * 86400 WHERE id = ?', owner);
  await fire('add-up-totals');
  const now = Math.floor(Date.now() / 1_000);
  const db = env.DB as unknown as PlainDatabase;
  await runAndRebuildTotals(db, () =>
    seedBulk(db, { members: 2_000, cards: 500, scans: 2_000 }, now, (made) => seedBulkAdmins(db, made, now)),
  );
  await recountNumbers(db, now);

  const varied = await row(
    `SELECT count(DISTINCT first_name || ' ' || last_name) > 1000 AS names, count(DISTINCT created_at) > 1900 AS times,
       count(DISTINCT date(created_at, 'unixepoch')) > 250 AS days, (SELECT count(*) FROM cache_cards WHERE card_id GLOB 'TC-[0-9][0-9][0-9][0-9][0-9][0-9][0-9]') AS cards,
       (SELECT count(DISTINCT description) FROM cache_cards) > 5 AS hints, (SELECT count(DISTINCT message) FROM contact_messages) > 300 AS messages
     FROM users WHERE email GLOB '*@bulk.test'`,
  );
  const kinds = await row(
    `SELECT sum(phone_key <> '') > 900 AS phones, sum(stripe_customer_id IS NOT NULL) > 400 AS customers, sum(created_at > unixepoch() - 2592000) > 50 AS "new",
       (SELECT count(*) FROM users WHERE created_at > (SELECT min(scan_date) FROM card_scans WHERE user_id = users.id)) AS "tooEarly"
     FROM users WHERE email GLOB '*@bulk.test'`,
  );
  const shipped = await row(
    `SELECT count(*) > 150 AS orders, sum((SELECT count(*) FROM cache_cards WHERE order_id = o.id AND user_id = o.user_id) = quantity) = count(*) AS whole,
       sum(sent_to_print_at IS NULL) > 100 AS "toPrint", sum((sent_to_print_at IS NULL) = EXISTS (SELECT 1 FROM print_orders WHERE order_id = o.id)) AS unmarked
     FROM orders o WHERE delivery = 'ship' AND status = 'paid' AND stripe_payment_intent_id GLOB 'pi_bulk_*'`,
  );
  expect(shipped).toEqual({ orders: 1, whole: 1, toPrint: 1, unmarked: 0 });
  expect(kinds).toEqual({ phones: 1, customers: 1, new: 1, tooEarly: 0 });
  expect(varied).toEqual({ names: 1, times: 1, days: 1, cards: 504, hints: 1, messages: 1 });

  Object.assign(use, { rowsRead: 0 });
  await createStore(counted as unknown as Env).usernames.addSomeSkeletons();
  expect(use.rowsRead).toBeLessThan(6_000);

  // Although the job had counted the days before, the founder's numbers include the new rows.
  const { client } = await newAdmin('admin');
  for (const period of numberPeriods) {
    const { numbers } = (await client.get<NumbersAnswer>(`/api/admin/numbers?period=${period}`)).body;
    if (!numbers) throw new Error('Nothing is counted');
    const values = Object.fromEntries(Object.entries(numbers.figures).map(([name, { value }]) => [name, value]));
    expect(values, period).toEqual(await computeFigures(numbers.period));
    const counted = Object.fromEntries(
      await Promise.all(listedFigures.map(async (figure) => [figure, await readRows(client, figure, rangeOfRows(figure, numbers.period))])),
    ) as Record<ListedFigure, Counted>;
    await expectRowsToEqual(counted, values as Record<FigureName, number>, numbers.period);
    const converted = await readRows(client, 'conversion', numbers.period, '&paid=yes');
    expect(converted.rows / counted.conversion.rows).toBe(values.conversion);
    if (period === '28days') expect(Object.entries(values).filter(([, value]) => !value)).toEqual([]);
  }
});

test('seeding recreates its triggers even if it fails', async () => {
  const listTriggers = () =>
    row(`SELECT group_concat(name) AS names FROM (SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name)`);
  const before = await listTriggers();
  const seeding = runAndRebuildTotals(env.DB as unknown as PlainDatabase, () => Promise.reject(new Error('no space')));
  await expect(seeding).rejects.toThrow('no space');
  expect(await listTriggers()).toEqual(before);
});

interface Counted {
  rows: number;
  amount: number;
}

async function readRows(client: Client, figure: ListedFigure, { from, to }: Range, query = ''): Promise<Counted> {
  const path = (end: string) => `/api/admin/numbers/rows/${figure}${end}?from=${from}&to=${to}${query}`;
  const [list, csv] = [await client.get<NumberRow[]>(path('')), await client.get<string>(path('/export.csv'))];
  const lines = csv.body.trim().split('\r\n').slice(1);
  const amounts = lines.map((line) => Number(line.slice(line.lastIndexOf(',') + 1)) * 100);
  expect([list.headers.get(totalHeader), list.headers.get(totalIsMinimumHeader)], figure).toEqual([String(lines.length), null]);
  return { rows: lines.length, amount: Math.round(amounts.reduce((sum, amount) => sum + amount, 0)) };
}

/** Checks that the rows behind each figure, counted or added up, are the figure. */
async function expectRowsToEqual(
  counted: Record<ListedFigure, Counted>,
  values: Record<FigureName, number>,
  { from, to }: Range,
): Promise<void> {
  const payers = async (day: string) => {
    const { payingBasic, payingPremium } = await computeFigures({ from: day, to: day });
    return (payingBasic ?? 0) + (payingPremium ?? 0);
  };
  const [before, yearAgo] = [await payers(addDays(from, -1)), await payers(addDays(to, -365))];
  const stays = (await computeFigures(rangeOfRows('tokenLiability', { from, to }))).stays;
  const rows = { churn: Math.round(values.churn * before), retention: yearAgo, tokenLiability: stays };
  const expected = Object.fromEntries(
    listedFigures.map((figure): [ListedFigure, number | null] => {
      if (figure in rows) return [figure, rows[figure as keyof typeof rows]];
      return [figure, figure === 'conversion' ? counted.conversion.rows : values[figure]];
    }),
  );
  const actual = listedFigures.map((figure): [ListedFigure, number] => {
    const { rows, amount } = counted[figure];
    const isTokens = figure === 'tokensIssued' || figure === 'tokensRedeemed';
    const countsRows = amount === 0 || figure === 'tokenLiability';
    return [figure, countsRows ? rows : isTokens ? amount / 100 : amount];
  });
  expect(Object.fromEntries(actual)).toEqual(expected);
}
