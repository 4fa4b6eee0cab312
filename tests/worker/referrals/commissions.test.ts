/**
 * The commissions and Treasure Keys that a referral earns, and how they are held, frozen and reversed. Product rules: Referrals, keys and
 * commissions.
 */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { change, newMember, noFiles, row, type TestMember } from '#tests/worker/support/client.ts';
import {
  day,
  deliverEvents,
  hour,
  membershipOf,
  moveClockTo,
  passTime,
  payingMember,
  runJob,
  timeOf,
} from '#tests/worker/support/memberships/member-at-stripe.ts';
import { closeDispute, disputeAtStripe, intentPaidBy, refundAtStripe } from '#tests/worker/support/memberships/money-back.ts';
import { buy, confirmAtStripe, openCheckout, testCards } from '#tests/worker/support/memberships/payments.ts';
import { earningsOf } from '#tests/worker/support/payouts/owed.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const codeOf = ({ user }: TestMember) => user.referralCode;

/** Returns a referrer's commissions and reversals, oldest first. */
async function commissionsOf({ id }: TestMember) {
  const { results } = await env.DB.prepare(
    'SELECT kind, amount_cents AS cents, status, held_reason AS why FROM referral_commissions WHERE referrer_id = ? ORDER BY id',
  )
    .bind(id)
    .all<{ kind: string; cents: number; status: string; why: string | null }>();
  return results;
}

const pending = (cents: number) => ({ kind: 'commission', cents, status: 'pending', why: null });
const keysOf = async ({ id }: TestMember) => (await row<{ n: number }>('SELECT treasure_keys AS n FROM users WHERE id = ?', id))?.n;
const payOut = (referrer: TestMember, at: number) =>
  change("UPDATE referral_commissions SET status = 'paid', paid_at = ? WHERE referrer_id = ? AND status = 'pending'", at, referrer.id);

/** Creates a referrer and a referred member who has bought a membership. */
async function referral(tier: 'basic' | 'premium' = 'basic', referrerTier: 'free' | 'basic' | 'premium' = 'basic') {
  const referrer = await newMember({ role: referrerTier });
  const { member } = await payingMember(tier, { ref: codeOf(referrer) });
  return { referrer, member };
}

describe('the first membership of a referred member', () => {
  test.each([
    ['free', 'basic', 0, 1],
    ['free', 'premium', 0, 1],
    ['basic', 'basic', 1_000, 1],
    ['basic', 'premium', 1_000, 1],
    ['premium', 'basic', 1_000, 2],
    ['premium', 'premium', 2_000, 2],
  ] as const)('earns a %s referrer, for %s, %d cents and %d keys', async (referrerTier, tier, cents, keys) => {
    const { referrer, member } = await referral(tier, referrerTier);
    expect(await commissionsOf(referrer)).toEqual([pending(cents)]);
    expect(await keysOf(referrer)).toBe(keys);
    const { summary, commissions } = await earningsOf(referrer);
    const dollars = cents / 100;
    expect(summary).toEqual({ commissions: dollars, treasureChests: 0, pending: dollars, paid: 0, grandTotal: dollars });
    expect(commissions).toHaveLength(cents === 0 ? 0 : 1);
    if (cents > 0)
      expect(commissions[0]).toMatchObject({
        amount: dollars,
        status: 'pending',
        description: `Membership of ${member.user.username}`,
        paidAt: null,
      });
    expect(await keysOf(member)).toBe(0);
  });

  test('counts once: renewals, upgrades and other purchases earn nothing more', async () => {
    const { referrer, member } = await referral('basic', 'premium');
    await deliverEvents(member);
    await passTime(member, 20 * day);
    await buy(member.client, 'membership', 'premium');
    await deliverEvents(member);
    await passTime(member, 370 * day);
    await deliverEvents(member);
    await member.client.post('/api/membership/cancel');
    await passTime(member, 370 * day);
    await deliverEvents(member);
    await runJob();
    expect((await membershipOf(member)).tier).toBe('free');
    await buy(member.client, 'membership', 'premium');
    expect(await commissionsOf(referrer)).toEqual([pending(1_000)]);
    expect(await keysOf(referrer)).toBe(2);
  });

  test('counts once when page, webhooks and job apply it concurrently', async () => {
    const referrer = await newMember({ role: 'premium' });
    const member = await newMember({ ref: codeOf(referrer) });
    const { clientSecret, order } = await openCheckout(member.client, 'membership', 'premium');
    await confirmAtStripe(clientSecret);
    const confirm = () => member.client.post(`/api/orders/${order?.id}/confirm`);
    await Promise.all([confirm(), confirm(), deliverEvents(member), runJob()]);
    expect(await commissionsOf(referrer)).toEqual([pending(2_000)]);
    expect(await keysOf(referrer)).toBe(2);
  });

  test('counts by the referrer’s tier at the time of payment, even if we learn of it later', async () => {
    const referrer = await newMember({ role: 'premium' });
    const member = await newMember({ ref: codeOf(referrer) });
    const { clientSecret } = await openCheckout(member.client, 'membership', 'premium');
    await confirmAtStripe(clientSecret);
    await change("UPDATE users SET role = 'free', membership_expires_at = NULL WHERE id = ?", referrer.id);
    const until = Math.floor(Date.now() / 1_000) + 60;
    await change('UPDATE membership_periods SET ends_at = ? WHERE user_id = ?', until, referrer.id);
    await passTime(member, day);
    await runJob();
    expect(await commissionsOf(referrer)).toEqual([pending(2_000)]);
    await buy(referrer.client, 'membership', 'basic');
    expect(await commissionsOf(referrer)).toEqual([pending(2_000)]);
  });

  test('earns nothing for an unknown code, and card orders earn nothing at all', async () => {
    const { member } = await payingMember('basic', { ref: 'NOBODYS1' });
    expect(await row('SELECT referred_by_id AS id FROM users WHERE id = ?', member.id)).toEqual({ id: null });
    const referrer = await newMember({ role: 'basic' });
    const granted = await newMember({ ref: codeOf(referrer), role: 'basic' });
    await buy(granted.client, 'cache-cards', '3');
    expect(await commissionsOf(referrer)).toEqual([]);
    expect(await keysOf(referrer)).toBe(0);
  });
});

