/**
 * A membership paid entirely from the member's balance: opening the checkout does not buy it, pressing the button does. Product rules:
 * Payments and memberships.
 * @module-tag long
 */
import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import type { Order, PaymentIntentResponse } from '#schema/orders/order.ts';
import { freshSignInSeconds } from '#schema/rules.ts';
import { expectError, newMember, row, type TestMember } from '#tests/worker/support/client.ts';
import {
  deliverEvents,
  hour,
  mailsTo,
  memberInCredit,
  membershipOf,
  passTime,
  paymentsOf,
  periodsOf,
  runJob,
} from '#tests/worker/support/memberships/member-at-stripe.ts';
import { buy, customerOf, openCheckout, orderCards, stripe } from '#tests/worker/support/memberships/payments.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Opens a checkout that the member's balance covers completely. */
async function openCoveredOrder(
  member: TestMember,
  tier: 'basic' | 'premium' = 'basic',
): Promise<PaymentIntentResponse & { orderId: number }> {
  const { status, body } = await member.client.get<PaymentIntentResponse>(`/api/payment-intent/membership/${tier}`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({ clientSecret: null, orderDetails: { dueNow: 0 } });
  return { ...body, orderId: body.order?.id ?? 0 };
}

const press = (member: TestMember, orderId: number) => member.client.post<Order>(`/api/orders/${orderId}/use-balance`);

async function balanceOf(member: TestMember): Promise<number> {
  return ((await stripe.customers.retrieve(await customerOf(member.id))) as { balance: number }).balance;
}

async function subscriptionsOf(member: TestMember) {
  return (await stripe.subscriptions.list({ customer: await customerOf(member.id), status: 'all' })).data.filter(
    ({ status }) => status !== 'incomplete_expired',
  );
}

test('a checkout paid from the balance shows the price and buys nothing when viewed', async () => {
  const member = await memberInCredit(7_000);
  const { orderId } = await openCoveredOrder(member);
  for (let looks = 0; looks < 2; looks += 1)
    expect(await openCoveredOrder(member)).toMatchObject({ orderId, orderDetails: { amount: 5_000, fromBalance: 5_000, dueNow: 0 } });
  await runJob();
  expect(await membershipOf(member)).toMatchObject({ tier: 'free' });
  expect([await balanceOf(member), await subscriptionsOf(member)]).toEqual([-7_000, []]);
});

test('buying from the balance works like a payment: order, payment, period, email and remaining balance', async () => {
  const member = await memberInCredit(7_000);
  const { orderId } = await openCoveredOrder(member);
  const pressed = await press(member, orderId);
  expect(pressed).toMatchObject({ status: 200, body: { id: orderId, status: 'paid' } });
  expect(await membershipOf(member)).toMatchObject({ tier: 'basic', state: 'active' });
  expect(await paymentsOf(member)).toMatchObject([{ amount: 0, fromBalance: 5_000, status: 'paid' }]);
  expect(await periodsOf(member)).toHaveLength(1);
  expect(await balanceOf(member)).toBe(-2_000);
  // The webhooks for the order arrive late and change nothing.
  await deliverEvents(member);
  expect(await mailsTo(member)).toEqual(['purchase']);
  const mail = await row("SELECT payload FROM outbox WHERE template = 'purchase' AND user_id = ?", member.id);
  expect(mail).toMatchObject({ payload: expect.stringContaining('"balanceCents":"5000"') });
  // Pressing the pay button again has no effect.
  expect((await press(member, orderId)).body.status).toBe('paid');
  expect(await subscriptionsOf(member)).toHaveLength(1);
});

test('a purchase from the balance needs the password or a fresh sign-in', async () => {
  const member = await memberInCredit(10_000);
  const { orderId } = await openCoveredOrder(member, 'premium');
  vi.setSystemTime(Date.now() + (freshSignInSeconds + 1) * 1_000);
  const pressWith = (proof?: object) => member.client.post<Order>(`/api/orders/${orderId}/use-balance`, proof);
  expectError(await pressWith(), 403, 'password_or_sign_in');
  expectError(await pressWith({ currentPassword: 'wrong-one-1' }), 400, 'wrong_current_password');
  expect([await balanceOf(member), await subscriptionsOf(member)]).toEqual([-10_000, []]);
  expect((await pressWith({ currentPassword: member.password })).body.status).toBe('paid');
  expect((await pressWith()).body.status).toBe('paid');
});

test('a membership that the balance pays in part needs the password or a fresh sign-in, too', async () => {
  const member = await memberInCredit(2_000);
  const path = '/api/payment-intent/membership/basic';
  vi.setSystemTime(Date.now() + (freshSignInSeconds + 1) * 1_000);
  expectError(await member.client.get(path), 403, 'password_or_sign_in');
  expectError(await member.client.post(path, { currentPassword: 'wrong-one-1' }), 400, 'wrong_current_password');
  expect([await balanceOf(member), await subscriptionsOf(member)]).toEqual([-2_000, []]);
  const opened = await member.client.post<PaymentIntentResponse>(path, { currentPassword: member.password });
  expect(opened).toMatchObject({ status: 200, body: { orderDetails: { fromBalance: 2_000, dueNow: 3_000 } } });
  expect((await member.client.get<PaymentIntentResponse>(path)).body.clientSecret).toBe(opened.body.clientSecret);
});

test('ten concurrent purchases from the balance buy once', async () => {
  const member = await memberInCredit(50_000);
  const { orderId } = await openCoveredOrder(member);
  const answers = await Promise.all(Array.from({ length: 10 }, () => press(member, orderId)));
  expect(answers.map(({ status, body }) => [status, body.status])).toEqual(answers.map(() => [200, 'paid']));
  expect(await subscriptionsOf(member)).toHaveLength(1);
  expect(await balanceOf(member)).toBe(-45_000);
  expect(await paymentsOf(member)).toHaveLength(1);
  await deliverEvents(member);
  expect(await mailsTo(member)).toEqual(['purchase']);
});

test('concurrent purchases of Basic and Premium spend the balance on one; the other needs a payment', { tags: 'long' }, async () => {
  const member = await memberInCredit(10_000);
  const [basic, premium] = [await openCoveredOrder(member, 'basic'), await openCoveredOrder(member, 'premium')];
  await Promise.all([press(member, basic.orderId), press(member, premium.orderId)]);
  await deliverEvents(member);
  const paid = (await subscriptionsOf(member)).filter(({ status }) => status === 'active');
  expect(paid).toHaveLength(1);
  expect(await membershipOf(member)).toMatchObject({ state: 'active' });
  expect((await paymentsOf(member)).map(({ status }) => status)).toEqual(['paid']);
});

test('an interrupted purchase from the balance is completed by the next attempt or by the job', async () => {
  for (const next of ['press', 'job', 'discard'] as const) {
    const member = await memberInCredit(5_000);
    const { orderId } = await openCoveredOrder(member);
    // Makes the call fail after Stripe has created the subscription, but before our database records it.
    await env.DB.prepare(`CREATE TRIGGER cut_off BEFORE UPDATE ON orders BEGIN SELECT RAISE(ABORT, 'cut off'); END`).run();
    expect((await press(member, orderId)).status).toBe(500);
    await env.DB.prepare('DROP TRIGGER cut_off').run();
    expect([await balanceOf(member), await membershipOf(member)]).toMatchObject([0, { tier: 'free' }]);
    if (next === 'press') expect((await press(member, orderId)).body.status).toBe('paid');
    else if (next === 'discard') expect((await member.client.post<Order>(`/api/orders/${orderId}/cancel`)).body.status).toBe('paid');
    else {
      await passTime(member, hour);
      await runJob();
    }
    expect(await membershipOf(member), next).toMatchObject({ tier: 'basic', state: 'active' });
    expect(await subscriptionsOf(member)).toHaveLength(1);
    vi.useRealTimers();
  }
});

test('a balance that has become too small buys nothing, and the checkout asks for the rest', async () => {
  const member = await memberInCredit(5_000);
  const { orderId } = await openCoveredOrder(member);
  await stripe.customers.update(await customerOf(member.id), { balance: -1_500 });
  expectError(await press(member, orderId), 409, 'not_covered');
  expect([await balanceOf(member), await subscriptionsOf(member)]).toEqual([-1_500, []]);
  const { order, orderDetails } = await openCheckout(member.client, 'membership', 'basic');
  expect(order?.id).toBe(orderId);
  expect(orderDetails).toMatchObject({ amount: 5_000, fromBalance: 1_500, dueNow: 3_500 });
  // An order that is waiting for a card payment cannot be paid from the balance.
  expectError(await press(member, orderId), 409, 'not_covered');
});

test('a purchase from the balance is rejected for cards, other members’ orders, expired or closed ones, and foreign pages', async () => {
  const member = await memberInCredit(20_000);
  const { orderId } = await openCoveredOrder(member);
  expectError(await press(await newMember(), orderId), 404, 'order_not_found');
  const foreign = await member.client.post(`/api/orders/${orderId}/use-balance`, undefined, { 'Sec-Fetch-Site': 'cross-site' });
  expect(foreign.status).toBe(403);
  await passTime(member, 23 * hour);
  expectError(await press(member, orderId), 409, 'not_covered');
  vi.useRealTimers();
  const paying = await memberInCredit(20_000);
  const [basic, premium] = [await openCoveredOrder(paying, 'basic'), await openCoveredOrder(paying, 'premium')];
  await press(paying, premium.orderId);
  // The basic order was canceled when the premium order was paid.
  expect((await press(paying, basic.orderId)).body.status).toBe('cancelled');
  const cards = await orderCards(paying.client, 3);
  expectError(await press(paying, cards.body.order.id), 409, 'not_covered');
  expect(await subscriptionsOf(paying)).toHaveLength(1);
});

test('an upgrade paid from the balance replaces Basic and includes its credit', async () => {
  const member = await newMember();
  await buy(member.client, 'membership', 'basic');
  await stripe.customers.update(await customerOf(member.id), { balance: -9_000 });
  const { orderId, order } = await openCoveredOrder(member, 'premium');
  expect((await press(member, orderId)).body.status).toBe('paid');
  await deliverEvents(member);
  expect(await membershipOf(member)).toMatchObject({ tier: 'premium', state: 'active' });
  const mail = await row("SELECT payload FROM outbox WHERE template = 'purchase' AND user_id = ? ORDER BY id DESC", member.id);
  expect(mail).toMatchObject({ payload: expect.stringContaining(`"creditCents":"${order?.credit}"`) });
  expect(await balanceOf(member)).toBe(-9_000 + (order?.amount ?? 0));
  expect((await subscriptionsOf(member)).filter(({ status }) => status === 'active')).toHaveLength(1);
});
