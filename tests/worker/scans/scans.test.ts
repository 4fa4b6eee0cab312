import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { scanSources } from '#schema/cards/card.ts';
import { getShownPlace } from '#schema/finding/shown-place.ts';
import { ScanResponse } from '#schema/scans/scan.ts';
import { scanKinds } from '#schema/tokens/ledger-kinds.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { placedCard } from '#tests/worker/support/cards/placed-cards.ts';
import {
  advanceClock,
  balanceOf,
  type Client,
  change,
  everyRow,
  expectError,
  newCard,
  row,
  setClock,
  type TestCard,
} from '#tests/worker/support/client.ts';
import type { Env } from '#worker/env.ts';

beforeEach(() => setClock('2026-11-21T10:00:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const scan = (client: Client, { cardId, code }: TestCard, fields: Record<string, unknown> = {}) =>
  client.post<ScanResponse>('/api/scan', { cardId, code, source: 'camera', ...fields });
const withoutCode = (client: Client, { cardId }: TestCard) => client.post<ScanResponse>('/api/scan', { cardId });
const cardRow = ({ id }: TestCard) =>
  row('SELECT status, placed_date, placement_confirmed_at, total_scans, tokens_earned FROM cache_cards WHERE id = ?', id);
const now = () => Math.floor(Date.now() / 1_000);

function inProduction(client: Client): Client {
  client.workerEnv = { ...(env as unknown as Env), ENVIRONMENT: 'production' };
  return client;
}

describe('a member’s first scan of a card', () => {
  test('pays the finder 1 and the owner 1, and returns balance and card', async () => {
    const owner = await directMember({ role: 'basic' });
    const finder = await directMember();
    const card = await newCard({ owner: owner.id });
    const answer = await scan(finder.client, card);
    expect(answer.status).toBe(200);
    expect(v.parse(v.strictObject(ScanResponse.entries), answer.body)).toEqual({
      message: 'Cache Card scanned successfully',
      tokensEarned: 1,
      tokenBalance: 1,
      card: {
        cardId: card.cardId,
        status: 'active',
        location: 'Old mill',
        description: 'Behind the third stone',
        place: null,
        totalScans: 1,
        isOwn: false,
      },
    });
    expect(await balanceOf(owner.id)).toBe(1);
    expect(await cardRow(card)).toMatchObject({ total_scans: 1, tokens_earned: 2 });
  });

  test('pays a free owner too, and only the finder if the card has no owner', async () => {
    const owner = await directMember();
    const finder = await directMember();
    const [owned, nobodys] = [await newCard({ owner: owner.id }), await newCard()];
    await scan(finder.client, owned);
    expect(await scan(finder.client, nobodys)).toMatchObject({ body: { tokensEarned: 1, tokenBalance: 2 } });
    expect(await balanceOf(owner.id)).toBe(1);
    expect(await cardRow(nobodys)).toMatchObject({ total_scans: 1, tokens_earned: 1 });
  });

  test('is the only one that ever pays', async () => {
    const owner = await directMember({ role: 'basic' });
    const finder = await directMember();
    const card = await newCard({ owner: owner.id });
    await scan(finder.client, card);
    advanceClock(400 * 86_400);
    await change('UPDATE sessions SET expires_at = ?', now() + 60);
    const before = await everyRow();
    const again = await scan(finder.client, card);
    expect(again).toMatchObject({
      status: 200,
      body: { message: 'You have already collected this Cache Card', tokensEarned: 0, tokenBalance: 1, card: { totalScans: 1 } },
    });
    expect(await everyRow()).toEqual(before);
  });

  test('is followed by repeats that do not reveal later finds by others', async () => {
    const [first, second, third] = [await directMember(), await directMember(), await directMember()];
    const card = await newCard({ owner: (await directMember()).id });
    const key = { 'Idempotency-Key': 'scan-of-the-second-1' };
    const keyed = () => second.client.post('/api/scan', { cardId: card.cardId, code: card.code }, key);
    await scan(first.client, card);
    const answers = [await keyed()];
    await scan(third.client, card);
    answers.push(await keyed(), await scan(second.client, card));
    expect(answers.map(({ body }) => (body.card as { totalScans: number }).totalScans)).toEqual([2, 2, 2]);
    expect(await cardRow(card)).toMatchObject({ total_scans: 3 });
  });

  test('activates an ordered card and records the time', async () => {
    const card = await newCard({ owner: (await directMember({ role: 'basic' })).id, status: 'ordered' });
    expect(await scan((await directMember()).client, card)).toMatchObject({ body: { card: { status: 'active' } } });
    expect(await cardRow(card)).toMatchObject({ status: 'active', placed_date: now() });
  });

  test('returns the shown place instead of the exact one, for finding nearby cards', async () => {
    const owner = await directMember({ role: 'basic' });
    const at = { latitude: 35.595123, longitude: -82.551456 };
    const [shown, hidden] = [await placedCard(owner, at), await placedCard(owner, { ...at, latitude: 36 }, 'hidden')];
    const { client } = await directMember();
    expect(await scan(client, shown)).toMatchObject({ body: { card: { place: getShownPlace(at, 'near') } } });
    expect(await scan(client, hidden)).toMatchObject({ body: { card: { place: null } } });
  });

  test('records its source', async () => {
    const finder = await directMember();
    const storedSource = async (card: TestCard) =>
      row('SELECT kind, source, code_was_right, address_hash FROM card_scans WHERE card_id = ?', card.id);
    const [photo, typed] = [await newCard(), await newCard()];
    await scan(finder.client, photo, { source: 'photo' });
    await withoutCode(finder.client, typed);
    const hash = expect.stringMatching(/^[\w-]{22}$/) as unknown;
    const expected = { kind: scanKinds.rewarded.code, source: scanSources.indexOf('photo'), code_was_right: 1, address_hash: hash };
    expect(await storedSource(photo)).toEqual(expected);
    expect(await storedSource(typed)).toMatchObject({ source: scanSources.indexOf('typed'), code_was_right: 0 });
  });

  test.each([
    ['in lower case', (id: string) => id.toLowerCase()],
    ['without prefix', (id: string) => id.slice(3)],
    ['with O for 0', (id: string) => id.replaceAll('0', 'O')],
    ['in full width', (id: string) => id.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))],
    ['with spaces', (id: string) => ` ${id.slice(0, 5)} ${id.slice(5)}\n`],
    ['as a link', (id: string) => `https://cards.test/card?id=${id}`],
  ])('accepts the card id as people type it (%s)', async (_, spell) => {
    const card = await newCard();
    const answer = await scan((await directMember()).client, { ...card, cardId: spell(card.cardId) });
    expect(answer).toMatchObject({ status: 200, body: { tokensEarned: 1, card: { cardId: card.cardId } } });
  });

  test.each(['code', 'lower', 'typed'])('accepts the code as people type it (%s)', async (how) => {
    const card = await newCard();
    await change("UPDATE cache_cards SET code = '01ABCDEF' WHERE id = ?", card.id);
    const code = { code: '01ABCDEF', lower: '01abcdef', typed: 'OI-ab cdef' }[how];
    expect(await scan((await directMember()).client, card, { code })).toMatchObject({ status: 200, body: { tokensEarned: 1 } });
  });
});