describe('a commission is held', () => {
  test('when both paid with the same card', async () => {
    const { member: referrer } = await payingMember('premium', { card: testCards.good });
    await payingMember('basic', { ref: codeOf(referrer), card: testCards.good });
    await payingMember('basic', { ref: codeOf(referrer), card: '5555555555554444' });
    expect(await commissionsOf(referrer)).toEqual([{ ...pending(1_000), status: 'held', why: 'same_card' }, pending(1_000)]);
    expect((await earningsOf(referrer)).summary).toMatchObject({ commissions: 20, pending: 20, paid: 0, grandTotal: 20 });
  });

  test('when both registered from the same network address or live at the same address', async () => {
    const address = '203.0.113.7';
    const referrer = await newMember({ role: 'basic', address });
    await payingMember('basic', { ref: codeOf(referrer), address });
    const home = { address: '1 Trail Road', zip: '28607', country: 'US' };
    await referrer.client.call('PATCH', '/api/user', home);
    const neighbor = await newMember({ ref: codeOf(referrer) });
    await neighbor.client.call('PATCH', '/api/user', { ...home, address: ' 1 TRAIL road ' });
    await buy(neighbor.client, 'membership', 'basic');
    expect(await commissionsOf(referrer)).toEqual(Array(2).fill({ ...pending(1_000), status: 'held', why: 'same_address' }));
  });

  test('when the email address is disposable; all reasons are stored', async () => {
    const address = '203.0.113.8';
    const referrer = await newMember({ role: 'basic', address });
    await payingMember('basic', { ref: codeOf(referrer), address, email: 'somebody@mailinator.com' });
    expect(await commissionsOf(referrer)).toEqual([{ ...pending(1_000), status: 'held', why: 'disposable_email,same_address' }]);
  });

  test('not at all while the list of disposable addresses is unreadable: the purchase succeeds', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const referrer = await newMember({ role: 'basic' });
    const { client } = await newMember({ ref: codeOf(referrer), email: 'unlisted@mailinator.com' });
    client.workerEnv = { ...client.workerEnv, ASSETS: noFiles };
    await buy(client, 'membership', 'basic');
    expect(await commissionsOf(referrer)).toEqual([pending(1_000)]);
    expect(log.mock.calls.map(([line]) => JSON.parse(line))).toMatchObject([
      { event: 'site_list_unreadable', list: 'disposable-domains.txt' },
    ]);
  });
});

