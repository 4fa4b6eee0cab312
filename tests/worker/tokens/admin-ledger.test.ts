/** Administrators' read access to the token ledger. Product rules: Tokens; Administrators. */

import { beforeAll, describe, expect, test } from 'vitest';
import type { LedgerEntry, TokenTotals } from '#schema/tokens/admin-tokens.ts';
import { tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { giveTokens } from '#tests/worker/support/certificates/redeemer.ts';
import { change, expectError, newCard, newMember, row, type TestMember } from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';

const path = '/api/admin/tokens';
let admin: TestAdmin;
let owner: TestMember;
let finder: TestMember;
let cardId: string;

beforeAll(async () => {
  admin = await newAdmin('admin');
  owner = await newMember({ email: 'owner-of-tokens@example.test' });
  finder = await newMember({ email: 'finder-of-tokens@example.test' });
  const card = await newCard({ owner: owner.id });
  cardId = card.cardId;
  await finder.client.post('/api/scan', { cardId, code: card.code });
  await giveTokens(owner.id, 7);
});

const listOf = async (query: string) => (await admin.client.get<LedgerEntry[]>(`${path}?${query}`)).body;

describe('the administrators’ token ledger', () => {
  test('shows who, how many, why and about what, newest first', async () => {
    const entries = await listOf('');
    expect(entries.map(({ id }) => id)).toEqual(entries.map(({ id }) => id).toSorted((one, other) => other - one));
    expect(entries.find(({ type, member }) => type === 'scan' && member.id === finder.id)).toMatchObject({
      member: { email: 'finder-of-tokens@example.test' },
      amount: 1,
      description: `Found Cache Card ${cardId}`,
      related: `Card ${cardId}`,
    });
    expect((await listOf(`user=${owner.id}&type=scans`)).map(({ description }) => description)).toEqual([
      `Their Cache Card ${cardId} was found`,
    ]);
    const answer = await admin.client.get(path);
    expect(answer.headers.get('X-Total-Count')).toBe(String((await row<{ n: number }>('SELECT count(*) AS n FROM token_transactions'))?.n));
  });

  test('filters by type and by member', async () => {
    const typesOf = async (query: string) => new Set((await listOf(query)).map(({ type }) => type));
    expect(await typesOf('type=scans')).toEqual(new Set(['scan', 'owner_scan']));
    expect(await typesOf('type=adjustment')).toEqual(new Set(['adjustment']));
    expect((await listOf('type=redemption')).length).toBe(0);
    expect(new Set((await listOf(`user=${owner.id}`)).map(({ member }) => member.id))).toEqual(new Set([owner.id]));
    expectError(await admin.client.get(`${path}?type=gift`), 400, 'invalid_input');
    expectError(await admin.client.get(`${path}?user=x`), 400, 'invalid_input');
  });

  test.each([
    ['a few members', 'OWNER-of-tok', 3],
    ['hardly any members', '%_', 3],
    ['many members', 'crowd', 30],
  ])('finds the entries of %s, page by page', async (_, q, crowd) => {
    for (let count = 0; count < crowd; count += 1) {
      const { id } = await directMember();
      await change("UPDATE users SET first_name = 'Crowd' WHERE id = ?", id);
      await giveTokens(id, 1 + count);
    }
    const paged: LedgerEntry[] = [];
    for (let next = `${path}?q=${encodeURIComponent(q)}&limit=7`; next; ) {
      const page = await admin.client.get<LedgerEntry[]>(next);
      paged.push(...page.body);
      next = /<(.*)>; rel="next"/.exec(page.headers.get('Link') ?? '')?.[1] ?? '';
    }
    const expected = await admin.client.workerEnv.DB.prepare(
      `SELECT t.id FROM token_transactions t JOIN users u ON u.id = t.user_id
       WHERE instr(lower(u.email || '|' || coalesce(u.username, '') || '|' || coalesce(u.first_name, '')), lower(?)) > 0 ORDER BY t.id DESC`,
    )
      .bind(q)
      .all<{ id: number }>();
    expect(paged.map(({ id }) => id)).toEqual(expected.results.map(({ id }) => id));
    expect((await listOf(`q=${encodeURIComponent(q)}&type=redemption`)).length).toBe(0);
  });

  test('filters by days, whether or not the job has summed them up', async () => {
    await fire('add-up-totals');
    await giveTokens(owner.id, 3);
    const { id: newest, day: today } = (await row<{ id: number; day: string }>(
      "SELECT max(id) AS id, date(created_at, 'unixepoch') AS day FROM token_transactions",
    )) ?? { id: 0, day: '' };
    for (const turn of ['new', 'summed up']) {
      for (const query of [`from=${today}`, `to=${today}`, `from=${today}&to=${today}`])
        expect((await listOf(query))[0]?.id, `${turn}, ${query}`).toBe(newest);
      expect(await listOf('from=2001-01-01&to=2001-12-31')).toEqual([]);
      await fire('add-up-totals');
    }
  });

  test('reads little more than a page and the counted rows, with each filter', async () => {
    const { id } = await directMember();
    await change(
      `WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < 2000)
       INSERT INTO token_transactions (user_id, amount, kind, subject_id, turn, description, created_at)
       SELECT ?1, 1, iif(n % 40, n % 2, ${tokenKinds.placement.code}), 1, n, iif(n % 40, NULL, 'One of many'), 1790000000 + n FROM s`,
      id,
    );
    const { env: countedEnv, use } = countingDatabase(admin.client.workerEnv);
    const client = admin.client.bearer(admin.client.token ?? '');
    client.workerEnv = countedEnv;
    for (const query of ['', '?type=scans', '?type=placement', '?type=refund', `?user=${id}`]) {
      Object.assign(use, { roundTrips: 0, rowsRead: 0 });
      const answer = await client.get(`${path}${query}`);
      expect(answer.status).toBe(200);
      expect(use.roundTrips).toBeLessThanOrEqual(2);
      expect(use.rowsRead, query).toBeLessThanOrEqual(750 + Number(answer.headers.get('X-Total-Count')));
    }
  });

  test('is exported as one CSV with every row', async () => {
    const csv = (await admin.client.get<string>(`${path}/export.csv`)).body;
    const entries = (await row<{ n: number }>('SELECT count(*) AS n FROM token_transactions'))?.n ?? 0;
    expect(csv.trimEnd().split('\r\n')).toHaveLength(entries + 1);
    expect(csv).toContain(`,${owner.id},owner-of-tokens@example.test,7,adjustment,`);
  });
});

test('the token sums show what members hold', async () => {
  const totals = (await admin.client.get<TokenTotals>(`${path}/totals`)).body;
  expect(totals.balance).toBe((await row<{ sum: number }>('SELECT sum(token_balance) AS sum FROM users'))?.sum);
});
