/**
 * Tests how we interpret Stripe's amounts and states: balances, tax, scheduled ends and appeals. Product rules: Payments and memberships.
 */
import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import type { System } from '#schema/admin/system.ts';
import type { Totals } from '#schema/admin/totals.ts';
import type { Order } from '#schema/orders/order.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { change, newMember, row } from '#tests/worker/support/client.ts';
import {
  deliverEvents,
  endOf,
  liveAtStripe,
  memberInCredit,
  membershipOf,
  moveClockTo,
  passTime,
  payingMember,
  paymentsOf,
  runJob,
} from '#tests/worker/support/memberships/member-at-stripe.ts';
import { closeDispute, disputeAtStripe, intentPaidBy, refundAtStripe } from '#tests/worker/support/memberships/money-back.ts';
import { buy, confirmAtStripe, control, customerOf, openCheckout, stripe } from '#tests/worker/support/memberships/payments.ts';
import type { Env } from '#worker/env.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a partly balance-paid membership charges the card the rest, which is the refundable amount', async () => {
  const member = await memberInCredit(2_000);
  const { clientSecret, order, orderDetails } = await openCheckout(member.client, 'membership', 'basic');
  expect(orderDetails).toMatchObject({ amount: 5_000, fromBalance: 2_000, dueNow: 3_000 });
  // Opening the checkout again returns the same open order with the same details.
  expect((await openCheckout(member.client, 'membership', 'basic')).orderDetails).toEqual(orderDetails);
  const intent = await stripe.paymentIntents.retrieve(clientSecret.slice(0, clientSecret.indexOf('_secret_')));
  expect(intent.amount).toBe(3_000);
  await confirmAtStripe(clientSecret);
  expect((await member.client.post<Order>(`/api/orders/${order?.id}/confirm`)).body.status).toBe('paid');
  expect((await paymentsOf(member)).map(({ amount, status }) => [amount, status])).toEqual([[3_000, 'paid']]);
  await refundAtStripe(intent.id);
  await deliverEvents(member);
  expect((await member.client.get('/api/user')).body.role).toBe('free');
});

test('a double payment from the balance stays an alarm until an administrator marks it as returned', { tags: 'long' }, async () => {
  const member = await memberInCredit(2_000);
  const first = await openCheckout(member.client, 'membership', 'basic');
  // Simulates a lost response from Stripe: the order is canceled in our database but can still be paid at Stripe.
  await change("UPDATE orders SET status = 'cancelled' WHERE id = ?", first.order?.id ?? 0);
  const second = await openCheckout(member.client, 'membership', 'basic');
  expect(second.orderDetails).toMatchObject({ fromBalance: 0, dueNow: 5_000 });
  for (const { clientSecret } of [second, first]) {
    await confirmAtStripe(clientSecret);
    await deliverEvents(member);
    await passTime(member, 60);
  }
  for (let runs = 0; runs < 2; runs += 1) {
    await deliverEvents(member);
    await runJob();
  }
  expect((await paymentsOf(member)).map((one) => [one.amount, one.fromBalance, one.status]).sort()).toEqual([
    [3_000, 2_000, 'refunded'],
    [5_000, 0, 'paid'],
  ]);
  const openAlarms = () => row("SELECT count(*) AS n FROM alarms WHERE kind = 'balances_to_return' AND ended_at IS NULL");
  expect(await openAlarms()).toEqual({ n: 1 });
  const { client } = await newAdmin('super_admin');
  const { events } = (await client.get<System>('/api/admin/system')).body;
  expect(events).toMatchObject({
    waiting: 1,
    oldest: [
      {
        error: 'balance_to_return',
        attempts: 0,
        about: expect.stringContaining('$20.00'),
        member: { id: member.id },
        amount: { cents: 2_000, currency: 'usd' },
      },
    ],
  });
  expect((await client.get<Totals>('/api/admin/totals')).body.attention.events).toBe(1);
  const id = encodeURIComponent(events.oldest[0]?.id ?? '');
  // Retrying the event does not put the amount back on the member's balance. An administrator must do that in Stripe.
  expect((await client.post(`/api/admin/stripe-events/${id}/retry`)).body).toMatchObject({ outcome: 'waiting' });
  expect((await client.post(`/api/admin/stripe-events/${id}/settle`, { reason: 'Credited in Stripe' })).body).toEqual({ settled: true });
  await deliverEvents(member);
  await runJob();
  expect(await openAlarms()).toEqual({ n: 0 });
});

test('a membership costs its subscription’s price, regardless of the price list', async () => {
  const { member } = await payingMember('basic');
  expect(await membershipOf(member)).toMatchObject({ yearlyPrice: 5_000, renewalAmount: 5_000 });
  await change('UPDATE subscriptions SET price_cents = 4500 WHERE user_id = ?', member.id);
  expect(await membershipOf(member)).toMatchObject({ yearlyPrice: 4_500, renewalAmount: 4_500 });
});