describe('a dispute', () => {
  test('freezes commission and keys, and restores them when it is won', async () => {
    const { referrer, member } = await referral('premium', 'premium');
    const dispute = await disputeAtStripe(await intentPaidBy(member));
    await deliverEvents(member);
    expect(await commissionsOf(referrer)).toEqual([{ ...pending(2_000), status: 'held', why: 'dispute' }]);
    expect(await keysOf(referrer)).toBe(0);
    await closeDispute(dispute, 'won');
    await deliverEvents(member);
    expect(await commissionsOf(referrer)).toEqual([pending(2_000)]);
    expect(await keysOf(referrer)).toBe(2);
  });

  test('that is won does not release a commission held for another reason', async () => {
    const referrer = await newMember({ role: 'basic' });
    const { member } = await payingMember('basic', { ref: codeOf(referrer), email: 'anybody@mailinator.com' });
    const dispute = await disputeAtStripe(await intentPaidBy(member));
    await deliverEvents(member);
    expect(await commissionsOf(referrer)).toMatchObject([{ status: 'held', why: 'disposable_email,dispute' }]);
    await closeDispute(dispute, 'won');
    await deliverEvents(member);
    expect(await commissionsOf(referrer)).toMatchObject([{ status: 'held', why: 'disposable_email' }]);
  });

  test('that is lost reverses both', async () => {
    const { referrer, member } = await referral();
    const dispute = await disputeAtStripe(await intentPaidBy(member));
    await closeDispute(dispute, 'lost');
    await deliverEvents(member);
    expect(await commissionsOf(referrer)).toMatchObject([
      { kind: 'commission', cents: 1_000, status: 'reversed' },
      { kind: 'reversal', cents: -1_000, status: 'reversed' },
    ]);
    expect(await keysOf(referrer)).toBe(0);
  });
});

describe('a full refund', () => {
  test('reverses a commission that was not paid out, and keeps a record', async () => {
    const { referrer, member } = await referral('basic', 'premium');
    await refundAtStripe(await intentPaidBy(member));
    for (let time = 0; time < 2; time += 1) await deliverEvents(member);
    await runJob();
    expect(await commissionsOf(referrer)).toMatchObject([
      { kind: 'commission', cents: 1_000, status: 'reversed' },
      { kind: 'reversal', cents: -1_000, status: 'reversed' },
    ]);
    expect(await keysOf(referrer)).toBe(0);
    const { summary, commissions } = await earningsOf(referrer);
    expect(summary).toEqual({ commissions: 0, treasureChests: 0, pending: 0, paid: 0, grandTotal: 0 });
    expect(commissions.map(({ amount, status }) => [amount, status])).toEqual([
      [-10, 'reversed'],
      [10, 'reversed'],
    ]);
  });

  test('of a paid-out commission is deducted from the next payout', async () => {
    const { referrer, member } = await referral('premium', 'premium');
    await payOut(referrer, await timeOf(member));
    expect((await earningsOf(referrer)).summary).toEqual({ commissions: 20, treasureChests: 0, pending: 0, paid: 20, grandTotal: 20 });
    await refundAtStripe(await intentPaidBy(member));
    await deliverEvents(member);
    expect(await commissionsOf(referrer)).toMatchObject([
      { kind: 'commission', cents: 2_000, status: 'paid' },
      { kind: 'reversal', cents: -2_000, status: 'pending' },
    ]);
    expect((await earningsOf(referrer)).summary).toEqual({ commissions: 0, treasureChests: 0, pending: -20, paid: 20, grandTotal: 0 });
  });

  test('is final: another membership earns nothing', async () => {
    const { referrer, member } = await referral();
    await refundAtStripe(await intentPaidBy(member));
    await deliverEvents(member);
    await passTime(member, hour);
    await buy(member.client, 'membership', 'premium');
    expect((await commissionsOf(referrer)).map(({ status }) => status)).toEqual(['reversed', 'reversed']);
    expect(await keysOf(referrer)).toBe(0);
  });

  test('of a later year, or a part of the first, reverses nothing', async () => {
    const { referrer, member } = await referral();
    await refundAtStripe(await intentPaidBy(member), 2_500);
    await deliverEvents(member);
    await moveClockTo(member, (await timeOf(member)) + 366 * day);
    await deliverEvents(member);
    await refundAtStripe(await intentPaidBy(member));
    await deliverEvents(member);
    expect((await membershipOf(member)).tier).toBe('free');
    expect(await commissionsOf(referrer)).toEqual([pending(1_000)]);
    expect(await keysOf(referrer)).toBe(1);
  });

  test('of a duplicate purchase in two tabs keeps the commission of the other', async () => {
    const referrer = await newMember({ role: 'premium' });
    const member = await newMember({ ref: codeOf(referrer) });
    const basic = await openCheckout(member.client, 'membership', 'basic');
    const premium = await openCheckout(member.client, 'membership', 'premium');
    for (const { clientSecret } of [basic, premium]) {
      await passTime(member, 60);
      await confirmAtStripe(clientSecret);
    }
    await deliverEvents(member);
    await deliverEvents(member);
    expect(await commissionsOf(referrer)).toEqual([pending(2_000)]);
    expect(await keysOf(referrer)).toBe(2);
  });
});
