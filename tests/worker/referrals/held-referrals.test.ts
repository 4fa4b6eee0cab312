/**
 * Treasure Keys of held, released and refused referrals, and their effect on treasure chests.
 *
 * @module-tag long
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type {
  AdminChest,
  AdminCommission,
  DecisionEffects,
  DuePayout,
  PayoutDecision,
  PayResponse,
} from '#schema/payouts/admin-payouts.ts';
import type { Referrals } from '#schema/referrals/referral.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { auditOf } from '#tests/worker/support/admin/audit-log.ts';
import { chestsOf, confirmPlacements, endMonth, treasureKeysOf } from '#tests/worker/support/chests/chest-facts.ts';
import { everyRow, expectError, newMember, row, type TestMember } from '#tests/worker/support/client.ts';
import { payingMember } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { testCards } from '#tests/worker/support/memberships/payments.ts';
import { earningsOf } from '#tests/worker/support/payouts/owed.ts';
import { utcMonth } from '#worker/domain/chests/months.ts';

const path = '/api/admin/payouts';
const thisMonth = utcMonth(Math.floor(Date.now() / 1_000));
const gold = (status: string) => `${thisMonth} 3 $20 ${status}`;
const bronze = (status: string) => `${thisMonth} 1 $2 ${status}`;
let boss: TestAdmin;
let admin: TestAdmin;
const meetAdministrators = async () => {
  [boss, admin] = [await newAdmin('super_admin'), await newAdmin('admin')];
};
beforeEach(meetAdministrators);
afterEach(() => {
  vi.useRealTimers();
});

/** Advances the clock to the end of the month, opens the month's chests, and signs the administrators in again. */
async function endCurrentMonth(...members: TestMember[]): Promise<void> {
  await endMonth(...members);
  await meetAdministrators();
}

const commissionsOf = async ({ id }: TestMember) =>
  (await boss.client.get<AdminCommission[]>(`${path}/commissions?member=${id}&sort=id`)).body;
const chestRowOf = async ({ id }: TestMember) =>
  (await boss.client.get<AdminChest[]>(`${path}/chests?member=${id}`)).body.find(({ month }) => month === thisMonth);

type Row = Pick<AdminCommission | AdminChest, 'id' | 'version'>;
function decide(
  row: Row | undefined,
  decision: PayoutDecision,
  { kind = 'commissions', reason = 'Looks like one person', by = boss } = {},
) {
  return by.client.post<AdminCommission>(`${path}/${kind}/${row?.id}/${decision}`, {
    version: row?.version,
    ...(decision !== 'release' && { reason }),
  });
}
const effectsOf = ({ id, version }: Row, decision: PayoutDecision, kind = 'commissions') =>
  boss.client.get<DecisionEffects>(`${path}/${kind}/${id}/effects?decision=${decision}&version=${version}`);

/** Creates a premium member with the given numbers of paying friends and placements. */
async function referrerOf(friends: number, { placements = friends, card = testCards.good as string } = {}): Promise<TestMember> {
  const referrer = await newMember({ role: 'premium' });
  for (let friend = 0; friend < friends; friend += 1) await payingMember('basic', { ref: referrer.user.referralCode, card });
  await confirmPlacements(referrer, placements);
  return referrer;
}

