/**
 * Upgrades from basic to premium: a credit for the unused time, a single subscription, and a new year. Product rules: Payments and
 * memberships.
 */
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { TestMember } from '#tests/worker/support/client.ts';
import {
  day,
  deliverEvents,
  endOf,
  hour,
  liveAtStripe,
  mailsTo,
  membershipOf,
  moveClockTo,
  passTime,
  payingMember,
  paymentsOf,
  periodsOf,
  runJob,
  seconds,
  subscriptionsAtStripe,
  timeOf,
  yearAfter,
} from '#tests/worker/support/memberships/member-at-stripe.ts';
import { closeDispute, disputeAtStripe, intentPaidBy, refundAtStripe } from '#tests/worker/support/memberships/money-back.ts';
import { buy, confirmAtStripe, openCheckout, stripe, testCards } from '#tests/worker/support/memberships/payments.ts';

afterEach(() => {
  vi.useRealTimers();
});

const statusesAtStripe = async (member: TestMember) => (await subscriptionsAtStripe(member)).map(({ status }) => status);

async function refund(member: TestMember, amount: number): Promise<void> {
  await refundAtStripe(await intentPaidBy(member), amount);
  await deliverEvents(member);
}

describe('an abandoned premium checkout', () => {
  test('changes nothing about a basic membership', async () => {
    const { member, ends } = await payingMember('basic');
    await passTime(member, 30 * day);
    const before = { membership: await membershipOf(member), payments: await paymentsOf(member), periods: await periodsOf(member) };
    const { id } = await liveAtStripe(member);
    const basicAtStripe = await stripe.subscriptions.retrieve(id);
    const { clientSecret, order } = await openCheckout(member.client, 'membership', 'premium');
    const expectNothingChanged = async () => {
      expect({ membership: await membershipOf(member), payments: await paymentsOf(member), periods: await periodsOf(member) }).toEqual(
        before,
      );
      expect(await stripe.subscriptions.retrieve(id)).toEqual(basicAtStripe);
    };
    await expectNothingChanged();
    expect((await confirmAtStripe(clientSecret, testCards.declined)).error).toBeDefined();
    await deliverEvents(member);
    await expectNothingChanged();

    await passTime(member, 23 * hour);
    await runJob();
    await deliverEvents(member);
    await expectNothingChanged();
    expect((await member.client.get(`/api/orders/${order?.id}`)).body.status).toBe('cancelled');
    expect(await statusesAtStripe(member)).toEqual(['active', 'incomplete_expired']);
    expect((await confirmAtStripe(clientSecret)).error).toBeDefined();

    await moveClockTo(member, ends + 2 * hour);
    await deliverEvents(member);
    expect(await membershipOf(member)).toMatchObject({ tier: 'basic', state: 'active', renewalAmount: 5_000 });
  });
});

