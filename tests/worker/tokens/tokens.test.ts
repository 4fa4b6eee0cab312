import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Earnings } from '#schema/site.ts';
import { TokenHistory } from '#schema/tokens/token.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { advanceClock, type Client, newCard, setClock } from '#tests/worker/support/client.ts';

beforeEach(() => setClock('2026-11-21T10:00:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const history = (client: Client, query = '') => client.get<TokenHistory>(`/api/tokens${query}`);

describe('the token history', () => {
  test('is empty for a new member', async () => {
    const { client } = await directMember();
    expect(await history(client)).toMatchObject({ status: 200, body: { balance: 0, transactions: [], nextCursor: null } });
  });

  test('shows each reason in words, newest first', async () => {
    const { client, id } = await directMember({ role: 'basic' });
    const finder = await directMember();
    const [found, own] = [await newCard(), await newCard({ owner: id, placed: true })];
    await client.post('/api/scan', { cardId: found.cardId, code: found.code });
    advanceClock(60);
    await finder.client.post('/api/scan', { cardId: own.cardId, code: own.code });
    const { body } = await history(client);
    expect(v.parse(v.strictObject(TokenHistory.entries), body)).toEqual({
      balance: 12,
      owed: 0,
      nextCursor: null,
      transactions: [
        {
          id: expect.any(Number),
          amount: 10,
          type: 'placement',
          relatedEntityType: 'cache_card',
          relatedEntityId: String(own.id),
          description: `Placement of Cache Card ${own.cardId} was confirmed by a find`,
          createdAt: '2026-11-21T00:00:00.000Z',
        },
        {
          id: expect.any(Number),
          amount: 1,
          type: 'owner_scan',
          relatedEntityType: 'cache_card',
          relatedEntityId: String(own.id),
          description: `Your Cache Card ${own.cardId} was found`,
          createdAt: '2026-11-21T00:00:00.000Z',
        },
        {
          id: expect.any(Number),
          amount: 1,
          type: 'scan',
          relatedEntityType: 'cache_card',
          relatedEntityId: String(found.id),
          description: `Found Cache Card ${found.cardId}`,
          createdAt: '2026-11-21T10:00:00.000Z',
        },
      ],
    });
  });

  test('is paged without duplicates or gaps, even while it grows', async () => {
    const { client } = await directMember();
    const other = await directMember();
    const find = async () => {
      const card = await newCard();
      for (const finder of [client, other.client]) await finder.post('/api/scan', { cardId: card.cardId, code: card.code });
    };
    for (let time = 0; time < 5; time += 1) await find();
    const whole = (await history(client)).body.transactions.map(({ id }) => id);
    expect(whole).toHaveLength(5);
    expect(whole).toEqual([...whole].sort((a, b) => b - a));
    const first = await history(client, '?limit=2');
    await find();
    const second = await history(client, `?limit=2&cursor=${first.body.nextCursor}`);
    const third = await history(client, `?limit=2&cursor=${second.body.nextCursor}`);
    expect([first, second, third].map(({ body }) => body.transactions.length)).toEqual([2, 2, 1]);
    expect([first, second, third].flatMap(({ body }) => body.transactions.map(({ id }) => id))).toEqual(whole);
    expect(third.body.nextCursor).toBeNull();
  });

  test('has no next page after a last page that is exactly full', async () => {
    const { client } = await directMember();
    for (let time = 0; time < 2; time += 1) {
      const card = await newCard();
      await client.post('/api/scan', { cardId: card.cardId, code: card.code });
    }
    expect((await history(client, '?limit=2')).body.nextCursor).toBeNull();
    expect((await history(client, '?limit=200')).body.transactions).toHaveLength(2);
  });

  test('never includes another member’s rows, whatever the cursor', async () => {
    const { client } = await directMember();
    const card = await newCard();
    await client.post('/api/scan', { cardId: card.cardId, code: card.code });
    const stranger = await directMember();
    for (const query of ['', '?cursor=999999999999999', '?cursor=1', '?userId=1']) {
      expect(await history(stranger.client, query)).toMatchObject({ status: 200, body: { transactions: [] } });
    }
  });
});

test.each(['free', 'basic', 'premium'] as const)('the earnings of a new %s member are all zero', async (role) => {
  const { client } = await directMember({ role });
  const answer = await client.get('/api/earnings');
  expect(answer.status).toBe(200);
  expect(v.parse(v.strictObject(Earnings.entries), answer.body)).toEqual({
    summary: { commissions: 0, treasureChests: 0, pending: 0, paid: 0, grandTotal: 0 },
    commissions: [],
    treasureChests: [],
    surpluses: [],
    openedChestMonth: null,
  });
});
