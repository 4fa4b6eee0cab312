/** What amounts and states of Stripe's mean: balances, tax, ends by a date, appeals. Product rules: Payments and memberships. */
import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import type { Order } from '#schema/order.ts';
import type { Env } from '#worker/env.ts';
import { expectError, newMember, row, type TestMember } from './client.ts';
import { deliverNews, endOf, liveAtStripe, membershipOf, passTime, payingMember, paymentsOf } from './member-at-stripe.ts';
import { closeDispute, disputeAtStripe, intentPaidBy, refundAtStripe } from './money-back.ts';
import { confirmAtStripe, control, customerOf, openCheckout, stripe } from './payments.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A member whom Stripe owes something, cents. */
async function memberInCredit(cents: number): Promise<TestMember> {
  const member = await newMember();
  const { order } = await openCheckout(member.client, 'membership', 'premium');
  await member.client.post(`/api/orders/${order?.id}/cancel`);
  await stripe.customers.update(await customerOf(member.id), { balance: -cents });
  return member;
}

test('a membership that the customer’s balance pays wholly begins at once, with nothing to confirm', async () => {
  const member = await memberInCredit(6_000);
  expectError(await member.client.get('/api/payment-intent/membership/basic'), 409, 'already_paid');
  expect(await membershipOf(member)).toMatchObject({ tier: 'basic', state: 'active' });
  const [order] = (await member.client.get<Order[]>('/api/orders')).body;
  expect(order).toBeUndefined();
  expect(await row("SELECT status, amount_cents AS cents FROM orders WHERE user_id = ? AND tier = 'basic'", member.id)).toEqual({
    status: 'paid',
    cents: 5_000,
  });
  await deliverNews(member);
  expect((await paymentsOf(member)).map(({ amount, status }) => [amount, status])).toEqual([[0, 'paid']]);
});

test('of one that the balance pays in part the card pays the rest, and that is what can go back', async () => {
  const member = await memberInCredit(2_000);
  const { clientSecret, order } = await openCheckout(member.client, 'membership', 'basic');
  const intent = await stripe.paymentIntents.retrieve(clientSecret.slice(0, clientSecret.indexOf('_secret_')));
  expect(intent.amount).toBe(3_000);
  await confirmAtStripe(clientSecret);
  expect((await member.client.post<Order>(`/api/orders/${order?.id}/confirm`)).body.status).toBe('paid');
  expect((await paymentsOf(member)).map(({ amount, status }) => [amount, status])).toEqual([[3_000, 'paid']]);
  await refundAtStripe(intent.id);
  await deliverNews(member);
  expect((await member.client.get('/api/user')).body.role).toBe('free');
});

test('a cancellation in Stripe’s own portal, by a date, counts like ours, and can be taken back', async () => {
  const { member } = await payingMember('basic');
  const live = await liveAtStripe(member);
  await stripe.subscriptions.update(live.id, { cancel_at: endOf(live) });
  await deliverNews(member);
  expect(await membershipOf(member)).toMatchObject({ tier: 'basic', state: 'cancelling' });
  expect((await member.client.post('/api/membership/resume')).body).toMatchObject({ state: 'active' });
  expect(await liveAtStripe(member)).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
  await stripe.subscriptions.update(live.id, { cancel_at: endOf(live) });
  await passTime(member, 366 * 86_400);
  await deliverNews(member);
  expect((await member.client.get('/api/user')).body.role).toBe('free');
  expect(await paymentsOf(member)).toHaveLength(1);
});

test('an end by a date beyond the paid year ends nothing yet', async () => {
  const { member } = await payingMember('basic');
  const live = await liveAtStripe(member);
  await stripe.subscriptions.update(live.id, { cancel_at: endOf(live) + 86_400 });
  await deliverNews(member);
  expect(await membershipOf(member)).toMatchObject({ state: 'active' });
});

test('a dispute that was lost stays so while it is appealed; an appeal that is won brings all of it back', async () => {
  const { member } = await payingMember('premium');
  const dispute = await disputeAtStripe(await intentPaidBy(member));
  await closeDispute(dispute, 'lost');
  await deliverNews(member);
  expect((await paymentsOf(member)).map(({ status }) => status)).toEqual(['disputed']);
  const revokedAt = () => row('SELECT revoked_at IS NULL AS ours FROM payments WHERE user_id = ?', member.id);
  for (const [status, ours] of [
    ['appeal_needs_response', 0],
    ['appeal_under_review', 0],
    ['won', 1],
  ] as const) {
    await control(`disputes/${dispute}/appeal`, { status });
    await deliverNews(member);
    expect(await revokedAt(), status).toEqual({ ours });
  }
});

test('with STRIPE_TAX on Stripe works out the tax that the price includes, by the place that the member orders from', async () => {
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

test('without it neither is asked for, nor is the address told', async () => {
  const { member } = await payingMember('basic');
  expect((await liveAtStripe(member)).automatic_tax.enabled).toBe(false);
  expect((await stripe.customers.retrieve(await customerOf(member.id))) as object).not.toHaveProperty('tax');
});