describe('a scan of one’s own card', () => {
  test('pays nothing and returns an explanation', async () => {
    const owner = await directMember({ role: 'basic' });
    const card = await newCard({ owner: owner.id, placed: true });
    const answer = await scan(owner.client, card);
    expect(answer).toMatchObject({ status: 200, body: { tokensEarned: 0, tokenBalance: 0, card: { totalScans: 0, isOwn: true } } });
    expect(answer.body.message).toContain('your own Cache Card');
    expect(await cardRow(card)).toMatchObject({ total_scans: 0, tokens_earned: 0, placement_confirmed_at: null });
  });

  test('activates the card if it is ordered', async () => {
    const owner = await directMember({ role: 'basic' });
    const card = await newCard({ owner: owner.id, status: 'ordered' });
    expect(await scan(owner.client, card)).toMatchObject({ body: { tokensEarned: 0, card: { status: 'active' } } });
    expect(await cardRow(card)).toMatchObject({ status: 'active', placed_date: now() });
    expect(await balanceOf(owner.id)).toBe(0);
  });

  test('does not reduce later finders’ rewards', async () => {
    const owner = await directMember({ role: 'basic' });
    const card = await newCard({ owner: owner.id, status: 'ordered' });
    for (let time = 0; time < 3; time += 1) await scan(owner.client, card);
    expect(await scan((await directMember()).client, card)).toMatchObject({ body: { tokensEarned: 1, card: { totalScans: 1 } } });
  });
});

describe('a test card', () => {
  test('pays in development', async () => {
    const card = await newCard({ isTest: true });
    expect(await scan((await directMember()).client, card)).toMatchObject({ body: { tokensEarned: 1, tokenBalance: 1 } });
  });

  test('pays nothing in production, for first and repeated scans', async () => {
    const finder = await directMember();
    const card = await newCard({ isTest: true });
    const client = inProduction(finder.client);
    expect(await scan(client, card)).toMatchObject({ status: 200, body: { tokensEarned: 0, tokenBalance: 0, card: { totalScans: 0 } } });
    expect(await scan(client, card)).toMatchObject({ status: 200, body: { tokensEarned: 0 } });
    expect(await cardRow(card)).toMatchObject({ total_scans: 0, tokens_earned: 0 });
    expect(await row('SELECT COUNT(*) AS n FROM token_transactions WHERE user_id = ?', finder.id)).toEqual({ n: 0 });
    expect(await scan(client, await newCard())).toMatchObject({ body: { tokensEarned: 1 } });
  });
});

