import { env } from 'cloudflare:workers';
import type { D1Database as PlainDatabase } from '@cloudflare/workers-types';
import { expect, test } from 'vitest';
import { type NumbersAnswer, numberPeriods } from '#schema/admin/numbers.ts';
import { seedBulk } from '#scripts/seed/bulk/bulk.ts';
import { seedBulkAdmins } from '#scripts/seed/bulk/bulk-admin-data.ts';
import { recountNumbers, runAndRebuildTotals } from '#scripts/seed/bulk/bulk-totals.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { computeFigures } from '#tests/worker/support/admin/numbers-history.ts';
import { change, newMember, row } from '#tests/worker/support/client.ts';

test('load data is added to a database that has some of its card ids, and is varied enough to search', async () => {
  const { id: owner } = await newMember();
  // The first of these cards has the row id that the next one's number is made of.
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
  expect(kinds).toEqual({ phones: 1, customers: 1, new: 1, tooEarly: 0 });
  expect(varied).toEqual({ names: 1, times: 1, days: 1, cards: 504, hints: 1, messages: 1 });

  // Although the job had counted the days before, the founder's numbers include the new rows.
  const { client } = await newAdmin('admin');
  for (const period of numberPeriods) {
    const { numbers } = (await client.get<NumbersAnswer>(`/api/admin/numbers?period=${period}`)).body;
    if (!numbers) throw new Error('Nothing is counted');
    const values = Object.fromEntries(Object.entries(numbers.figures).map(([name, { value }]) => [name, value]));
    expect(values, period).toEqual(await computeFigures(numbers.period));
    if (period === '28days') expect(Object.entries(values).filter(([, value]) => !value)).toEqual([]);
  }
});
