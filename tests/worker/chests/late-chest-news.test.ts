/**
 * Late events still update an unpaid chest if they belong to its month. All other events leave it unchanged.
 * @module-tag long
 */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { chestsOf, confirmPlacements, endMonth, treasureKeysOf } from '#tests/worker/support/chests/chest-facts.ts';
import { change, newMember, row, signInAgain, type TestMember } from '#tests/worker/support/client.ts';
import { deliverEvents, hour, moveClockTo, passTime, payingMember, timeOf } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { closeDispute, disputeAtStripe, intentPaidBy, refundAtStripe } from '#tests/worker/support/memberships/money-back.ts';
import { buy, confirmAtStripe, openCheckout } from '#tests/worker/support/memberships/payments.ts';
import { getLastSecond, utcMonth } from '#worker/domain/chests/months.ts';
import { openChests } from '#worker/jobs/open-chests.ts';
import { chestStore } from '#worker/store/chests/chests.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Returns the current month, which is the month of a test's first purchases. */
const month = () => utcMonth(Math.floor(Date.now() / 1_000));
const bronze = (of: string, status: string) => `${of} 1 $2 ${status}`;
const silver = (of: string, status: string) => `${of} 2 $6 ${status}`;

/** Creates a premium member with a Bronze chest, earned by one placement and by a friend who bought a membership this month (2 keys). */
async function referrer() {
  const ending = month();
  const member = await newMember({ role: 'premium' });
  const { member: friend } = await payingMember('basic', { ref: member.user.referralCode });
  await confirmPlacements(member, 1);
  return { member, friend, ending };
}

/** Sets the clock to the month's last hour, unless it is, so that later Stripe events still belong to the month. */
async function moveToLastHour(friend: TestMember): Promise<void> {
  await deliverEvents(friend);
  const now = await timeOf(friend);
  await moveClockTo(friend, Math.max(now, getLastSecond(utcMonth(now)) - hour));
}

describe('a refund of a friend’s membership', () => {
  test('within the month, learned of later, reverses the chest', async () => {
    const { member, friend, ending } = await referrer();
    await moveToLastHour(friend);
    await refundAtStripe(await intentPaidBy(friend));
    await endMonth(member);
    expect(await chestsOf(member)).toEqual([bronze(ending, 'pending')]);
    await deliverEvents(friend);
    expect(await treasureKeysOf(member)).toBe(0);
    expect(await chestsOf(member)).toEqual([bronze(ending, 'reversed')]);
  });

  test('after the month keeps its chest: a punctual run would have opened it', async () => {
    const { member, friend, ending } = await referrer();
    await moveToLastHour(friend);
    await passTime(friend, 2 * hour);
    await refundAtStripe(await intentPaidBy(friend));
    await deliverEvents(friend);
    await signInAgain(member);
    expect(await treasureKeysOf(member)).toBe(0);
    await endMonthBefore();
    expect(await chestsOf(member)).toEqual([bronze(ending, 'pending')]);
  });

  test('within the month keeps a chest that was paid out', async () => {
    const { member, friend, ending } = await referrer();
    await moveToLastHour(friend);
    await refundAtStripe(await intentPaidBy(friend));
    await endMonth(member);
    await change("UPDATE treasure_chest_payouts SET status = 'paid', paid_at = 1 WHERE user_id = ?", member.id);
    await deliverEvents(friend);
    expect(await chestsOf(member)).toEqual([bronze(ending, 'paid')]);
  });
});

/** Reruns the job that opens chests for past months, as if it ran late. */
async function endMonthBefore(): Promise<void> {
  await change('DELETE FROM chest_months');
  await openChests({ store: { chests: chestStore(env.DB as unknown as D1Database) } }, Math.floor(Date.now() / 1_000));
}

test('a dispute within the month reverses the chest; once won, it opens again', async () => {
  const { member, friend, ending } = await referrer();
  await moveToLastHour(friend);
  const dispute = await disputeAtStripe(await intentPaidBy(friend));
  await endMonth(member);
  expect(await chestsOf(member)).toEqual([bronze(ending, 'pending')]);
  await deliverEvents(friend);
  expect(await chestsOf(member)).toEqual([bronze(ending, 'reversed')]);
  await closeDispute(dispute, 'won');
  await deliverEvents(friend);
  expect(await chestsOf(member)).toEqual([bronze(ending, 'pending')]);
});

describe('a payment within the month, learned of later,', () => {
  async function payWithoutWebhook(member: TestMember): Promise<void> {
    const { clientSecret } = await openCheckout(member.client, 'membership', 'basic');
    expect((await confirmAtStripe(clientSecret)).status).toBe('succeeded');
  }

  test('by a friend opens a missing chest or raises its level', async () => {
    const [ending, nobody, some] = [month(), await newMember({ role: 'premium' }), await newMember({ role: 'premium' })];
    await confirmPlacements(nobody, 1);
    await confirmPlacements(some, 5);
    for (let friend = 0; friend < 2; friend += 1) await payingMember('basic', { ref: some.user.referralCode });
    const late: TestMember[] = [];
    for (const { user } of [nobody, some]) {
      const friend = await newMember({ ref: user.referralCode });
      await payWithoutWebhook(friend);
      late.push(friend);
    }
    await endMonth(nobody, some);
    expect([await chestsOf(nobody), await chestsOf(some)]).toEqual([[], [bronze(ending, 'pending')]]);
    for (const friend of late) await deliverEvents(friend);
    expect([await chestsOf(nobody), await chestsOf(some)]).toEqual([[bronze(ending, 'pending')], [silver(ending, 'pending')]]);
  });

  test('by the member makes them a member at the month’s end', async () => {
    const [ending, member] = [month(), await newMember()];
    await payingMember('basic', { ref: member.user.referralCode });
    await confirmPlacements(member, 1);
    await payWithoutWebhook(member);
    await endMonth(member);
    expect(await chestsOf(member)).toEqual([]);
    await deliverEvents(member);
    expect(await chestsOf(member)).toEqual([bronze(ending, 'pending')]);
  });
});

test('a refund of the member’s own year reverses the chest if it was made within the month', async () => {
  const [ending, { member }] = [month(), await payingMember('basic')];
  await payingMember('basic', { ref: member.user.referralCode, card: '5555555555554444' });
  await confirmPlacements(member, 1);
  await moveToLastHour(member);
  await refundAtStripe(await intentPaidBy(member));
  await endMonth(member);
  expect(await chestsOf(member)).toEqual([bronze(ending, 'pending')]);
  await deliverEvents(member);
  expect(await chestsOf(member)).toEqual([bronze(ending, 'reversed')]);
});

test('a refund of placed cards reverses their Community Keys on the day of the refund', async () => {
  const [ending, owner] = [month(), await newMember({ role: 'basic' })];
  await payingMember('basic', { ref: owner.user.referralCode });
  const { cards } = await buy(owner.client, 'cache-cards', '1');
  const cardId = cards[0]?.cardId ?? '';
  await owner.client.post(`/api/cache-cards/${cardId}/placement`, { location: 'Mill', description: 'Stone' });
  const { code } = (await row<{ code: string }>('SELECT code FROM cache_cards WHERE card_id = ?', cardId)) ?? {};
  await (await directMember()).client.post('/api/scan', { cardId, code });
  await moveToLastHour(owner);
  await refundAtStripe(await intentPaidBy(owner));
  await endMonth(owner);
  expect(await chestsOf(owner)).toEqual([bronze(ending, 'pending')]);
  await deliverEvents(owner);
  expect(await chestsOf(owner)).toEqual([bronze(ending, 'reversed')]);
});
