/** Weekly trails and medals. Product rules: Trips, weekly trail and medals. */
import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { townSquareIndexPath } from '#schema/finding/town-file.ts';
import { squareOf } from '#schema/finding/town-squares.ts';
import { Progress } from '#schema/progress/progress.ts';
import { weekOf } from '#schema/progress/weeks.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { type Client, change, expectError, newCard, newMember, row, setClock } from '#tests/worker/support/client.ts';
import { all, decide, find, pair, undoDecision } from '#tests/worker/support/reviews/deciding.ts';
import type { Env } from '#worker/env.ts';

const asheville = { latitude: 35.59, longitude: -82.55 };
const files: Record<string, unknown> = {
  [townSquareIndexPath]: { addressStart: '/towns-', squares: [squareOf(asheville)] },
  [`/towns-${squareOf(asheville)}.json`]: {
    regions: ['North Carolina|US', 'South Carolina|US'],
    towns: [
      ['Asheville', 0, 35.6, -82.55, 94],
      ['Landrum', 1, 35.17, -82.19, 2],
    ],
  },
};
const ASSETS = { fetch: async (url: string) => Response.json(files[new URL(url).pathname]) };
const award = () => fire('award-medals', { workerEnv: { ...(env as unknown as Env), ASSETS: ASSETS as unknown as Fetcher } });