describe('eight friends with one card', () => {
  test('open no chest and earn nothing once they are refused', async () => {
    const { member: referrer } = await payingMember('premium', { card: testCards.good });
    for (let friend = 0; friend < 8; friend += 1) await payingMember('premium', { ref: referrer.user.referralCode, card: testCards.good });
    await confirmPlacements(referrer, 15);
    const held = await commissionsOf(referrer);
    expect(held.map(({ status, heldReason }) => `${status} ${heldReason}`)).toEqual(Array(8).fill('held same_card'));
    expect(await treasureKeysOf(referrer)).toBe(0);
    expect((await referrer.client.get<Referrals>('/api/referrals')).body.totals).toEqual({ joined: 8, became: 8, treasureKeys: 0 });
    await endCurrentMonth(referrer);
    expect(await chestsOf(referrer)).toEqual([]);
    for (const row of held) expect((await decide(row, 'refuse')).body).toMatchObject({ status: 'reversed' });
    expect(await treasureKeysOf(referrer)).toBe(0);
    expect(await chestsOf(referrer)).toEqual([]);
    expect((await earningsOf(referrer)).summary.grandTotal).toBe(0);
    expect((await boss.client.get(`${path}?q=${referrer.email}`)).body).toEqual([]);
  });

  test('who passed at first cost the referrer the opened chest, unless it is paid', { tags: 'long' }, async () => {
    const referrer = await referrerOf(8, { placements: 15 });
    await endCurrentMonth(referrer);
    expect(await chestsOf(referrer)).toEqual([gold('pending')]);
    const chests: string[] = [];
    for (const row of await commissionsOf(referrer)) {
      await decide(row, 'refuse');
      chests.push(...(await chestsOf(referrer)));
    }
    // 14, 12, 10, 8 and 6 keys open a Silver chest; 4 and 2 keys open a Bronze one.
    expect(chests).toEqual([...Array(5).fill(`${thisMonth} 2 $6 pending`), bronze('pending'), bronze('pending'), bronze('reversed')]);
    expect(await treasureKeysOf(referrer)).toBe(0);
    expect((await earningsOf(referrer)).summary.grandTotal).toBe(0);
  });
});

describe('a free referrer', () => {
  async function withFriend(address: string) {
    const referrer = await newMember({ address });
    await payingMember('basic', { ref: referrer.user.referralCode, address });
    const [held] = await commissionsOf(referrer);
    return { referrer, held };
  }

  test('has no keys while the referral is held, and gets them with their original date on release', async () => {
    const { referrer, held } = await withFriend('203.0.113.91');
    expect(held).toMatchObject({ amountCents: 0, treasureKeys: 1, status: 'held', heldReason: 'same_address', isOverdue: false });
    expect(await treasureKeysOf(referrer)).toBe(0);
    expect((await referrer.client.get<Referrals>('/api/referrals')).body.people[0]).toMatchObject({
      commission: { amount: 0, status: 'held' },
      treasureKeys: 0,
    });
    expect((await boss.client.get<{ heldCommissions: number }>(`${path}/summary`)).body.heldCommissions).toBeGreaterThan(0);
    expect(await decide(held, 'release')).toMatchObject({ status: 200, body: { status: 'pending', heldReason: null } });
    expect(await treasureKeysOf(referrer)).toBe(1);
    const key = await row('SELECT created_at AS at FROM key_events WHERE user_id = ?', referrer.id);
    expect(key).toEqual(await row('SELECT created_at AS at FROM referral_commissions WHERE referrer_id = ?', referrer.id));
    // The referral earned a key but no commission, so it appears in no list of earnings or payouts.
    expect(await earningsOf(referrer)).toMatchObject({ summary: { grandTotal: 0 }, commissions: [] });
    expect((await boss.client.get(`${path}?q=${referrer.email}`)).body).toEqual([]);
    expect((await boss.client.get<AdminCommission[]>(`${path}/commissions?status=pending&limit=200`)).body).not.toContainEqual(
      expect.objectContaining({ id: held?.id }),
    );
    expect((await referrer.client.get<Referrals>('/api/referrals')).body.people[0]).toMatchObject({ commission: null, treasureKeys: 1 });
  });

  test('gets no keys when the referral is refused', async () => {
    const { referrer, held } = await withFriend('203.0.113.92');
    await decide(held, 'refuse');
    expect(await treasureKeysOf(referrer)).toBe(0);
    expect((await referrer.client.get<Referrals>('/api/referrals')).body.people[0]).toMatchObject({ commission: null, treasureKeys: 0 });
  });
});

