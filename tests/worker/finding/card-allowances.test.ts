/**
 * The daily limit on the number of different cards shown to a member, and how many rows are read to list cards. Product rules: Finding
 * cards.
 * @module-tag long
 */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MapWindowCards, NearCards } from '#schema/finding/finding.ts';
import { cardsShownPerDay, unverifiedCardsShownPerDay } from '#schema/rules.ts';
import { callerOf, type DirectMember, directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { advanceClock, change, expectError, row, setClock } from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import { emptyMap, scatterCards } from '#tests/worker/support/finding/scattered-cards.ts';
import type { Env } from '#worker/env.ts';
import { createStore } from '#worker/store/store.ts';

const park = { latitude: 35.5951, longitude: -82.5515 };
const around = '/api/cards/near?lat=35.5951&lng=-82.5515';

beforeEach(async () => {
  setClock('2026-11-21T10:00:00Z');
  await emptyMap();
});
afterEach(() => {
  vi.useRealTimers();
});

const nearBy = async ({ client }: DirectMember, at: number, limit = 200) =>
  (await client.get<NearCards>(`/api/cards/near?lat=0&lng=${at}&limit=${limit}`)).body;
const shownCards = async ({ id }: DirectMember) =>
  (await row<{ n: number }>('SELECT json_array_length(shown) AS n FROM card_allowances WHERE user_id = ?', id))?.n ?? 0;
/** Creates six towns of 400 cards each, ten degrees apart. */
const sixTowns = () =>
  scatterCards(Array.from({ length: 6 }, (_, town) => ({ middle: { latitude: 0, longitude: town * 10 }, cards: 400, spread: 0.01 })));

describe('the daily allowance of shown cards', () => {
  test('ends after 2,000 different cards: then none is shown, not even earlier ones, until the next day', async () => {
    await sixTowns();
    const member = await directMember();
    const seen = new Set<number>();
    for (let town = 0; town < 6; town += 1) {
      for (let cursor = ''; ; ) {
        const { body } = await member.client.get<NearCards>(`/api/cards/near?lat=0&lng=${town * 10}&limit=200${cursor}`);
        for (const { id } of body.cards) seen.add(id);
        expect(body.isDayUsedUp).toBe(seen.size >= cardsShownPerDay);
        if (seen.size % 400 === 0 || body.nextCursor === null) break;
        cursor = `&cursor=${body.nextCursor}`;
      }
    }
    expect(seen.size).toBe(cardsShownPerDay);
    for (const at of [10, 50]) {
      expect(await nearBy(member, at)).toEqual({ cards: [], nextCursor: null, isDayUsedUp: true });
      const window = `/api/cards/in?bbox=${at - 0.1},-0.0015,${at + 0.1},0.0015&zoom=14`;
      const { body } = await member.client.get<MapWindowCards>(window);
      expect(body).toMatchObject({ cards: [], isDayUsedUp: true });
      // Like the public map, the response contains only counts, since anything more precise would reveal a card's location.
      expect(body.counts.reduce((sum, { count }) => sum + count, 0)).toBe(400);
    }
    const nowhere = await member.client.get<MapWindowCards>('/api/cards/in?bbox=49.5,10,49.6,10.1&zoom=14');
    expect(nowhere.body).toEqual({ cards: [], counts: [], isDayUsedUp: true });
    advanceClock(86_400);
    expect((await nearBy(member, 50)).cards).toHaveLength(200);
  });

  test('ends at 2,000 under concurrent requests, each of which shows only cards that were recorded', async () => {
    await sixTowns();
    const member = await directMember();
    const before = Array.from({ length: cardsShownPerDay - 10 }, (_, index) => 5_000_000 + index);
    await change('INSERT INTO card_allowances (user_id, day, shown) VALUES (?, ?, ?)', member.id, '2026-11-21', JSON.stringify(before));
    const answers = await Promise.all([0, 10, 20, 30, 40, 50].map((at) => nearBy(member, at, 3)));
    const shown = answers.flatMap(({ cards }) => cards.map(({ id }) => id));
    expect(shown).toHaveLength(10);
    const recorded = await row<{ shown: string }>('SELECT shown FROM card_allowances WHERE user_id = ?', member.id);
    expect(new Set(JSON.parse(recorded?.shown ?? '[]'))).toEqual(new Set([...before, ...shown]));
    for (const answer of answers.filter(({ cards }) => cards.length === 0))
      expect(answer).toEqual({ cards: [], nextCursor: null, isDayUsedUp: true });
  });

  test('cannot be exceeded in the database: the whole write fails', async () => {
    const { cardPlaces } = createStore(env as unknown as Env);
    const member = await directMember();
    const caller = await callerOf(member.id);
    const show = (cards: number, version: number) =>
      cardPlaces.show(
        caller,
        [],
        { version, limit: 0, nextShown: Array.from({ length: cards }, (_, index) => index + 1) },
        Date.now() / 1_000,
      );
    await expect(show(2_001, 0)).rejects.toThrow('NOT NULL constraint failed: card_allowances.shown');
    expect((await show(2_000, 0)).isShown).toBe(true);
    await expect(show(2_001, 1)).rejects.toThrow('NOT NULL constraint failed: card_allowances.shown');
    expect(await shownCards(member)).toBe(2_000);
  });
});

describe('the daily allowance of a member with an unverified email', () => {
  const hint = ({ client }: DirectMember, id: number) => client.get(`/api/cards/${id}/details`);

  test('ends after 20 different cards: then the same ones are listed, nearest first, and nothing about others is revealed', async () => {
    await sixTowns();
    const member = await directMember({ isVerified: false });
    const first = await nearBy(member, 0, 15);
    expect(first).toMatchObject({ isDayUsedUp: false, nextCursor: expect.any(String) });
    const second = await nearBy(member, 10, 200);
    expect(second).toMatchObject({ isDayUsedUp: true, nextCursor: null });
    expect(second.cards).toHaveLength(unverifiedCardsShownPerDay - 15);
    const seen = [...first.cards, ...second.cards].map(({ id }) => id);
    const again = await nearBy(member, 0);
    expect(again).toMatchObject({ isDayUsedUp: true, nextCursor: null });
    expect(again.cards.map(({ id }) => id).sort()).toEqual(seen.sort());
    expect(again.cards.slice(0, 15)).toEqual(first.cards);
    expect((await nearBy(member, 10)).cards.slice(0, 5)).toEqual(second.cards);
    expect((await nearBy(member, 50, 3)).cards).toHaveLength(3);
    const { body } = await member.client.get<NearCards>('/api/cards/near?lat=0&lng=0&cursor=0-0');
    expect(body).toEqual({ cards: [], nextCursor: null, isDayUsedUp: true });
    expect((await hint(member, seen[0] ?? 0)).status).toBe(200);
    const other = (await nearBy(await directMember(), 30, 1)).cards[0]?.id ?? 0;
    expectError(await hint(member, other), 429, 'daily_card_limit');
    advanceClock(86_400);
    expect((await nearBy(member, 30, 200)).cards).toHaveLength(unverifiedCardsShownPerDay);
  });

  test('ends at 20 under concurrent requests', async () => {
    await sixTowns();
    const member = await directMember({ isVerified: false });
    const answers = await Promise.all([0, 10, 20, 30, 40, 50].map((at) => nearBy(member, at, 6)));
    expect(new Set(answers.flatMap(({ cards }) => cards.map(({ id }) => id))).size).toBe(unverifiedCardsShownPerDay);
    expect(await shownCards(member)).toBe(unverifiedCardsShownPerDay);
  });

  test('cannot be exceeded in the database, and grows once the email is verified', async () => {
    const { cardPlaces } = createStore(env as unknown as Env);
    const member = await directMember({ isVerified: false });
    const caller = await callerOf(member.id);
    const show = (cards: number, version: number) =>
      cardPlaces.show(
        caller,
        [],
        { version, limit: 0, nextShown: Array.from({ length: cards }, (_, index) => index + 1) },
        Date.now() / 1_000,
      );
    await expect(show(21, 0)).rejects.toThrow('NOT NULL constraint failed: card_allowances.shown');
    expect((await show(20, 0)).isShown).toBe(true);
    await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
    expect((await show(21, 1)).isShown).toBe(true);
  });
});

describe('reading cards', () => {
  async function costOf(member: DirectMember, path: string) {
    await member.client.get(path);
    const { env: workerEnv, use } = countingDatabase(env as unknown as Env);
    member.client.workerEnv = workerEnv;
    const { status, body } = await member.client.get<NearCards & MapWindowCards>(path);
    expect(status).toBe(200);
    return { ...use, body };
  }

  test.each([
    // For this point, the query reads all 300 cards because they are all at the same distance.
    ['at a point with 300 cards', 35.5951, -82.5515, 360],
    ['in a town', 35.602, -82.56, 200],
    ['30 km outside', 35.9, -82.5515, 190],
    ['far outside', 20, -60, 210],
    ['at the antipodes', -35.5951, 97.4485, 200],
    ['at the pole', 90, 0, 200],
  ])('near a place takes two round trips for the nearest 20: %s', async (_where, lat, lng, most) => {
    await scatterCards([
      { middle: park, cards: 2_000, spread: 0.05 },
      { middle: park, cards: 300, spread: 0 },
      { middle: { latitude: 48, longitude: 11 }, cards: 500, spread: 0.1 },
    ]);
    const path = `/api/cards/near?lat=${lat}&lng=${lng}`;
    const member = await directMember();
    const { env: workerEnv, use } = countingDatabase(env as unknown as Env);
    member.client.workerEnv = workerEnv;
    expect((await member.client.get<NearCards>(path)).body.cards).toHaveLength(20);
    expect(use).toMatchObject({ roundTrips: 2 });
    const { body, ...again } = await costOf(member, path);
    expect(body.cards).toHaveLength(20);
    expect(again).toMatchObject({ roundTrips: 2, rowsWritten: 0 });
    expect(again.rowsRead).toBeLessThanOrEqual(most);
  });

  test('after a forged cursor takes no more round trips and reads no nearer cards', async () => {
    await sixTowns();
    const member = await directMember();
    const { env: workerEnv, use } = countingDatabase(env as unknown as Env);
    member.client.workerEnv = workerEnv;
    const { status, body } = await member.client.get<NearCards>(`${around}&cursor=20015000000-0`);
    expect([status, body.cards]).toEqual([200, []]);
    expect(use.roundTrips).toBe(1);
    expect(use.rowsRead).toBeLessThanOrEqual(120);
  });

  test('does not touch the index once the daily allowance is used up, regardless of the cursor', async () => {
    await sixTowns();
    const member = await directMember();
    // The search radius in the cursor reaches one of the towns. Without the daily limit, the query would therefore read that town's index
    // nodes.
    const path = `/api/cards/near?lat=0&lng=0&cursor=${Math.round(20 * 111_195_000)}-0`;
    const before = await costOf(member, path);
    expect(before.body.cards.length).toBeGreaterThan(0);
    const full = JSON.stringify(Array.from({ length: cardsShownPerDay }, (_, index) => 5_000_000 + index));
    await change('UPDATE card_allowances SET shown = ? WHERE user_id = ?', full, member.id);
    const { body, ...use } = await costOf(member, path);
    expect(body).toEqual({ cards: [], nextCursor: null, isDayUsedUp: true });
    expect(use).toMatchObject({ roundTrips: 1, rowsWritten: 0 });
    expect(use.rowsRead).toBeLessThanOrEqual(8);
  });

  test('in a window takes one round trip and one row per card and tile', async () => {
    await scatterCards([{ middle: park, cards: 300, spread: 0.2 }]);
    const { body, ...use } = await costOf(await directMember(), '/api/cards/in?bbox=-83,35,-82,36&zoom=9');
    expect(body.cards).toHaveLength(300);
    expect(use).toMatchObject({ roundTrips: 1, rowsWritten: 0 });
    expect(use.rowsRead).toBeLessThanOrEqual(350);
  });

  test('the whole world takes one round trip and few rows, however many cards there are', async () => {
    const towns = Array.from({ length: 72 }, (_, index) => ({
      middle: { latitude: -75 + Math.floor(index / 12) * 30, longitude: -165 + (index % 12) * 30 },
      cards: 20,
      spread: 20,
    }));
    await scatterCards([...towns, { middle: { latitude: -75, longitude: -165 }, cards: 301, spread: 1 }]);
    const { body, ...use } = await costOf(await directMember(), '/api/cards/in?bbox=-180,-90,180,90&zoom=1');
    expect(body.counts.length).toBeGreaterThan(70);
    expect(use.roundTrips).toBe(1);
    expect(use.rowsRead).toBeLessThanOrEqual(120);
  });
});