beforeEach(() => setClock('2026-11-25T10:00:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const read = async (client: Client) => v.parse(Progress, (await client.get('/api/progress')).body);
const earned = async (client: Client) => (await read(client)).medals.filter(({ earnedOn }) => earnedOn !== null).map(({ id }) => id);
const stored = () =>
  Promise.all([
    all('SELECT user_id, medal, earned_at FROM member_medals ORDER BY user_id, medal'),
    all(
      'SELECT user_id, finds, towns, countries, seasons, placements, card_finds, thanks, trail_weeks, longest_trail, rest_weeks, first_week, last_week, week_bits, rest_bits FROM member_progress ORDER BY user_id',
    ),
  ]);

test('a find counts at once toward the weekly trail and as the first find, and toward other medals after the next run', async () => {
  const finder = await newMember();
  await find(finder, [await newCard()]);
  expect((await read(finder.client)).trail).toMatchObject({ weeks: 1, longest: 1, restWeeks: 0 });
  expect(await earned(finder.client)).toEqual(['finds_1']);
  await award();
  const { trail, medals } = await read(finder.client);
  expect(trail.weeks).toBe(1);
  expect(medals.find(({ id }) => id === 'finds_1')).toEqual({ id: 'finds_1', count: 1, earnedOn: '2026-11-25' });
  expect(medals.find(({ id }) => id === 'finds_10')).toEqual({ id: 'finds_10', count: 1, earnedOn: null });
});

test('a decision that revokes finds removes medals, also the shown one, undoing it restores them, and deriving from scratch gives the same', async () => {
  const { owner, finder, boss, ids } = await pair({ finds: 10 });
  await award();
  expect(await earned(finder.client)).toEqual(['finds_1', 'finds_10']);
  await finder.client.call('PUT', '/api/progress/medal', { medal: 'finds_10' });
  const before = await stored();
  const decision = await decide(boss, 'take_back', ids);
  await award();
  expect(await earned(finder.client)).toEqual([]);
  expect(await read(finder.client)).toMatchObject({ shownMedal: null, trail: { weeks: 0, longest: 0 } });
  await undoDecision(boss, decision);
  await award();
  expect(await stored()).toEqual(before);
  expect(await read(finder.client)).toMatchObject({ shownMedal: 'finds_10' });
  expect(await row('SELECT card_finds AS "finds" FROM member_progress WHERE user_id = ?', owner.id)).toBeDefined();

  await change('DELETE FROM member_medals');
  await change('DELETE FROM member_progress');
  await change("DELETE FROM job_progress WHERE job LIKE 'medals-%'");
  await award();
  expect((await stored())[0]).toEqual(before[0]);
});

test('medals are dated by time, whatever the order of the rows', async () => {
  const finder = await newMember();
  const day = (date: string) => Date.parse(`${date}T12:00:00Z`) / 1_000;
  for (const date of ['2026-11-20', '2026-11-02'])
    await change(
      'INSERT INTO card_scans (card_id, user_id, scan_date, kind, tokens_earned, source, code_was_right) VALUES (?1, ?2, ?3, 0, 1, 0, 1)',
      (await newCard()).id,
      finder.id,
      day(date),
    );
  await award();
  expect((await read(finder.client)).medals[0]).toEqual({ id: 'finds_1', count: 1, earnedOn: '2026-11-02' });
  expect((await read(finder.client)).trail.recent.map(({ state }) => state).filter((state) => state === 'find')).toHaveLength(2);
});

test('an owner’s thanks for a note count, and change nothing when repeated', async () => {
  const [owner, finder] = [await newMember({ role: 'basic' }), await newMember()];
  const { cardId, code } = await newCard({ owner: owner.id });
  await finder.client.post('/api/scan', { cardId, code });
  await finder.client.call('PUT', `/api/finds/${cardId}/log`, { text: 'What a view' });
  const { id } = (await row<{ id: number }>('SELECT id FROM find_logs')) ?? {};
  await award();
  for (const _ of [1, 2]) expect((await owner.client.post(`/api/cache-cards/${cardId}/logs/${id}/thank`)).status).toBe(200);
  await award();
  expect(await earned(finder.client)).toEqual(['finds_1', 'thanks_1']);
});

test('an owner does not learn from medals for others’ finds at which time of the day a card was found', async () => {
  const { client, id } = await newMember({ role: 'basic' });
  await client.call('PUT', '/api/progress/time-zone', { timeZone: 'Pacific/Auckland' });
  await change(
    "INSERT INTO member_medals (user_id, medal, earned_at) SELECT ?1, value, unixepoch('2026-11-22T20:00:00Z') FROM json_each(?2)",
    id,
    JSON.stringify(['finds_1', 'placement', 'card_50', 'thanks_1']),
  );
  const days = (await read(client)).medals.flatMap((medal) => (medal.earnedOn === null ? [] : [[medal.id, medal.earnedOn]]));
  expect(Object.fromEntries(days)).toEqual({
    finds_1: '2026-11-23',
    placement: '2026-11-22',
    card_50: '2026-11-22',
    thanks_1: '2026-11-23',
  });
});

test('a find keeps its town when the owner moves the card', async () => {
  const owner = await newMember({ role: 'basic' });
  const finders = [await newMember(), await newMember()] as const;
  const card = await newCard({ owner: owner.id });
  const place = (latitudeE6: number, longitudeE6: number) =>
    change(
      `UPDATE cache_cards SET placement_at = 1, visibility = 'near', latitude = ?2 / 1e6, longitude = ?3 / 1e6, shown_latitude_e6 = ?2, shown_longitude_e6 = ?3 WHERE id = ?1`,
      card.id,
      latitudeE6,
      longitudeE6,
    );
  const townOf = async (userId: number) =>
    (
      await row<{ town: string }>(
        `SELECT t.town FROM card_scans s JOIN card_towns t ON t.card_id = s.card_id
         AND t.from_scan_id = (SELECT max(n.from_scan_id) FROM card_towns n WHERE n.card_id = s.card_id AND n.from_scan_id <= s.id) WHERE s.user_id = ?`,
        userId,
      )
    )?.town;
  await place(35_590_000, -82_550_000);
  await find(finders[0], [card]);
  await award();
  await place(35_170_000, -82_190_000);
  await find(finders[1], [card]);
  await award();
  expect(await Promise.all(finders.map(({ id }) => townOf(id)))).toEqual(['Asheville|North Carolina|US', 'Landrum|South Carolina|US']);
  expect((await read(finders[0].client)).medals.find(({ id }) => id === 'towns_3')?.count).toBe(1);
});

test('the trip leads to a destination that is on offer, and weeks and days follow the stored time zone', async () => {
  const member = await newMember();
  const { client } = member;
  expect((await read(client)).trip).toBeNull();
  const chosen = await client.call('PUT', '/api/progress/destination', { destinationId: 'sedona' });
  expect(chosen.body).toMatchObject({ trip: { destinationId: 'sedona', type: 'regional-short', tokens: 60 } });
  expectError(await client.call('PUT', '/api/progress/destination', { destinationId: 'atlantis' }), 400, 'unknown_destination');
  expect((await client.call('PUT', '/api/progress/destination', { destinationId: null })).body).toMatchObject({ trip: null });

  expectError(await client.call('PUT', '/api/progress/time-zone', { timeZone: 'Mars/Olympus' }), 400, 'invalid_input');
  expectError(await client.call('PUT', '/api/progress/medal', { medal: 'finds_1000' }), 400, 'medal_not_earned');
  setClock('2026-11-22T20:00:00Z');
  expectError(await client.call('PUT', '/api/progress/medal', { medal: 'finds_1' }), 400, 'medal_not_earned');
  await find(member, [await newCard()]);
  expect((await client.call('PUT', '/api/progress/medal', { medal: 'finds_1' })).body).toMatchObject({ shownMedal: 'finds_1' });
  const lastWeek = async () => (await read(client)).trail.recent.at(-1);
  const firstMedalDay = async () => (await read(client)).medals[0]?.earnedOn;
  expect(await lastWeek()).toEqual({ monday: '2026-11-16', state: 'find' });
  expect(await firstMedalDay()).toBe('2026-11-22');
  await client.call('PUT', '/api/progress/time-zone', { timeZone: 'Pacific/Auckland' });
  expect(await lastWeek()).toEqual({ monday: '2026-11-23', state: 'find' });
  expect(await firstMedalDay()).toBe('2026-11-23');
  // A find counts in the week of the time zone that was stored when it was made.
  setClock('2026-11-22T21:00:00Z');
  await client.patch('/api/preferences/notifications', { channel: 'email', topic: 'thanks', isOn: true, timeZone: 'America/Denver' });
  await change('UPDATE member_progress SET revision = revision + 1');
  await award();
  expect(await row('SELECT last_week AS "week" FROM member_progress WHERE user_id = ?', member.id)).toEqual({ week: weekOf('2026-11-23') });
  expect(await firstMedalDay()).toBe('2026-11-23');
  const shouted = await client.call('PUT', '/api/progress/time-zone', { timeZone: 'PACIFIC/AUCKLAND' });
  expect(shouted.body).toMatchObject({ timeZone: 'Pacific/Auckland' });
});

/** Walks through all weeks up to `current`. */
function walkTrail(found: ReadonlySet<number>, current: number) {
  let [weeks, restWeeks, longest] = [0, 0, 0];
  for (let week = 0; week <= current; week += 1) {
    if (found.has(week)) {
      weeks += 1;
      if (weeks % 4 === 0) restWeeks = Math.min(2, restWeeks + 1);
    } else if (week < current && weeks > 0) {
      if (restWeeks > 0) restWeeks -= 1;
      else weeks = 0;
    }
    longest = Math.max(longest, weeks);
  }
  return { weeks, restWeeks, longest };
}

test('a year by the clock: the same finds in Denver and Auckland, with rest weeks', { tags: 'long', timeout: 120_000 }, async () => {
  const zones = ['America/Denver', 'Pacific/Auckland'];
  const members = await Promise.all(
    zones.map(async (timeZone) => {
      const member = await newMember();
      await member.client.call('PUT', '/api/progress/time-zone', { timeZone });
      return { member, found: new Set<number>(), longest: 0 };
    }),
  );
  // Sunday at 20:00 UTC is Sunday afternoon in Denver and Monday morning in Auckland, where the next week has begun.
  const weekIn = { friday: [0, 0], sunday: [0, 1] };
  const hoursOf = { friday: -58, sunday: 0 };
  const firstSunday = Date.parse('2025-11-30T20:00:00Z');
  const at = (week: number, day: 'friday' | 'sunday') => new Date(firstSunday + (week * 7 * 24 + hoursOf[day]) * 3_600_000).toISOString();
  const daysOf = (week: number) => {
    if (week === 30 || week === 31 || (week >= 45 && week <= 47)) return [];
    // Both finds in every other week are one week in two for Denver, and every week for Auckland.
    if (week >= 10 && week < 30) return week % 2 === 0 ? (['friday', 'sunday'] as const) : [];
    return [week < 10 || week >= 48 ? 'sunday' : 'friday'] as const;
  };
  for (let week = 0; week < 52; week += 1) {
    for (const day of daysOf(week)) {
      setClock(at(week, day));
      for (const [zone, { member, found }] of members.entries()) {
        await find(member, [await newCard()]);
        found.add(week + (weekIn[day][zone] ?? 0));
      }
    }
    setClock(at(week, 'sunday'));
    await award();
    for (const [zone, one] of members.entries()) {
      const expected = walkTrail(one.found, week + (weekIn.sunday[zone] ?? 0));
      expect((await read(one.member.client)).trail, `week ${week} in ${zones[zone]}`).toMatchObject(expected);
      one.longest = expected.longest;
    }
  }
  expect(members.map(({ longest }) => longest)).toEqual([14, 42]);
  const before = await stored();
  await change('UPDATE member_progress SET revision = revision + 1');
  await award();
  expect(await stored()).toEqual(before);
});
