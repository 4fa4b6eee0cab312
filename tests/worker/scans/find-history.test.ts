/** A member's find summary and find search. Product rules: Finds and notes to owners. */
import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FoundCards } from '#schema/scans/find.ts';
import { FindMatches, FindSummary, maxSelectedFinds } from '#schema/scans/find-history.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { type Client, change, expectError, newCard, newMember, setClock, type TestCard } from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import { decide, undoDecision } from '#tests/worker/support/reviews/deciding.ts';
import type { Env } from '#worker/env.ts';

beforeEach(() => setClock('2026-11-21T10:00:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

async function read<Output>(client: Client, path: string, schema: v.GenericSchema<unknown, Output>): Promise<Output> {
  const { status, body } = await client.get(path);
  expect(status, JSON.stringify(body)).toBe(200);
  return v.parse(schema, body);
}
const summaryOf = (client: Client) => read(client, '/api/finds/summary', FindSummary);
const search = (client: Client, q: string, ids = '') =>
  read(client, `/api/finds/search?q=${encodeURIComponent(q)}${ids && `&ids=${ids}`}`, FindMatches);

async function scanOn(day: string, client: Client, { cardId, code }: TestCard) {
  setClock(`${day}T10:00:00Z`);
  expect((await client.post('/api/scan', { cardId, code })).status).toBe(200);
}
const nameCard = ({ id }: TestCard, location: string) => change('UPDATE cache_cards SET location = ?2 WHERE id = ?1', id, location);

/** Finds three cards in two months and returns them in that order. */
async function finderOfThree() {
  const [owner, finder] = [await newMember({ role: 'basic' }), await newMember()];
  const cards = [await newCard({ owner: owner.id }), await newCard({ owner: owner.id }), await newCard({ owner: owner.id })] as const;
  for (const [index, day] of ['2026-09-30', '2026-11-01', '2026-11-20'].entries())
    await scanOn(day, finder.client, cards[index] as TestCard);
  return { owner, finder, cards };
}

/** Inserts finds of new cards, one per second, starting in 2024. */
async function insertFinds(userId: number, count: number) {
  await change(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO cache_cards (card_id, code, status, available_at, location, created_at)
     SELECT printf('TC-8%06d', i), printf('C%07d', i), 'active', 1, 'Mill ' || i, 1 FROM n`,
    count,
  );
  await change(
    `INSERT INTO card_scans (card_id, user_id, scan_date, kind, tokens_earned, source, code_was_right)
     SELECT id, ?1, unixepoch('2024-01-01') + CAST(substr(card_id, 5) AS INTEGER), 0, 1, 2, 1 FROM cache_cards WHERE card_id LIKE 'TC-8%' ORDER BY id`,
    userId,
  );
  await change(
    `INSERT INTO token_transactions (user_id, amount, kind, subject_id, created_at)
     SELECT ?1, 1, 0, card_id, scan_date FROM card_scans WHERE user_id = ?1 AND scan_date < unixepoch('2025-01-01') ORDER BY id`,
    userId,
  );
}

describe('the summary of one’s finds', () => {
  test('counts finds per UTC month, newest first, and numbers them from the first', async () => {
    const { owner, finder, cards } = await finderOfThree();
    await scanOn('2026-11-20', finder.client, await newCard({ owner: finder.id }));
    await change(
      `UPDATE cache_cards SET placement_at = 1, latitude = 35.6, longitude = -82.6, visibility = 'near', shown_latitude_e6 = 35600100,
         shown_longitude_e6 = -82600200 WHERE id = ?`,
      cards[1].id,
    );
    const { finds } = await read(finder.client, '/api/finds', FoundCards);
    expect(await summaryOf(finder.client)).toEqual({
      total: 3,
      months: [
        { month: '2026-11', finds: 2, newestId: finds[0]?.id, number: 3 },
        { month: '2026-09', finds: 1, newestId: finds[2]?.id, number: 1 },
      ],
      points: [[finds[1]?.id, 2, 35.6001, -82.6002, 'near']],
    });
    expect(await summaryOf(owner.client)).toEqual({ total: 0, months: [], points: [] });
  });

  test('gives each month a cursor at which the list starts with that month', async () => {
    const { finder, cards } = await finderOfThree();
    const [, september] = (await summaryOf(finder.client)).months;
    const { finds } = await read(finder.client, `/api/finds?cursor=${(september?.newestId ?? 0) + 1}`, FoundCards);
    expect(finds.map(({ cardId }) => cardId)).toEqual([cards[0].cardId]);
  });

  test('omits finds that were taken back until that is undone', async () => {
    const { finder } = await finderOfThree();
    const boss = await newAdmin();
    const decision = await decide(boss, 'take_back', [finder.id]);
    expect(await summaryOf(finder.client)).toEqual({ total: 0, months: [], points: [] });
    await undoDecision(boss, decision);
    expect((await summaryOf(finder.client)).total).toBe(3);
  });

  test('reads five rows per find and none of the rewards for other members’ finds', async () => {
    const finder = await newMember();
    await insertFinds(finder.id, 5_000);
    await change(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
       INSERT INTO token_transactions (user_id, amount, kind, subject_id, other_id, created_at) SELECT ?1, 1, 1, 1, i, 1 FROM n`,
      finder.id,
    );
    const { env: countedEnv, use } = countingDatabase(env as unknown as Env);
    finder.client.workerEnv = { ...finder.client.workerEnv, DB: countedEnv.DB };
    const { total, months } = await summaryOf(finder.client);
    expect([total, months.length, use.roundTrips]).toEqual([5_000, 1, 1]);
    expect(use.rowsRead).toBeLessThanOrEqual(5 * 5_000 + 10);
    Object.assign(use, { rowsRead: 0, roundTrips: 0 });
    const { finds, hasMore } = await search(finder.client, 'Mill 4999');
    expect(finds).toMatchObject([{ name: 'Mill 4999', number: 4_999 }]);
    expect([hasMore, use.roundTrips]).toEqual([false, 1]);
    expect(use.rowsRead).toBeLessThanOrEqual(9 * 5_000 + 10);
    expect((await search(finder.client, 'mill')).finds).toHaveLength(maxSelectedFinds);
    expect((await search(finder.client, 'mill')).hasMore).toBe(true);
  });
});

