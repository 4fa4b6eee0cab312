/** The job that opens treasure chests, and the chests as shown to members. Product rules: Treasure chests. */
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TreasureChests } from '#schema/chests/treasure-chest.ts';
import type { Earnings } from '#schema/site.ts';
import type { KeyCounter } from '#schema/tokens/token.ts';
import { payoutsByTheRules } from '#tests/support/chests/chest-model.ts';
import { failBatchAt, play } from '#tests/support/chests/chest-play.ts';
import { endOfTime, schedules } from '#tests/support/chests/chest-schedules.ts';
import { propertyTest } from '#tests/support/property-test.ts';
import { keyRow } from '#tests/support/tokens/ledger-rows.ts';
import { type DirectMember, directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { change, expectError, row, setClock } from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import { openChests } from '#worker/jobs/open-chests.ts';
import { chestStore } from '#worker/store/chests/chests.ts';

const at = (instant: string) => Date.parse(instant) / 1_000;

beforeEach(async () => {
  setClock('2026-09-15T12:00:00Z');
  await env.DB.batch(
    ['treasure_chest_payouts', 'chest_months', 'membership_periods'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  );
});
afterEach(() => {
  vi.useRealTimers();
});

/** Triggers the cron job as the platform would. */
const cron = (instant: string) => fire('open-chests', { at: Date.parse(instant) });
/** Runs the job directly. `periods` is the batch size. */
const open = (instant: string, { db = env.DB as unknown as D1Database, periods = 2 } = {}) =>
  openChests({ store: { chests: chestStore(db, periods) } }, at(instant));

let causes = 0;
const newCause = (family: string) => {
  causes += 1;
  return `${family}:${causes}`;
};

async function earn(
  { id }: DirectMember,
  counter: KeyCounter,
  amount: number,
  instant: string,
  { subject, turn = 0 }: { subject?: number; turn?: number } = {},
): Promise<number> {
  causes += subject === undefined ? 1 : 0;
  const about = subject ?? causes;
  await change(keyRow(counter === 'treasure' ? 'referral' : 'placement', { user: id, amount, subject: about, turn, at: at(instant) }));
  return about;
}

test('a chest that a member opened on one device is open on all, and only chests that they have can be opened', async () => {
  const member = await directMember({ role: 'premium' });
  await change(
    'INSERT INTO treasure_chest_payouts (user_id, month, chest_level, amount_cents, is_premium, created_at) SELECT ?, value, 2, 600, 1, unixepoch() FROM json_each(\'["2026-07","2026-08"]\')',
    member.id,
  );
  const openedMonths = async () => [
    (await member.client.get<TreasureChests>('/api/treasure-chests')).body.openedMonth,
    (await member.client.get<Earnings>('/api/earnings')).body.openedChestMonth,
  ];
  const openChest = (month: string) => member.client.put('/api/treasure-chests/opened', { month });
  expect(await openedMonths()).toEqual([null, null]);
  expect(await openChest('2026-08')).toMatchObject({ status: 200, body: { openedMonth: '2026-08' } });
  // An older device that was offline must not close the newer chest again.
  expect(await openChest('2026-07')).toMatchObject({ status: 200, body: { openedMonth: '2026-08' } });
  expect(await openedMonths()).toEqual(['2026-08', '2026-08']);
  expectError(await openChest('2026-09'), 404, 'payout_not_found');
  expectError(await openChest('2026-13'), 400, 'invalid_input');
  expect(await openedMonths()).toEqual(['2026-08', '2026-08']);
});

async function earnBoth(member: DirectMember, amount: number, instant: string): Promise<void> {
  await earn(member, 'treasure', amount, instant);
  await earn(member, 'community', amount, instant);
}

async function memberFor({ tier = 'basic', from, to }: { tier?: 'basic' | 'premium'; from: string; to: string }): Promise<DirectMember> {
  const member = await directMember();
  await belong(member, tier, from, to);
  return member;
}

async function belong({ id }: DirectMember, tier: 'basic' | 'premium', from: string, to: string): Promise<void> {
  await change(
    `INSERT INTO membership_periods (user_id, tier, starts_at, ends_at, source, cause, created_at) VALUES (?1, ?2, ?3, ?4, 'grant', ?5, ?3)`,
    id,
    tier,
    at(from),
    at(to),
    newCause('grant:chest-test'),
  );
}

/** Returns each payout as `month level cents tier`, sorted by month. */
async function paidTo({ id }: DirectMember): Promise<string[]> {
  const { results } = await env.DB.prepare(
    `SELECT month || ' ' || chest_level || ' ' || amount_cents || ' ' || iif(is_premium, 'premium', 'basic') AS line
     FROM treasure_chest_payouts WHERE user_id = ? ORDER BY month`,
  )
    .bind(id)
    .all<{ line: string }>();
  return results.map(({ line }) => line);
}

const everyPayout = async () =>
  (await env.DB.prepare('SELECT user_id, month, chest_level, amount_cents, is_premium FROM treasure_chest_payouts ORDER BY 1, 2').all())
    .results;

describe('a month’s chests', () => {
  test('go to members at its last second, with the keys of that second', async () => {
    const endOfOctober = '2026-11-01T00:00:00Z';
    const stays = await memberFor({ from: '2026-10-31T23:59:59Z', to: '2026-12-01T00:00:00Z' });
    const leftBefore = await memberFor({ from: '2026-10-01T00:00:00Z', to: '2026-10-31T23:59:59Z' });
    const leftThen = await memberFor({ tier: 'premium', from: '2026-10-01T00:00:00Z', to: endOfOctober });
    const cameAfter = await memberFor({ from: endOfOctober, to: '2026-12-01T00:00:00Z' });
    for (const one of [stays, leftBefore, leftThen, cameAfter]) await earnBoth(one, 1, '2026-10-31T23:59:59Z');
    await earnBoth(stays, 9, endOfOctober);
    await cron('2026-11-01T00:23:00Z');
    expect(await paidTo(stays)).toEqual(['2026-10 1 200 basic']);
    expect(await paidTo(leftBefore)).toEqual([]);
    expect(await paidTo(leftThen)).toEqual(['2026-10 1 200 premium']);
    expect(await paidTo(cameAfter)).toEqual([]);
    expect(await row('SELECT status, paid_at AS paidAt FROM treasure_chest_payouts WHERE user_id = ?', stays.id)).toEqual({
      status: 'pending',
      paidAt: null,
    });
  });

  test('are not opened before it has ended, and the job does nothing without members', async () => {
    await cron('2026-10-31T23:59:59Z');
    expect(await row('SELECT count(*) AS n FROM chest_months')).toEqual({ n: 0 });
    const member = await memberFor({ from: '2026-10-05T00:00:00Z', to: '2027-10-05T00:00:00Z' });
    await earnBoth(member, 1, '2026-10-06T00:00:00Z');
    await cron('2026-10-31T23:59:59Z');
    expect(await paidTo(member)).toEqual([]);
    await cron('2026-11-01T00:00:00Z');
    expect(await paidTo(member)).toEqual(['2026-10 1 200 basic']);
  });

  test('count the keys of 12 months and open at the highest level reached', async () => {
    const member = await memberFor({ from: '2026-10-01T00:00:00Z', to: '2026-12-05T00:00:00Z' });
    await earnBoth(member, 10, '2025-10-31T23:59:59Z');
    await earnBoth(member, 4, '2025-11-01T00:00:00Z');
    await earnBoth(member, 1, '2026-10-03T00:00:00Z');
    await open('2026-12-20T00:00:00Z');
    // The October chest counts the keys earned since November 2025: 5 of each kind. The November chest counts only 1 of each.
    expect(await paidTo(member)).toEqual(['2026-10 2 600 basic', '2026-11 1 200 basic']);
  });

  test('exclude keys that were reversed by then', async () => {
    const member = await memberFor({ from: '2026-08-01T00:00:00Z', to: '2027-08-01T00:00:00Z' });
    await earn(member, 'community', 6, '2026-08-02T00:00:00Z');
    await earn(member, 'treasure', 4, '2026-08-02T00:00:00Z');
    const lost = await earn(member, 'treasure', 1, '2026-08-03T00:00:00Z');
    await earn(member, 'treasure', -1, '2026-09-01T00:00:00Z', { subject: lost, turn: 1 });
    await earn(member, 'treasure', 1, '2026-10-05T00:00:00Z', { subject: lost, turn: 2 });
    const old = await earn(member, 'treasure', 2, '2025-08-15T00:00:00Z');
    await earn(member, 'treasure', -2, '2026-10-20T00:00:00Z', { subject: old, turn: 1 });
    await open('2026-11-20T00:00:00Z');
    // A key earned in August was reversed in September and restored in October. Reversing keys that were earned before the 12-month window
    // does not affect the chest.
    expect(await paidTo(member)).toEqual(['2026-08 2 600 basic', '2026-09 1 200 basic', '2026-10 2 600 basic']);
  });

  test('are premium for a member of both tiers, and follow a change of tier', async () => {
    const member = await memberFor({ from: '2026-08-01T00:00:00Z', to: '2026-09-10T00:00:00Z' });
    await belong(member, 'premium', '2026-09-10T00:00:00Z', '2027-09-10T00:00:00Z');
    await belong(member, 'basic', '2026-09-01T00:00:00Z', '2026-12-01T00:00:00Z');
    await earnBoth(member, 15, '2026-08-02T00:00:00Z');
    await open('2026-11-20T00:00:00Z');
    expect(await paidTo(member)).toEqual(['2026-08 3 2000 basic', '2026-09 3 2000 premium', '2026-10 3 2000 premium']);
  });
});

describe('the chest job', () => {
  /** Creates seven members over three months, some of whom leave or lose keys. */
  async function seedSeason(): Promise<void> {
    for (let index = 0; index < 7; index += 1) {
      const member = await memberFor({
        tier: index % 3 === 0 ? 'premium' : 'basic',
        from: '2026-08-01T00:00:00Z',
        to: index % 4 === 3 ? '2026-10-10T00:00:00Z' : '2027-08-01T00:00:00Z',
      });
      await earnBoth(member, 1 + index * 2, '2026-08-20T00:00:00Z');
    }
  }

  async function runPunctually(): Promise<Record<string, unknown>[]> {
    for (const instant of ['2026-09-01T00:23:00Z', '2026-10-01T00:23:00Z', '2026-11-01T00:23:00Z', '2026-11-20T00:23:00Z'])
      await open(instant);
    const payouts = await everyPayout();
    expect(payouts).toHaveLength(7 + 7 + 6);
    for (const table of ['treasure_chest_payouts', 'chest_months']) await change(`DELETE FROM ${table}`);
    return payouts;
  }

  test('pays the same when it runs two months late, and pays once when it runs twice', async () => {
    await seedSeason();
    const expected = await runPunctually();
    for (let time = 0; time < 3; time += 1) await cron('2026-11-20T00:23:00Z');
    expect(await everyPayout()).toEqual(expected);
    expect(await row('SELECT count(*) AS n FROM chest_months WHERE finished_at IS NOT NULL')).toEqual({ n: 3 });
  });

  test.each(['before', 'after', 'within'] as const)('continues after dying %s any of its writes', async (fault) => {
    await seedSeason();
    const expected = await runPunctually();
    for (let batchNumber = 2; batchNumber <= 8; batchNumber += 2) {
      const db = failBatchAt(env.DB as unknown as D1Database, batchNumber, fault);
      await expect(open('2026-11-20T00:23:00Z', { db })).rejects.toThrow('cut off');
    }
    await open('2026-11-20T01:23:00Z');
    expect(await everyPayout()).toEqual(expected);
  });

  test('shares the work between concurrent runs', async () => {
    await seedSeason();
    const expected = await runPunctually();
    await Promise.all([1, 2, 3, 4].map(() => open('2026-11-20T00:23:00Z')));
    await open('2026-11-20T01:23:00Z');
    expect(await everyPayout()).toEqual(expected);
  });

  test('applies late facts once they are settled, without touching paid chests', async () => {
    const [late, more, paid] = [
      await directMember(),
      await memberFor({ from: '2026-10-01T00:00:00Z', to: '2027-10-01T00:00:00Z' }),
      await memberFor({ from: '2026-10-01T00:00:00Z', to: '2027-10-01T00:00:00Z' }),
    ];
    for (const one of [late, more, paid]) await earnBoth(one, 1, '2026-10-10T00:00:00Z');
    await open('2026-11-01T00:23:00Z');
    await change("UPDATE treasure_chest_payouts SET status = 'paid', paid_at = 1 WHERE user_id = ?", paid.id);
    await belong(late, 'basic', '2026-10-31T23:00:00Z', '2027-10-31T23:00:00Z');
    for (const one of [more, paid]) await earnBoth(one, 4, '2026-10-31T23:00:00Z');
    await open('2026-11-02T00:23:00Z');
    expect(await paidTo(late)).toEqual([]);
    await open('2026-11-09T00:23:00Z');
    expect(await paidTo(late)).toEqual(['2026-10 1 200 basic']);
    expect(await paidTo(more)).toEqual(['2026-10 2 600 basic']);
    expect(await paidTo(paid)).toEqual(['2026-10 1 200 basic']);
  });

  propertyTest('pays by the rules for random schedules', { usual: 5, long: 40 }, async (numRuns) => {
    let firstUserId = 10_000_000;
    await fc.assert(
      fc.asyncProperty(schedules, async (steps) => {
        firstUserId += 1_000;
        for (const table of ['treasure_chest_payouts', 'chest_months', 'membership_periods']) await change(`DELETE FROM ${table}`);
        const { facts, payouts } = await play(env.DB as unknown as D1Database, steps, firstUserId);
        expect(payouts).toEqual(payoutsByTheRules(facts, endOfTime));
      }),
      { numRuns, endOnFailure: true },
    );
  });
});

describe('a member’s view of chests', () => {
  test('shows the keys that count and until when, the level, the next one, this month’s chest, and past ones', async () => {
    const member = await directMember({ role: 'premium' });
    await earnBoth(member, 2, '2025-10-20T00:00:00Z');
    await earn(member, 'treasure', 3, '2025-09-30T23:59:59Z');
    const taken = await earn(member, 'treasure', 2, '2026-02-01T00:00:00Z');
    await earn(member, 'treasure', -2, '2026-09-01T00:00:00Z', { subject: taken, turn: 1 });
    await earn(member, 'community', 4, '2026-09-10T00:00:00Z');
    await change(
      "INSERT INTO treasure_chest_payouts (user_id, month, chest_level, amount_cents, is_premium, status, paid_at, created_at) VALUES (?, '2026-08', 2, 600, 1, 'paid', ?, 1)",
      member.id,
      at('2026-09-03T00:00:00Z'),
    );
    const { env: counting, use } = countingDatabase(member.client.workerEnv);
    member.client.workerEnv = counting;
    const { status, body } = await member.client.get<TreasureChests>('/api/treasure-chests');
    expect(status).toBe(200);
    expect(body).toEqual({
      takesPart: true,
      openedMonth: null,
      keys: { treasureKeys: 2, communityKeys: 6 },
      totalKeys: { treasureKeys: 5, communityKeys: 6 },
      expiries: [
        { countsThrough: '2026-09', treasureKeys: 2, communityKeys: 2 },
        { countsThrough: '2027-08', treasureKeys: 0, communityKeys: 4 },
      ],
      level: 1,
      next: { level: 2, treasureKeys: 3, communityKeys: 0 },
      projection: { month: '2026-09', level: 1, amount: 2, membershipEndsBefore: false },
      payouts: [{ id: expect.any(Number), month: '2026-08', level: 2, amount: 6, status: 'paid', paidAt: '2026-09-03T00:00:00.000Z' }],
    });
    expect(use.roundTrips).toBe(1);
    expect(use.rowsRead).toBeLessThanOrEqual(30);
  });

  test('as a free member shows the keys, and that there is no chest', async () => {
    const { client } = await directMember();
    expect((await client.get<TreasureChests>('/api/treasure-chests')).body).toEqual({
      takesPart: false,
      openedMonth: null,
      keys: { treasureKeys: 0, communityKeys: 0 },
      totalKeys: { treasureKeys: 0, communityKeys: 0 },
      expiries: [],
      level: 0,
      next: { level: 1, treasureKeys: 1, communityKeys: 1 },
      projection: null,
      payouts: [],
    });
  });

  test('never includes another member’s', async () => {
    const [one, other] = [await directMember({ role: 'basic' }), await directMember({ role: 'basic' })];
    await earnBoth(one, 5, '2026-09-10T00:00:00Z');
    expect((await other.client.get<TreasureChests>('/api/treasure-chests')).body.keys).toEqual({ treasureKeys: 0, communityKeys: 0 });
    one.client.cookies.clear();
    expectError(await one.client.get('/api/treasure-chests'), 401);
  });
});