test('an upgrade also credits the part paid from the balance', async () => {
  const member = await memberInCredit(2_000);
  await buy(member.client, 'membership', 'basic');
  const { order } = await openCheckout(member.client, 'membership', 'premium');
  expect(order?.credit).toBeGreaterThan(4_900);
});

test('a cancellation in Stripe’s portal with an end date counts like ours and can be resumed', async () => {
  const { member } = await payingMember('basic');
  const live = await liveAtStripe(member);
  await stripe.subscriptions.update(live.id, { cancel_at: endOf(live) });
  await deliverEvents(member);
  expect(await membershipOf(member)).toMatchObject({ tier: 'basic', state: 'cancelling' });
  expect((await member.client.post('/api/membership/resume')).body).toMatchObject({ state: 'active' });
  expect(await liveAtStripe(member)).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
  await stripe.subscriptions.update(live.id, { cancel_at: endOf(live) });
  await passTime(member, 366 * 86_400);
  await deliverEvents(member);
  expect((await member.client.get('/api/user')).body.role).toBe('free');
  expect(await paymentsOf(member)).toHaveLength(1);
});

test('an end date after the paid year ends nothing yet', async () => {
  const { member } = await payingMember('basic');
  const live = await liveAtStripe(member);
  await stripe.subscriptions.update(live.id, { cancel_at: endOf(live) + 86_400 });
  await deliverEvents(member);
  expect(await membershipOf(member)).toMatchObject({ state: 'active' });
});

test('a lost dispute stays lost during an appeal; a won appeal restores everything', async () => {
  const { member } = await payingMember('premium');
  const dispute = await disputeAtStripe(await intentPaidBy(member));
  await closeDispute(dispute, 'lost');
  await deliverEvents(member);
  expect((await paymentsOf(member)).map(({ status }) => status)).toEqual(['charged_back']);
  const revokedAt = () => row('SELECT revoked_at IS NULL AS ours FROM payments WHERE user_id = ?', member.id);
  for (const [status, ours] of [
    ['appeal_needs_response', 0],
    ['appeal_under_review', 0],
    ['won', 1],
  ] as const) {
    await control(`disputes/${dispute}/appeal`, { status });
    await deliverEvents(member);
    expect(await revokedAt(), status).toEqual({ ours });
  }
  // The subscription cannot be resumed, so the rest of the year is granted without one, exactly once, and the member is notified by email.
  const year = await row<{ end: number }>('SELECT period_end AS end FROM payments WHERE user_id = ?', member.id);
  const until = new Date((year?.end ?? 0) * 1_000).toISOString();
  expect(await membershipOf(member)).toMatchObject({ tier: 'premium', state: 'granted', paidUntil: until });
  await deliverEvents(member);
  await runJob();
  const mail = await row(
    "SELECT count(*) AS n, max(payload) AS payload FROM outbox WHERE template = 'dispute_won' AND user_id = ?",
    member.id,
  );
  expect(mail).toMatchObject({ n: 1, payload: expect.stringContaining('"outcome":"until"') });
  await moveClockTo(member, (year?.end ?? 0) + 60);
  await runJob();
  expect(await membershipOf(member)).toMatchObject({ tier: 'free' });
});

test('memberships restored by an appeal end when the payment is refunded after all', { tags: 'long' }, async () => {
  const { member } = await payingMember('basic');
  const intent = await intentPaidBy(member);
  const dispute = await disputeAtStripe(intent);
  await closeDispute(dispute, 'lost');
  await deliverEvents(member);
  await control(`disputes/${dispute}/appeal`, { status: 'won' });
  await deliverEvents(member);
  expect(await membershipOf(member)).toMatchObject({ tier: 'basic', state: 'granted' });
  await stripe.refunds.create({ payment_intent: intent });
  await deliverEvents(member);
  expect(await membershipOf(member)).toMatchObject({ tier: 'free' });
});

test('with STRIPE_TAX on, Stripe calculates the included tax by the network address of the member', async () => {
  const workerEnv: Env = { ...(env as unknown as Env), STRIPE_TAX: 'on' };
  const member = await newMember({ workerEnv });
  const { clientSecret, order } = await openCheckout(member.client, 'membership', 'basic');
  const customer = await customerOf(member.id);
  expect((await stripe.customers.retrieve(customer, { expand: ['tax'] })) as object).toMatchObject({
    tax: { ip_address: member.client.address },
  });
  const [subscription] = (await stripe.subscriptions.list({ customer, status: 'all' })).data;
  expect(subscription?.automatic_tax.enabled).toBe(true);
  await confirmAtStripe(clientSecret);
  expect((await member.client.post<Order>(`/api/orders/${order?.id}/confirm`)).body.status).toBe('paid');
});

test('without STRIPE_TAX neither tax nor the network address is sent to Stripe', async () => {
  const { member } = await payingMember('basic');
  expect((await liveAtStripe(member)).automatic_tax.enabled).toBe(false);
  expect((await stripe.customers.retrieve(await customerOf(member.id))) as object).not.toHaveProperty('tax');
});
