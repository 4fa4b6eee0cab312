/** A find's GPS position: the database stores only distance and accuracy, and no response reveals either. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ScanResponse } from '#schema/scans/scan.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import {
  advanceClock,
  type Client,
  change,
  everyRow,
  expectError,
  newCard,
  row,
  setClock,
  type TestCard,
} from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import type { Env } from '#worker/env.ts';

beforeEach(() => setClock('2026-11-21T10:00:00Z'));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const cardPlace = { latitude: 35.5, longitude: -82.5 };
/** A position 100 m north of the card, with digits that occur nowhere else. */
const near = { latitude: 35.500899321, longitude: -82.5, accuracy: 7.6 };
const far = { latitude: -12.345678901, longitude: 98.7654321, accuracy: 12 };

async function placedCard(owner?: number): Promise<TestCard> {
  const card = await newCard({ owner });
  await change('UPDATE cache_cards SET latitude = ?, longitude = ? WHERE id = ?', cardPlace.latitude, cardPlace.longitude, card.id);
  return card;
}

const scan = (client: Client, { cardId, code }: TestCard, fields: Record<string, unknown> = {}) =>
  client.post<ScanResponse>('/api/scan', { cardId, code, ...fields });
const stateFix = (client: Client, { cardId }: TestCard, fix: Record<string, unknown> = near) =>
  client.put('/api/scan/place', { cardId, ...fix });
const storedFix = ({ id }: TestCard) => row('SELECT distance_m AS distance, accuracy_m AS accuracy FROM card_scans WHERE card_id = ?', id);
const noPosition = { distance: null, accuracy: null };