describe('the search among one’s finds', () => {
  test('matches part of the card’s id or shown name and returns the find’s number', async () => {
    const { finder, cards } = await finderOfThree();
    await nameCard(cards[1], 'Stone arch');
    for (const text of ['ARCH', cards[1].cardId, cards[1].cardId.slice(3).toLowerCase()])
      expect((await search(finder.client, text)).finds).toMatchObject([{ cardId: cards[1].cardId, name: 'Stone arch', number: 2 }]);
    expect(await search(finder.client, 'harbor')).toEqual({ finds: [], hasMore: false });
  });

  test('finds letters outside ASCII as they are written', async () => {
    const { finder, cards } = await finderOfThree();
    await nameCard(cards[1], 'Ärmelkanal');
    expect((await search(finder.client, 'Ärmel')).finds).toHaveLength(1);
  });

  test('never reveals the name of a card that is no longer available, or other members’ finds', async () => {
    const { owner, finder, cards } = await finderOfThree();
    await nameCard(cards[0], 'Stone arch');
    await change(`UPDATE cache_cards SET status = 'disabled' WHERE id = ?`, cards[0].id);
    expect((await search(finder.client, 'arch')).finds).toEqual([]);
    expect((await search(owner.client, cards[1].cardId)).finds).toEqual([]);
  });

  test('adds the finds with the given ids, which only their finder can select', async () => {
    const { owner, finder, cards } = await finderOfThree();
    await nameCard(cards[1], 'Stone arch');
    const [newest] = (await read(finder.client, '/api/finds', FoundCards)).finds;
    expect((await search(finder.client, 'arch', String(newest?.id))).finds.map(({ number }) => number)).toEqual([3, 2]);
    expect((await read(finder.client, `/api/finds?ids=${newest?.id}`, FoundCards)).finds).toEqual([newest]);
    expect((await read(owner.client, `/api/finds?ids=${newest?.id}`, FoundCards)).finds).toEqual([]);
    expect((await search(owner.client, 'arch', String(newest?.id))).finds).toEqual([]);
  });

  test('needs a text, and rejects too many ids', async () => {
    const { client } = await newMember();
    expectError(await client.get('/api/finds/search?q=%20'), 400, 'invalid_input');
    const ids = Array.from({ length: maxSelectedFinds + 1 }, (_, index) => index).join(',');
    expectError(await client.get(`/api/finds?ids=${ids}`), 400, 'invalid_input');
  });
});

test('the queries of the summary and the search use indexes', async () => {
  const { results } = await env.DB.prepare(
    'EXPLAIN QUERY PLAN SELECT t.id, t.subject_id FROM token_transactions t WHERE t.user_id = 1 AND t.kind = 0 ORDER BY +t.id DESC LIMIT 9',
  ).all<{ detail: string }>();
  expect(results.map(({ detail }) => detail)).toEqual([
    'SEARCH t USING COVERING INDEX token_transactions_once (user_id=? AND kind=?)',
    'USE TEMP B-TREE FOR ORDER BY',
  ]);
});
