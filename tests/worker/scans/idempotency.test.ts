/** Scans that are sent more than once with the same Idempotency-Key. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ScanResponse } from '#schema/scans/scan.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import {
  advanceClock,
  balanceOf,
  type Client,
  everyRow,
  expectError,
  newCard,
  row,
  setClock,
  type TestCard,
} from '#tests/worker/support/client.ts';

beforeEach(() => setClock('2026-11-21T23:59:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const scan = (client: Client, { cardId, code }: TestCard, key: string) =>
  client.post<ScanResponse>('/api/scan', { cardId, code, source: 'offline' }, { 'Idempotency-Key': key });

describe('a scan with an Idempotency-Key', () => {
  test('returns the same tokens when it is repeated, and pays once', async () => {
    const owner = await directMember({ role: 'basic' });
    const { client, id } = await directMember();
    const card = await newCard({ owner: owner.id, placed: true });
    const first = await scan(client, card, 'offline-0001');
    expect(first).toMatchObject({ status: 200, body: { tokensEarned: 1, tokenBalance: 1 } });
    const before = await everyRow();
    expect(await scan(client, card, 'offline-0001')).toMatchObject({ status: 200, body: first.body });
    expect(await everyRow()).toEqual(before);
    expect(await balanceOf(id)).toBe(1);
    expect(await balanceOf(owner.id)).toBe(11);
  });

  test('pays once when sent several times concurrently, with the same answer each time', async () => {
    const { client, id } = await directMember();
    const card = await newCard();
    const answers = await Promise.all(Array.from({ length: 8 }, () => scan(client, card, 'offline-0002')));
    expect(answers.map(({ status, body }) => [status, body.tokensEarned])).toEqual(Array(8).fill([200, 1]));
    expect(await balanceOf(id)).toBe(1);
  });

  test('counts on the day it arrives', async () => {
    const { client, id } = await directMember();
    const card = await newCard();
    advanceClock(120);
    await scan(client, card, 'offline-0003');
    expect(await row('SELECT day, rewarded_scans FROM member_days WHERE user_id = ?', id)).toEqual({
      day: '2026-11-22',
      rewarded_scans: 1,
    });
  });

  test('of one’s own card returns the same response when repeated', async () => {
    const { client, id } = await directMember({ role: 'basic' });
    const card = await newCard({ owner: id, status: 'ordered' });
    expect(await scan(client, card, 'own-card-1')).toMatchObject({ status: 200, body: { tokensEarned: 0, card: { status: 'active' } } });
    expect(await scan(client, card, 'own-card-1')).toMatchObject({ status: 200, body: { tokensEarned: 0, card: { status: 'active' } } });
  });

  test('that was used for another card is rejected without paying', async () => {
    const { client, id } = await directMember();
    const [card, other] = [await newCard(), await newCard()];
    await scan(client, card, 'offline-0004');
    const before = await everyRow();
    expectError(await scan(client, other, 'offline-0004'), 409, 'idempotency_key_reused');
    expect(await everyRow()).toEqual(before);
    expect(await scan(client, other, 'offline-0005')).toMatchObject({ body: { tokensEarned: 1 } });
    expect(await balanceOf(id)).toBe(2);
  });

  test('for two cards concurrently pays one of them', async () => {
    const { client, id } = await directMember();
    const cards = [await newCard(), await newCard()];
    const answers = await Promise.all(cards.map((card) => scan(client, card, 'offline-0006')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await balanceOf(id)).toBe(1);
  });

  test('is separate per member: another may use the same key', async () => {
    const card = await newCard();
    for (const { client } of [await directMember(), await directMember()]) {
      expect(await scan(client, card, 'same-key-for-all')).toMatchObject({ status: 200, body: { tokensEarned: 1 } });
    }
  });

  test.each([
    '',
    'short',
    'x'.repeat(101),
    'with space',
    '%D0%BA%D0%BB%D1%8E%D1%87',
    'a/b/c/d/e',
    "'; DROP--",
  ])('that is malformed is rejected (%#)', async (key) => {
    const { client } = await directMember();
    const card = await newCard();
    expectError(await scan(client, card, key), 400, 'bad_idempotency_key');
    expect(await row('SELECT COUNT(*) AS n FROM card_scans WHERE card_id = ?', card.id)).toEqual({ n: 0 });
  });

  test('stores the key only if one was sent', async () => {
    const { client, id } = await directMember();
    const [card, other] = [await newCard(), await newCard()];
    await client.post('/api/scan', { cardId: card.cardId, code: card.code });
    await scan(client, other, 'offline-0005');
    const storedKey = (of: { id: number }) => row('SELECT request_key AS key FROM card_scans WHERE card_id = ? AND user_id = ?', of.id, id);
    expect([await storedKey(card), await storedKey(other)]).toEqual([{ key: null }, { key: 'offline-0005' }]);
  });
});
