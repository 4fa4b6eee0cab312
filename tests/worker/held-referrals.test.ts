/** Treasure Keys go with their referral: what is held, released or refused of it, and what that does to treasure chests. */
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AdminCommission } from '#schema/admin/payouts.ts';
import type { Referrals } from '#schema/referral.ts';
import type { TreasureChests } from '#schema/treasure-chest.ts';
import { lastSecondOf, utcMonth } from '#worker/domain/months.ts';
import { openChests } from '#worker/jobs/open-chests.ts';
import { chestStore } from '#worker/store/chests.ts';
import { newAdmin, type TestAdmin } from './administrators.ts';
import { change, newMember, type TestMember } from './client.ts';
import { payingMember } from './member-at-stripe.ts';
import { earningsOf } from './owed.ts';
import { testCards } from './payments.ts';

const path = '/api/admin/payouts';
const thisMonth = utcMonth(Math.floor(Date.now() / 1_000));
let boss: TestAdmin;
beforeAll(async () => {
  boss = await newAdmin('super_admin');
});

/** The job, as soon as this month is over. */
const endOfMonth = () => openChests({ store: { chests: chestStore(env.DB as unknown as D1Database) } }, lastSecondOf(thisMonth) + 1);
const keysOf = async ({ client }: TestMember) => (await client.get<TreasureChests>('/api/treasure-chests')).body.totalKeys.treasureKeys;
const chestsOf = async ({ client }: TestMember) =>
  (await client.get<TreasureChests>('/api/treasure-chests')).body.payouts.map(({ month, level, amount, status }) => ({
    month,
    level,
    amount,
    status,
  }));
const commissionsOf = async ({ id }: TestMember) =>
  (await boss.client.get<AdminCommission[]>(`${path}/commissions?member=${id}&sort=id`)).body;
const decide = (row: AdminCommission, decision: 'hold' | 'release' | 'refuse', reason = 'One person, one card') =>
  boss.client.post<AdminCommission>(`${path}/commissions/${row.id}/${decision}`, {
    version: row.version,
    ...(decision !== 'release' && { reason }),
  });

/** As many placements that finders confirmed. */
async function placed({ id }: TestMember, count: number): Promise<void> {
  for (let card = 1; card <= count; card += 1)
    await change(
      `INSERT INTO key_events (user_id, kind, amount, cause, created_at) VALUES (?1, 'community', 1, 'placement:' || ?2, ?3)`,
      id,
      String(id * 1_000 + card),
      Math.floor(Date.now() / 1_000),
    );
}

describe('eight friends with one card', () => {
  test('open no chest and earn nothing once they are refused', async () => {
    const { member: referrer } = await payingMember('premium', { card: testCards.good });
    const friends: TestMember[] = [];
    for (let friend = 0; friend < 8; friend += 1)
      friends.push((await payingMember('premium', { ref: referrer.user.referralCode, card: testCards.good })).member);
    await placed(referrer, 15);
    const held = await commissionsOf(referrer);
    expect(held.map(({ status, heldReason }) => `${status} ${heldReason}`)).toEqual(Array(8).fill('held same_card'));
    expect(await keysOf(referrer)).toBe(0);
    expect((await referrer.client.get<Referrals>('/api/referrals')).body.totals).toEqual({ joined: 8, became: 8, treasureKeys: 0 });
    await endOfMonth();
    expect(await chestsOf(referrer)).toEqual([]);
    for (const row of held) expect((await decide(row, 'refuse')).body).toMatchObject({ status: 'reversed' });
    expect(await keysOf(referrer)).toBe(0);
    expect(await chestsOf(referrer)).toEqual([]);
    expect((await earningsOf(referrer)).summary.grandTotal).toBe(0);
    expect((await boss.client.get(`${path}?q=${referrer.email}`)).body).toEqual([]);
  });
});

test.todo('more', () => newMember);