describe('a scan with a position', () => {
  test('stores distance and accuracy, and responds like any other scan', async () => {
    const { client } = await directMember();
    const [one, other, third] = [await placedCard(), await placedCard(), await placedCard()];
    const answers = [await scan(client, one, near), await scan(client, other, far), await scan(client, third)];
    for (const [index, { status, body }] of answers.entries()) {
      const { tokenBalance, card, ...rest } = body;
      expect([status, rest, tokenBalance, Object.keys(card)]).toEqual([
        200,
        { message: 'Cache Card scanned successfully', tokensEarned: 1 },
        index + 1,
        ['cardId', 'status', 'location', 'description', 'place', 'totalScans', 'isOwn'],
      ]);
    }
    expect(await storedFix(one)).toEqual({ distance: 100, accuracy: 8 });
    expect(await storedFix(other)).toMatchObject({ accuracy: 12 });
    expect(await storedFix(third)).toEqual(noPosition);
  });

  test('stores the position nowhere, neither in the database nor in the log', async () => {
    const log = (['log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name).mockImplementation(() => undefined));
    const { client } = await directMember();
    const [one, other] = [await placedCard(), await placedCard()];
    await scan(client, one, far);
    await scan(client, other);
    await stateFix(client, other, far);
    await scan(client, other, { ...far, latitude: 98.765432109 });
    const logged = JSON.stringify(log.flatMap(({ mock }) => mock.calls));
    for (const digits of ['345678', '765432']) {
      expect(JSON.stringify(await everyRow())).not.toContain(digits);
      expect(logged).not.toContain(digits);
    }
  });

  test('stores nothing if the card’s location is unknown', async () => {
    const card = await newCard();
    expect((await scan((await directMember()).client, card, near)).status).toBe(200);
    expect(await storedFix(card)).toEqual(noPosition);
  });

  test.each([
    { latitude: 5 },
    { longitude: 5 },
    { accuracy: 5 },
    { latitude: 5, longitude: null },
    { latitude: 5, longitude: 5 },
    { ...near, accuracy: null },
    { ...near, accuracy: -1 },
    { ...near, accuracy: 'good' },
  ])('counts even if the position is incomplete, which is not stored: %j', async (given) => {
    const card = await placedCard();
    expect(await scan((await directMember()).client, card, given)).toMatchObject({ status: 200, body: { tokensEarned: 1 } });
    expect(await storedFix(card)).toEqual(noPosition);
  });

  test('reads and writes no more rows than a scan without one', async () => {
    const owner = await directMember({ role: 'basic' });
    const { client } = await directMember();
    const cards = [await placedCard(owner.id), await placedCard(owner.id), await placedCard(owner.id)];
    const { env: workerEnv, use } = countingDatabase(env as unknown as Env);
    client.workerEnv = workerEnv;
    // Makes the day's first find before measuring because that find also creates the day's counters.
    await scan(client, cards[0] as TestCard);
    const withPlace = await costOf(use, () => scan(client, cards[1] as TestCard, near));
    expect(withPlace).toEqual(await costOf(use, () => scan(client, cards[2] as TestCard, {})));
  });
});

async function costOf(use: ReturnType<typeof countingDatabase>['use'], work: () => Promise<unknown>) {
  Object.assign(use, { roundTrips: 0, rowsRead: 0, rowsWritten: 0 });
  await work();
  return { ...use };
}

test('the data download reveals neither distances nor whether a card’s location is known', async () => {
  const { client } = await directMember();
  const cards = [await placedCard(), await placedCard(), await newCard(), await placedCard()];
  for (const [index, card] of cards.entries()) await scan(client, card, index === 0 ? near : {});
  for (const card of cards.slice(1, 3)) await stateFix(client, card, far);
  expect(await storedFix(cards[1] as TestCard)).toMatchObject({ accuracy: 12 });
  const { body } = await client.get<{ scans: Record<string, unknown>[] }>('/api/my-data');
  const rows = body.scans.map(({ id: _, card: __, cardId: ___, requestKey: ____, ...rest }) => rest);
  expect(rows).toHaveLength(4);
  for (const one of rows) expect(one).toEqual(rows[0]);
});

describe('stating the position of a find later', () => {
  test('returns the same response near and far, with and without a card location, first and again', async () => {
    const { client } = await directMember();
    const cards = [await placedCard(), await placedCard(), await newCard()];
    for (const card of cards) await scan(client, card);
    const [one, other, placeless] = cards as [TestCard, TestCard, TestCard];
    const answers = [await stateFix(client, one, near), await stateFix(client, one, far), await stateFix(client, other, far)];
    answers.push(await stateFix(client, placeless, near), await stateFix(client, placeless, far));
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([200, { message: 'Thanks for confirming where you are.' }]);
    }
    expect(await storedFix(one)).toEqual({ distance: 100, accuracy: 8 });
    expect(await storedFix(other)).toMatchObject({ accuracy: 12 });
    expect(await storedFix(placeless)).toEqual(noPosition);
  });

  test('works once, even concurrently, and not after a scan that included it', async () => {
    const { client } = await directMember();
    const [one, other] = [await placedCard(), await placedCard()];
    await scan(client, one);
    await Promise.all(Array.from({ length: 6 }, (_, index) => stateFix(client, one, { ...near, accuracy: 10 + index })));
    const first = await storedFix(one);
    expect(first).toMatchObject({ distance: 100 });
    await stateFix(client, one, far);
    expect(await storedFix(one)).toEqual(first);
    await scan(client, other, near);
    await stateFix(client, other, far);
    expect(await storedFix(other)).toEqual({ distance: 100, accuracy: 8 });
  });

  test('needs one’s own rewarded find of the last 15 minutes', async () => {
    const [finder, stranger, owner] = [await directMember(), await directMember(), await directMember({ role: 'basic' })];
    const card = await placedCard(owner.id);
    await scan(finder.client, card);
    await scan(owner.client, card);
    for (const { client } of [stranger, owner]) expectError(await stateFix(client, card), 404, 'no_recent_find');
    for (const cardId of ['TC-9999999', 'nonsense', '']) {
      expectError(await finder.client.put('/api/scan/place', { cardId, ...near }), 404, 'no_recent_find');
    }
    advanceClock(15 * 60 + 1);
    expectError(await stateFix(finder.client, card), 404, 'no_recent_find');
    expect(await storedFix(card)).toEqual(noPosition);
    advanceClock(-1);
    expect((await stateFix(finder.client, card)).status).toBe(200);
    expect(await storedFix(card)).toMatchObject({ distance: 100 });
  });

  test('takes few database round trips', async () => {
    const { client } = await directMember();
    const card = await placedCard();
    await scan(client, card);
    const { env: workerEnv, use } = countingDatabase(env as unknown as Env);
    client.workerEnv = workerEnv;
    const cost = await costOf(use, () => stateFix(client, card));
    expect(cost).toMatchObject({ roundTrips: 2, rowsWritten: 1 });
    expect(cost.rowsRead).toBeLessThanOrEqual(10);
  });
});