describe('daily limits', () => {
  /** Sets a member's daily counters of rewarded scans and of scans without a code. */
  const paidToday = (id: number, rewarded: number, codeless: number, day = '2026-11-21') =>
    change('INSERT INTO member_days (user_id, day, rewarded_scans, codeless_scans) VALUES (?, ?, ?, ?)', id, day, rewarded, codeless);

  test('allow 10 paid scans without a code until midnight UTC, and more with it', async () => {
    const { client, id } = await directMember();
    for (let time = 0; time < 10; time += 1) expect((await withoutCode(client, await newCard())).body.tokensEarned).toBe(1);
    const card = await newCard();
    const refused = await withoutCode(client, card);
    expectError(refused, 429, 'daily_codeless_limit');
    expect(Number(refused.headers.get('Retry-After'))).toBe(14 * 3_600);
    expect(await balanceOf(id)).toBe(10);
    expect(await scan(client, card)).toMatchObject({ status: 200, body: { tokensEarned: 1 } });
    advanceClock(14 * 3_600);
    expect(await withoutCode(client, await newCard())).toMatchObject({ status: 200, body: { tokensEarned: 1 } });
  });

  test('allow 50 rewarded scans until midnight UTC', async () => {
    const { client, id } = await directMember();
    await paidToday(id, 49, 0);
    expect((await scan(client, await newCard())).body.tokensEarned).toBe(1);
    const card = await newCard();
    const refused = await scan(client, card);
    expectError(refused, 429, 'daily_scan_limit');
    expect(Number(refused.headers.get('Retry-After'))).toBe(14 * 3_600);
    expect(await cardRow(card)).toMatchObject({ total_scans: 0 });
    advanceClock(14 * 3_600 - 1);
    expect((await scan(client, card)).status).toBe(429);
    advanceClock(1);
    expect(await scan(client, card)).toMatchObject({ status: 200, body: { tokensEarned: 1, tokenBalance: 2 } });
  });

  test('do not apply to unpaid scans: repeats and one’s own cards', async () => {
    const { client, id } = await directMember({ role: 'basic' });
    const collected = await newCard();
    await scan(client, collected);
    await change('UPDATE member_days SET rewarded_scans = 50, codeless_scans = 10 WHERE user_id = ?', id);
    expect(await withoutCode(client, collected)).toMatchObject({ status: 200, body: { tokensEarned: 0 } });
    const own = await newCard({ owner: id, status: 'ordered' });
    expect(await withoutCode(client, own)).toMatchObject({ status: 200, body: { tokensEarned: 0, card: { status: 'active' } } });
  });

  test('do not apply to other members’ finds of one’s cards', async () => {
    const owner = await directMember({ role: 'basic' });
    await paidToday(owner.id, 50, 10);
    await scan((await directMember()).client, await newCard({ owner: owner.id }));
    expect(await balanceOf(owner.id)).toBe(1);
  });
});

describe('a scan without a valid card', () => {
  test.each([[{}], [{ cardId: null }], [{ cardId: '' }], [{ code: 'ABCDEFGH' }]])('is rejected for a missing id: %j', async (body) => {
    const { client } = await directMember();
    expect(expectError(await client.post('/api/scan', body), 400, 'no_card_id').message).toBe('No card ID provided');
  });

  test.each([
    [1_234_567],
    ['123456'],
    ['TC-12345678'],
    ['TC-12E4567'],
    ['https://cards.test/card'],
    [['TC-1234567']],
    [{ id: 'TC-1234567' }],
    [true],
    [0],
  ])('is rejected for the unknown id %j, and not counted as a guess', async (cardId) => {
    const { client } = await directMember();
    const before = await everyRow();
    const body = expectError(await client.post('/api/scan', { cardId }), 404, 'card_not_found');
    expect(body.message).toBe('This Cache Card could not be found');
    expect(await everyRow()).toEqual(before);
  });

  test('is rejected for a disabled or unpaid card, even with the right code', async () => {
    const { client, id } = await directMember({ role: 'basic' });
    for (const hidden of [
      await newCard({ status: 'disabled' }),
      await newCard({ paid: false, status: 'ordered' }),
      await newCard({ owner: id, status: 'disabled' }),
    ]) {
      expectError(await scan(client, hidden), 404, 'card_not_found');
      expect(await cardRow(hidden)).toMatchObject({ total_scans: 0, placed_date: null });
    }
  });
});
