/**
 * A year of membership: renewals, failed renewals and their grace period, and how memberships end. Product rules: Payments and memberships.
 *
 * @module-tag long
 */
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Membership } from '#schema/memberships/membership.ts';
import type { PaymentIntentResponse } from '#schema/orders/order.ts';
import { everyRow, expectError, newMember } from '#tests/worker/support/client.ts';
import {
  day,
  deliverEvents,
  hour,
  liveAtStripe,
  mailsTo,
  memberEvents,
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
import { buy, confirmAtStripe, control, deliver, openCheckout, testCards } from '#tests/worker/support/memberships/payments.ts';
import { watchStripe } from '#tests/worker/support/memberships/stripe-requests.ts';
import { getId } from '#worker/clients/stripe/stripe-facts.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Creates a member whose renewal failed two hours into the second year. A webhook has reported the failure. */
async function memberInGrace() {
  const paying = await payingMember('basic', { card: testCards.failsLater });
  await moveClockTo(paying.member, paying.ends + 2 * hour);
  await deliverEvents(paying.member);
  return { ...paying, graceEnds: paying.ends + 7 * day };
}

describe('a renewal', () => {
  test('reported by webhook begins the next year where the last one ended', async () => {
    const { member, paidAt, ends } = await payingMember('basic');
    await moveClockTo(member, ends + 2 * hour);
    await deliverEvents(member);
    const renewed = await membershipOf(member);
    expect(renewed).toMatchObject({ tier: 'basic', state: 'active', graceUntil: null, renewalAmount: 5_000 });
    expect(seconds(renewed.paidUntil)).toBe(yearAfter(ends));
    expect(await periodsOf(member)).toEqual([
      { tier: 'basic', from: paidAt, to: ends },
      { tier: 'basic', from: ends, to: yearAfter(ends) },
    ]);
    expect(await paymentsOf(member)).toMatchObject([
      { description: 'Basic membership, renewal for one year', amount: 5_000, status: 'paid', hasReceipt: true },
      { description: 'Basic membership, one year', amount: 5_000, status: 'paid', hasReceipt: true },
    ]);
    expect(await mailsTo(member)).toEqual(['purchase', 'renewal']);

    await runJob();
    const before = await everyRow({ except: ['stripe_events', 'job_runs'] });
    for (const event of await memberEvents(member)) expect((await deliver(event)).status).toBe(200);
    await runJob();
    expect(await everyRow({ except: ['stripe_events', 'job_runs'] })).toEqual(before);
  });

  test('without a webhook is found by the job, and access never stops', async () => {
    const { member, ends } = await payingMember('basic');
    await moveClockTo(member, ends + 12 * hour);
    await runJob();
    expect((await member.client.get('/api/user')).body.role).toBe('basic');
    await moveClockTo(member, ends + day + hour);
    await runJob();
    expect(seconds((await membershipOf(member)).paidUntil)).toBe(yearAfter(ends));
    expect(await mailsTo(member)).toEqual(['purchase', 'renewal']);
    const before = await everyRow({ except: ['job_runs'] });
    await runJob();
    expect(await everyRow({ except: ['job_runs'] })).toEqual(before);
  });

  test('happens again a year later', { tags: 'long' }, async () => {
    const { member, ends } = await payingMember('basic');
    for (const end of [ends, yearAfter(ends)]) {
      await moveClockTo(member, end + 2 * hour);
      await deliverEvents(member);
    }
    expect(seconds((await membershipOf(member)).paidUntil)).toBe(yearAfter(yearAfter(ends)));
    expect((await periodsOf(member)).map(({ to }) => to)).toEqual([ends, yearAfter(ends), yearAfter(yearAfter(ends))]);
  });
});

describe('a failed renewal', () => {
  test('leaves seven days with an email at their start and one before their end; then the member is free', async () => {
    const { member, paidAt, ends, graceEnds } = await memberInGrace();
    const inGrace = await membershipOf(member);
    expect(inGrace).toMatchObject({ tier: 'basic', state: 'grace', renewalAmount: 5_000 });
    expect(seconds(inGrace.paidUntil)).toBe(ends);
    expect(seconds(inGrace.graceUntil)).toBe(graceEnds);
    expect((await member.client.get('/api/user')).body).toMatchObject({ membership: inGrace, notice: 'renewal_failed' });
    expect(await mailsTo(member)).toEqual(['purchase', 'renewal_failed']);
    expect(await periodsOf(member)).toEqual([{ tier: 'basic', from: paidAt, to: graceEnds }]);

    for (const daysIn of [1, 2, 3, 4, 5, 6]) {
      await moveClockTo(member, ends + daysIn * day);
      await deliverEvents(member);
      for (let time = 0; time < 2; time += 1) await runJob();
      expect((await member.client.get('/api/user')).body.role).toBe('basic');
      expect(await mailsTo(member)).toEqual(['purchase', 'renewal_failed', ...(daysIn < 5 ? [] : ['grace_ending'])]);
    }
    await openCheckout(member.client, 'cache-cards', '2');

    await moveClockTo(member, graceEnds + hour);
    for (let time = 0; time < 2; time += 1) await runJob();
    const [ended] = await subscriptionsAtStripe(member);
    expect(ended).toMatchObject({ status: 'canceled', latest_invoice: { status: 'void' } });
    expect(await membershipOf(member)).toEqual({
      tier: 'free',
      state: 'free',
      paidUntil: null,
      graceUntil: null,
      yearlyPrice: null,
      renewalAmount: null,
      dispute: null,
    });
    expect((await member.client.get('/api/user')).body.role).toBe('free');
    expect(await periodsOf(member)).toEqual([{ tier: 'basic', from: paidAt, to: graceEnds }]);
    await deliverEvents(member);
    expect(await mailsTo(member)).toEqual(['purchase', 'renewal_failed', 'grace_ending', 'membership_ended']);
    expect((await membershipOf(member)).tier).toBe('free');
  });

  test('without a webhook is found by the job, with the same seven days', { tags: 'long' }, async () => {
    const { member, paidAt, ends } = await payingMember('basic', { card: testCards.failsLater });
    const seen: string[] = [];
    for (let daysIn = 0; daysIn <= 8; daysIn += 1) {
      await moveClockTo(member, ends + daysIn * day + 2 * hour);
      await runJob();
      seen.push((await membershipOf(member)).state);
    }
    expect(seen).toEqual(['renewing', 'grace', 'grace', 'grace', 'grace', 'grace', 'grace', 'free', 'free']);
    expect(await mailsTo(member)).toEqual(['purchase', 'renewal_failed', 'grace_ending', 'membership_ended']);
    expect(await periodsOf(member)).toEqual([{ tier: 'basic', from: paidAt, to: ends + 7 * day }]);
    expect(await subscriptionsAtStripe(member)).toMatchObject([{ status: 'canceled', latest_invoice: { status: 'void' } }]);
  });

  test('can be paid with another card at the checkout of the same tier, which is charged from then on', async () => {
    const { member, paidAt, ends } = await memberInGrace();
    await passTime(member, 2 * day);
    const checkout = await openCheckout(member.client, 'membership', 'basic');
    expect(checkout).toMatchObject({
      order: null,
      orderDetails: { description: 'Renewal of your Basic membership, one year', quantity: 1, amount: 5_000 },
    });
    expect((await openCheckout(member.client, 'membership', 'basic')).clientSecret).toBe(checkout.clientSecret);
    expect((await confirmAtStripe(checkout.clientSecret, testCards.declined)).error).toBeDefined();
    expect((await member.client.post('/api/membership/confirm')).body).toMatchObject({ tier: 'basic', state: 'grace' });
    expect((await confirmAtStripe(checkout.clientSecret)).status).toBe('succeeded');
    expect((await member.client.post('/api/membership/confirm')).body).toMatchObject({ tier: 'basic', state: 'active', graceUntil: null });
    expect(seconds((await membershipOf(member)).paidUntil)).toBe(yearAfter(ends));
    expect(await periodsOf(member)).toEqual([
      { tier: 'basic', from: paidAt, to: ends },
      { tier: 'basic', from: ends, to: yearAfter(ends) },
    ]);
    expectError(await member.client.get('/api/payment-intent/membership/basic'), 400, 'already_member');

    await moveClockTo(member, ends + 8 * day);
    await runJob();
    expect((await membershipOf(member)).state).toBe('active');
    await moveClockTo(member, yearAfter(ends) + 2 * hour);
    await deliverEvents(member);
    expect(await membershipOf(member)).toMatchObject({ state: 'active' });
    expect(await mailsTo(member)).toEqual(['purchase', 'renewal_failed', 'renewal', 'renewal']);
  });

  test('that is paid before the job ends the membership stays paid, even without a webhook', { tags: 'long' }, async () => {
    const { member, ends, graceEnds } = await memberInGrace();
    const { clientSecret } = await openCheckout(member.client, 'membership', 'basic');
    await moveClockTo(member, graceEnds - hour);
    await confirmAtStripe(clientSecret);
    await moveClockTo(member, graceEnds + hour);
    await runJob();
    expect(await membershipOf(member)).toMatchObject({ tier: 'basic', state: 'active' });
    expect(seconds((await membershipOf(member)).paidUntil)).toBe(yearAfter(ends));
    expect((await liveAtStripe(member)).status).toBe('active');
  });

  test('that is paid at the same moment as the job ends the membership stays paid', { tags: 'long' }, async () => {
    const { member, graceEnds } = await memberInGrace();
    const { clientSecret } = await openCheckout(member.client, 'membership', 'basic');
    const { id, latest_invoice: invoice } = await liveAtStripe(member);
    await moveClockTo(member, graceEnds + hour);
    await control('faults', { match: `POST /v1/invoices/${getId(invoice)}/void`, delayMs: 1_500 });
    const stripeRequests = await watchStripe();
    const job = runJob();
    // Waits until the job has seen that the invoice is unpaid and is about to void it.
    await vi.waitFor(
      async () => expect(await stripeRequests()).toContainEqual(expect.objectContaining({ path: `/v1/subscriptions/${id}` })),
      30_000,
    );
    expect((await confirmAtStripe(clientSecret)).status).toBe('succeeded');
    await job;
    expect(await membershipOf(member)).toMatchObject({ tier: 'basic', state: 'active' });
    expect((await liveAtStripe(member)).status).toBe('active');
  });
});

describe('a member who cancels', () => {
  test('keeps the membership to the end of the year, can resume before then, and is free afterwards', async () => {
    const { member, paidAt, ends } = await payingMember('basic');
    const cancelled = await member.client.post('/api/membership/cancel');
    expect(cancelled.body).toMatchObject({ tier: 'basic', state: 'cancelling', renewalAmount: null });
    expect((await member.client.post('/api/membership/cancel')).body).toEqual(cancelled.body);
    expect((await liveAtStripe(member)).cancel_at_period_end).toBe(true);
    expect((await member.client.get('/api/user')).body).toMatchObject({ role: 'basic', autoRenew: false, notice: null });
    await passTime(member, 100 * day);
    for (let time = 0; time < 2; time += 1)
      expect((await member.client.post('/api/membership/resume')).body).toMatchObject({ state: 'active', renewalAmount: 5_000 });
    expect((await liveAtStripe(member)).cancel_at_period_end).toBe(false);
    await member.client.post('/api/membership/cancel');

    await moveClockTo(member, ends - hour);
    await runJob();
    expect(await membershipOf(member)).toMatchObject({ tier: 'basic', state: 'cancelling' });
    expect((await member.client.get('/api/user')).body.notice).toBe('membership_ending');
    await moveClockTo(member, ends + hour);
    await deliverEvents(member);
    expect(await membershipOf(member)).toMatchObject({ tier: 'free', state: 'free' });
    expect(await periodsOf(member)).toEqual([{ tier: 'basic', from: paidAt, to: ends }]);
    expect(await paymentsOf(member)).toHaveLength(1);
    expect(await mailsTo(member)).toEqual(['purchase', 'membership_ended']);
    for (const path of ['cancel', 'resume']) expectError(await member.client.post(`/api/membership/${path}`), 400, 'no_subscription');
  });

  test('is made free by the job when no webhook arrives', async () => {
    const { member, paidAt, ends } = await payingMember('basic');
    await member.client.post('/api/membership/cancel');
    await moveClockTo(member, ends + day + hour);
    await runJob();
    expect(await membershipOf(member)).toMatchObject({ tier: 'free', state: 'free' });
    expect(await periodsOf(member)).toEqual([{ tier: 'basic', from: paidAt, to: ends }]);
  });

  test('during grace is free at once and never charged again', async () => {
    const { member, paidAt } = await memberInGrace();
    await passTime(member, day);
    const now = await timeOf(member);
    expect((await member.client.post('/api/membership/cancel')).body).toMatchObject({ tier: 'free', state: 'free' });
    expect(await subscriptionsAtStripe(member)).toMatchObject([{ status: 'canceled', latest_invoice: { status: 'void' } }]);
    expect(await periodsOf(member)).toEqual([{ tier: 'basic', from: paidAt, to: now }]);
    await passTime(member, 10 * day);
    await deliverEvents(member);
    await runJob();
    expect(await paymentsOf(member)).toHaveLength(1);
    expect(await mailsTo(member)).toEqual(['purchase', 'renewal_failed', 'membership_ended']);
  });

  test('during grace after paying in another tab keeps the year; canceling again ends it at the year’s end', {
    tags: 'long',
  }, async () => {
    const { member, ends } = await memberInGrace();
    const { clientSecret } = await openCheckout(member.client, 'membership', 'basic');
    await confirmAtStripe(clientSecret);
    expect((await member.client.post('/api/membership/cancel')).body).toMatchObject({ tier: 'basic', state: 'active' });
    const { body } = await member.client.post<Membership>('/api/membership/cancel');
    expect(body).toMatchObject({ tier: 'basic', state: 'cancelling' });
    expect(seconds(body.paidUntil)).toBe(yearAfter(ends));
  });

  test('can buy again afterwards', { tags: 'long' }, async () => {
    const { member, ends } = await payingMember('basic');
    await member.client.post('/api/membership/cancel');
    await moveClockTo(member, ends + 30 * day);
    await runJob();
    const { body } = await member.client.get<PaymentIntentResponse>('/api/payment-intent/membership/premium');
    expect(body.orderDetails).toMatchObject({ amount: 10_000 });
    await buy(member.client, 'membership', 'premium');
    expect(await membershipOf(member)).toMatchObject({ tier: 'premium', state: 'active' });
    expect((await periodsOf(member)).at(-1)).toEqual({ tier: 'premium', from: ends + 30 * day, to: yearAfter(ends + 30 * day) });
  });
});

test('a granted membership can be neither canceled nor resumed', async () => {
  const { client } = await newMember({ role: 'premium' });
  for (const path of ['cancel', 'resume']) expectError(await client.post(`/api/membership/${path}`), 400, 'no_subscription');
});