describe('an upgrade', () => {
  test.each([0, 1, 100.5, 364, 364.99])('%d days into the year credits the unused time to the cent and begins a new year', async (days) => {
    const { member, paidAt, began, ends } = await payingMember('basic');
    await moveClockTo(member, began + Math.max(60, days * day));
    const now = await timeOf(member);
    const credit = Math.floor((5_000 * (ends - now)) / (ends - began));
    const checkout = await openCheckout(member.client, 'membership', 'premium');
    expect(checkout.orderDetails.amount).toBe(10_000 - credit);
    expect(checkout.order).toMatchObject({ amount: 10_000 - credit, credit });

    await buy(member.client, 'membership', 'premium');
    const membership = await membershipOf(member);
    expect(membership).toMatchObject({ tier: 'premium', state: 'active', renewalAmount: 10_000 });
    expect(seconds(membership.paidUntil)).toBe(yearAfter(now));
    expect(await periodsOf(member)).toEqual([
      { tier: 'basic', from: paidAt, to: now },
      { tier: 'premium', from: now, to: yearAfter(now) },
    ]);
    expect(await paymentsOf(member)).toMatchObject([
      { description: 'Premium membership, one year', amount: 10_000 - credit, status: 'paid' },
      { description: 'Basic membership, one year', amount: 5_000, status: 'paid' },
    ]);
    const [basic, premium] = await subscriptionsAtStripe(member);
    expect(basic).toMatchObject({ status: 'canceled', latest_invoice: { amount_paid: 5_000, billing_reason: 'subscription_create' } });
    expect(premium).toMatchObject({ status: 'active', latest_invoice: { amount_paid: 10_000 - credit } });
  });

  test('renews at the full price as the only subscription', { tags: 'long' }, async () => {
    const { member } = await payingMember('basic');
    await passTime(member, 200 * day);
    await buy(member.client, 'membership', 'premium');
    const ends = endOf(await liveAtStripe(member));
    await moveClockTo(member, ends + 2 * hour);
    await deliverEvents(member);
    await runJob();
    expect((await paymentsOf(member)).map(({ description, amount }) => [description, amount])[0]).toEqual([
      'Premium membership, renewal for one year',
      10_000,
    ]);
    expect(await paymentsOf(member)).toHaveLength(3);
    expect(await mailsTo(member)).toEqual(['purchase', 'purchase', 'renewal']);
  });

  test('known only to Stripe is found by the job, which then ends the basic subscription', { tags: 'long' }, async () => {
    const { member } = await payingMember('basic');
    await passTime(member, 10 * day);
    const { clientSecret } = await openCheckout(member.client, 'membership', 'premium');
    await confirmAtStripe(clientSecret);
    expect(await statusesAtStripe(member)).toEqual(['active', 'active']);
    await passTime(member, hour);
    await runJob();
    expect((await membershipOf(member)).tier).toBe('premium');
    expect(await statusesAtStripe(member)).toEqual(['canceled', 'active']);
  });

  test('of a member who had canceled renews automatically again', async () => {
    const { member } = await payingMember('basic');
    await member.client.post('/api/membership/cancel');
    await passTime(member, 300 * day);
    await buy(member.client, 'membership', 'premium');
    expect(await membershipOf(member)).toMatchObject({ tier: 'premium', state: 'active' });
    expect((await member.client.get('/api/user')).body).toMatchObject({ role: 'premium', autoRenew: true });
    expect((await liveAtStripe(member)).cancel_at_period_end).toBe(false);
  });

  test('during grace has no credit and abandons the failed renewal', { tags: 'long' }, async () => {
    const { member, ends } = await payingMember('basic', { card: testCards.failsLater });
    await moveClockTo(member, ends + 2 * day);
    await deliverEvents(member);
    expect((await membershipOf(member)).state).toBe('grace');
    expect((await openCheckout(member.client, 'membership', 'premium')).order).toMatchObject({ amount: 10_000, credit: 0 });
    await buy(member.client, 'membership', 'premium');
    expect(await membershipOf(member)).toMatchObject({ tier: 'premium', state: 'active', graceUntil: null });
    expect(await subscriptionsAtStripe(member)).toMatchObject([
      { status: 'canceled', latest_invoice: { status: 'void' } },
      { status: 'active', latest_invoice: { status: 'paid', amount_paid: 10_000 } },
    ]);
    expect((await periodsOf(member)).map(({ tier, to }) => [tier, to])).toEqual([
      ['basic', ends + 2 * day],
      ['premium', yearAfter(ends + 2 * day)],
    ]);
    await passTime(member, 8 * day);
    await runJob();
    expect((await membershipOf(member)).tier).toBe('premium');
    expect(await mailsTo(member)).toEqual(['purchase', 'renewal_failed', 'purchase']);
  });

  test('after a renewal credits the second year', async () => {
    const { member, ends } = await payingMember('basic');
    await moveClockTo(member, ends + 10 * day);
    await deliverEvents(member);
    const secondYear = yearAfter(ends) - ends;
    const { order } = await openCheckout(member.client, 'membership', 'premium');
    expect(order?.credit).toBe(Math.floor((5_000 * (secondYear - 10 * day)) / secondYear));
  });
});

describe('the upgrade credit', () => {
  test('is based on the amount that was not refunded', async () => {
    const { member, began, ends } = await payingMember('basic');
    await passTime(member, 50 * day);
    await refund(member, 2_000);
    const now = await timeOf(member);
    const { order } = await openCheckout(member.client, 'membership', 'premium');
    expect(order?.credit).toBe(Math.floor((3_000 * (ends - now)) / (ends - began)));
  });

  test('of an open order is fixed, so that a later partial refund closes the order', { tags: 'long' }, async () => {
    const { member, began, ends } = await payingMember('basic');
    await passTime(member, 50 * day);
    const { clientSecret } = await openCheckout(member.client, 'membership', 'premium');
    await refund(member, 4_000);
    expect((await confirmAtStripe(clientSecret)).error).toBeDefined();
    const now = await timeOf(member);
    const { order } = await openCheckout(member.client, 'membership', 'premium');
    expect(order?.credit).toBe(Math.floor((1_000 * (ends - now)) / (ends - began)));
  });

  test('is zero while the payment is disputed, and an open order with a credit is closed', async () => {
    const { member } = await payingMember('basic');
    await passTime(member, 50 * day);
    const early = await openCheckout(member.client, 'membership', 'premium');
    expect(early.order?.credit).toBeGreaterThan(0);
    const dispute = await disputeAtStripe(await intentPaidBy(member));
    await deliverEvents(member);
    expect((await confirmAtStripe(early.clientSecret)).error).toBeDefined();
    const { order } = await openCheckout(member.client, 'membership', 'premium');
    expect(order).toMatchObject({ amount: 10_000, credit: 0 });
    expect(order?.id).not.toBe(early.order?.id);
    await closeDispute(dispute, 'won');
    await deliverEvents(member);
    expect((await openCheckout(member.client, 'membership', 'premium')).order?.credit).toBe(early.order?.credit);
  });

  test('is kept when the renewal is paid while a premium order without credit is open', async () => {
    const { member, ends } = await payingMember('basic', { card: testCards.failsLater });
    await moveClockTo(member, ends + day);
    await deliverEvents(member);
    const premium = await openCheckout(member.client, 'membership', 'premium');
    const renewal = await openCheckout(member.client, 'membership', 'basic');
    await passTime(member, hour);
    await confirmAtStripe(renewal.clientSecret);
    await member.client.post('/api/membership/confirm');
    expect((await confirmAtStripe(premium.clientSecret)).error).toBeDefined();
    const { order } = await openCheckout(member.client, 'membership', 'premium');
    expect(order?.credit).toBeGreaterThan(4_900);
  });
});