describe('a pending payout', () => {
  test('can be held with a reason and a preview of its effects, and is restored on release', async () => {
    const referrer = await referrerOf(1);
    await endCurrentMonth(referrer);
    const [pending] = await commissionsOf(referrer);
    if (!pending) throw new Error('No commission');
    const chest = { month: thisMonth, levelBefore: 1, levelAfter: 0, centsBefore: 200, centsAfter: 0 };
    const goes = { treasureKeys: -2, chests: [chest], heldNote: null };
    expect((await effectsOf(pending, 'hold')).body).toEqual(goes);
    expect((await effectsOf(pending, 'refuse')).body).toEqual(goes);
    expectError(await effectsOf(pending, 'release'), 409, 'changed_meanwhile');
    expectError(await decide(pending, 'hold', { reason: ' ' }), 400, 'invalid_input');

    const held = (await decide(pending, 'hold')).body;
    expect(held).toMatchObject({ status: 'held', heldReason: 'administrator', version: pending.version + 1 });
    expect(await treasureKeysOf(referrer)).toBe(0);
    expect(await chestsOf(referrer)).toEqual([bronze('reversed')]);
    expect((await earningsOf(referrer)).summary).toMatchObject({ pending: 10, grandTotal: 10 });
    expect((await boss.client.get(`${path}?q=${referrer.email}`)).body).toEqual([]);

    const back = { ...chest, levelBefore: 0, levelAfter: 1, centsBefore: 0, centsAfter: 200 };
    expectError(await effectsOf(pending, 'refuse'), 409, 'changed_meanwhile');
    expect((await effectsOf(held, 'release')).body).toEqual({ treasureKeys: 2, chests: [back], heldNote: 'Looks like one person' });
    expect((await decide(held, 'release')).body).toMatchObject({ status: 'pending', heldReason: null });
    expect(await treasureKeysOf(referrer)).toBe(2);
    expect(await chestsOf(referrer)).toEqual([bronze('pending')]);
    expect((await boss.client.get<DuePayout[]>(`${path}?q=${referrer.email}`)).body).toMatchObject([{ netCents: 1_200, entries: 2 }]);
    expect(await auditOf('commission', held.id)).toMatchObject([
      { action: 'commission.hold', reason: 'Looks like one person', user_id: referrer.id, after: { heldReason: 'administrator' } },
      { action: 'commission.release', reason: null, before: { status: 'held', heldReason: 'administrator' } },
    ]);
  });

  test('of a chest can be held, released and refused; a refused chest never opens again', async () => {
    const referrer = await referrerOf(1);
    await endCurrentMonth(referrer);
    const pending = await chestRowOf(referrer);
    const chest = { kind: 'chests' };
    expect(await decide(pending, 'hold', chest)).toMatchObject({ body: { status: 'held', heldReason: 'administrator' } });
    const held = await chestRowOf(referrer);
    if (!held) throw new Error('No chest');
    expect((await effectsOf(held, 'release', 'chests')).body).toEqual({ treasureKeys: 0, chests: [], heldNote: 'Looks like one person' });
    expect(await treasureKeysOf(referrer)).toBe(2);
    expectError(await decide(held, 'hold', chest), 409, 'changed_meanwhile');
    await decide(held, 'release', chest);
    expect(await chestsOf(referrer)).toEqual([bronze('pending')]);
    const [commission] = await commissionsOf(referrer);
    expect(await decide(await chestRowOf(referrer), 'refuse', chest)).toMatchObject({ status: 200, body: { status: 'reversed' } });
    for (const decision of ['hold', 'release'] as const) await decide((await commissionsOf(referrer))[0] ?? commission, decision);
    expect(await chestsOf(referrer)).toEqual([bronze('reversed')]);
    expect((await auditOf('treasure_chest_payout', held?.id ?? 0)).map(({ action }) => action)).toEqual([
      'treasure_chest_payout.hold',
      'treasure_chest_payout.release',
      'treasure_chest_payout.refuse',
    ]);
  });

  test('of a held chest follows the keys and is restored as held', async () => {
    const referrer = await referrerOf(1);
    await endCurrentMonth(referrer);
    await decide(await chestRowOf(referrer), 'hold', { kind: 'chests' });
    const [commission] = await commissionsOf(referrer);
    await decide(commission, 'hold');
    expect(await chestsOf(referrer)).toEqual([bronze('reversed')]);
    await decide((await commissionsOf(referrer))[0], 'release');
    expect(await chestsOf(referrer)).toEqual([bronze('held')]);
  });

  test('is decided by super administrators, once, from its current version; paid rows stay', async () => {
    const referrer = await referrerOf(1);
    await endCurrentMonth(referrer);
    const [commission] = await commissionsOf(referrer);
    if (!commission) throw new Error('No commission');
    const before = await everyRow();
    for (const decision of ['hold', 'refuse'] as const) {
      expectError(await decide(commission, decision, { by: admin }), 403, 'super_admin_only');
      expectError(await decide({ ...commission, version: 9 }, decision), 409, 'changed_meanwhile');
      expectError(await decide({ id: 999_999, version: 1 }, decision), 404, 'payout_not_found');
    }
    expectError(await decide(commission, 'release'), 409, 'changed_meanwhile');
    expectError(await admin.client.get(`${path}/commissions/${commission.id}/effects?decision=hold&version=1`), 403, 'super_admin_only');
    expectError(await boss.client.get(`${path}/commissions/${commission.id}/effects?decision=pay&version=x`), 400, 'invalid_input');
    expectError(await boss.client.get(`${path}/chests/999999/effects?decision=hold&version=1`), 404, 'payout_not_found');
    expect(await everyRow()).toEqual(before);

    const decided = await Promise.all([decide(commission, 'hold'), decide(commission, 'refuse'), decide(commission, 'hold')]);
    expect(decided.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await auditOf('commission', commission.id)).toHaveLength(1);
  });

  test('can no longer be decided once paid', async () => {
    const paid = await referrerOf(1);
    await endCurrentMonth(paid);
    await pay(paid);
    const [row] = await commissionsOf(paid);
    for (const decision of ['hold', 'release', 'refuse'] as const) {
      expectError(await decide(row, decision), 409, 'changed_meanwhile');
      expectError(await decide(await chestRowOf(paid), decision, { kind: 'chests' }), 409, 'changed_meanwhile');
    }
    expect(await treasureKeysOf(paid)).toBe(2);
  });

  test('is either paid or held when both are requested concurrently', async () => {
    for (let round = 0; round < 4; round += 1) {
      const referrer = await referrerOf(1);
      const [commission] = await commissionsOf(referrer);
      const [paid, held] = await Promise.all([pay(referrer), decide(commission, round % 2 === 0 ? 'hold' : 'refuse')]);
      const wasPaid = paid.body.paid.length > 0;
      expect(held.status).toBe(wasPaid ? 409 : 200);
      const [after] = await commissionsOf(referrer);
      expect(after?.status).toBe(wasPaid ? 'paid' : round % 2 === 0 ? 'held' : 'reversed');
      expect(await treasureKeysOf(referrer)).toBe(wasPaid ? 2 : 0);
      expect((await earningsOf(referrer)).summary.paid).toBe(wasPaid ? 10 : 0);
    }
  });
});

/** Pays the full amount owed to the member, sending the member's current version for optimistic locking. */
async function pay({ id }: TestMember) {
  const due = (await boss.client.get<DuePayout[]>(`${path}/due?members=${id}`)).body;
  const members = due.map(({ version }) => ({ id, version }));
  return boss.client.post<PayResponse>(`${path}/payments`, { reference: 'PO-9', members }, { 'Idempotency-Key': crypto.randomUUID() });
}
