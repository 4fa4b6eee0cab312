/** The Stripe fake as its clock advances: years pass, cards fail and memberships end. */
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secondsPerDay, secondsPerHour } from '#schema/rules.ts';
import type { Fake } from '#tests/support/project/spawn-fake.ts';
import { cards, control, payWithCard, turnClock } from '#tests/support/stripe/stripe-browser.ts';
import { startStripeFake } from '#tests/support/stripe/stripe-fake.ts';
import { getExpanded, openShop, orderMembership, type Purchase } from '#tests/support/stripe/stripe-shop.ts';

let fake: Fake;
let stripe: Stripe;
beforeAll(async () => {
  fake = await startStripeFake();
  stripe = await openShop(fake.url);
});
afterAll(() => fake.stop());

async function buyMembership(card: string, testClock?: string): Promise<Purchase> {
  const purchase = await orderMembership(stripe, 'basic', { ...(testClock && { testClock }), metadata: { order_id: '1' } });
  expect((await payWithCard(fake.url, purchase.clientSecret, card)).body.status).toBe('succeeded');
  return purchase;
}

/** Returns the seconds from now to the end of the subscription's period. */
async function untilPeriodEnd({ customer, subscription }: Purchase): Promise<number> {
  const { now } = await control<{ now: number }>(fake.url, `GET clock?customer=${customer}`);
  const current = await stripe.subscriptions.retrieve(subscription.id);
  return (current.items.data[0]?.current_period_end ?? 0) - now;
}

const latestInvoice = async ({ subscription }: Purchase) => {
  const current = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice.confirmation_secret'] });
  return { status: current.status, invoice: getExpanded(current.latest_invoice) };
};

describe('the end of a year in the Stripe fake', () => {
  test('a draft appears, is charged an hour later, and the next year has begun', async () => {
    const purchase = await buyMembership(cards.good);
    await turnClock(fake.url, purchase.customer, await untilPeriodEnd(purchase));
    const draft = await latestInvoice(purchase);
    expect(draft).toMatchObject({ status: 'active', invoice: { status: 'draft', billing_reason: 'subscription_cycle' } });
    expect(draft.invoice.parent?.subscription_details?.metadata).toEqual({ order_id: '1' });
    await turnClock(fake.url, purchase.customer, secondsPerHour);
    const paid = await latestInvoice(purchase);
    expect(paid).toMatchObject({ status: 'active', invoice: { status: 'paid', amount_paid: 5_000 } });
    const { items } = await stripe.subscriptions.retrieve(purchase.subscription.id);
    expect(paid.invoice.lines.data[0]?.period).toEqual({
      start: items.data[0]?.current_period_start,
      end: items.data[0]?.current_period_end,
    });
  });

  test('several years away processes the years in order, each at its own time', async () => {
    const purchase = await buyMembership(cards.good);
    await turnClock(fake.url, purchase.customer, 3 * 366 * secondsPerDay);
    const { data } = await stripe.invoices.list({ subscription: purchase.subscription.id });
    expect(data.map((invoice) => invoice.status)).toEqual(['paid', 'paid', 'paid', 'paid']);
    const starts = data.map((invoice) => invoice.lines.data[0]?.period.start ?? 0);
    expect(data.map((invoice) => invoice.created)).toEqual(starts);
    expect(starts.toReversed().map((start) => new Date(start * 1_000).getUTCFullYear() - new Date().getUTCFullYear())).toEqual([
      0, 1, 2, 3,
    ]);
  });

  test('a membership of 29 February renews on the 28th, and on the 29th in the next leap year', async () => {
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Date.UTC(2028, 1, 29, 12) / 1_000 });
    const purchase = await buyMembership(cards.good, clock.id);
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: Date.UTC(2032, 2, 2) / 1_000 });
    const { data } = await stripe.invoices.list({ subscription: purchase.subscription.id });
    const days = data.map((invoice) => new Date(invoice.created * 1_000).toISOString().slice(0, 10));
    expect(days).toEqual(['2032-02-29', '2031-02-28', '2030-02-28', '2029-02-28', '2028-02-29']);
  });
});

describe('a bank card that fails later', () => {
  test('makes the membership past due; it is retried after 3 and 5 days; paying the open invoice recovers it', async () => {
    const purchase = await buyMembership(cards.failsLater);
    await turnClock(fake.url, purchase.customer, (await untilPeriodEnd(purchase)) + secondsPerHour);
    const failed = await latestInvoice(purchase);
    expect(failed).toMatchObject({ status: 'past_due', invoice: { status: 'open', attempt_count: 1, amount_remaining: 5_000 } });
    await turnClock(fake.url, purchase.customer, 3 * secondsPerDay);
    expect((await latestInvoice(purchase)).invoice.attempt_count).toBe(2);
    await turnClock(fake.url, purchase.customer, 5 * secondsPerDay);
    expect((await latestInvoice(purchase)).invoice).toMatchObject({ attempt_count: 3, next_payment_attempt: null, status: 'open' });
    const { data } = await control<{ data: Stripe.Event[] }>(fake.url, `GET events?customer=${purchase.customer}`);
    expect(data.filter((event) => event.type === 'invoice.payment_failed')).toHaveLength(3);

    const secret = failed.invoice.confirmation_secret?.client_secret ?? '';
    expect((await payWithCard(fake.url, secret, cards.good)).body.status).toBe('succeeded');
    expect(await latestInvoice(purchase)).toMatchObject({ status: 'active', invoice: { status: 'paid' } });
    const recovered = await stripe.subscriptions.retrieve(purchase.subscription.id, { expand: ['default_payment_method'] });
    expect(getExpanded(recovered.default_payment_method).card?.last4).toBe('4242');
  });

  test('or requires approval each time needs the customer for the renewal', async () => {
    const purchase = await orderMembership(stripe, 'basic');
    const approve = async (url: string) => {
      const secret = new URL(url).searchParams.get('client_secret') ?? '';
      await fetch(url, { method: 'POST', body: new URLSearchParams({ client_secret: secret, choice: 'approve' }), redirect: 'manual' });
    };
    const first = await payWithCard(fake.url, purchase.clientSecret, cards.asksEveryTime);
    await approve(first.body.next_action?.redirect_to_url?.url ?? '');
    await turnClock(fake.url, purchase.customer, (await untilPeriodEnd(purchase)) + secondsPerHour);
    const waiting = await latestInvoice(purchase);
    expect(waiting).toMatchObject({ status: 'past_due', invoice: { status: 'open' } });
    const [payment] = (await stripe.invoicePayments.list({ invoice: waiting.invoice.id ?? '' })).data;
    const intent = await stripe.paymentIntents.retrieve(String(payment?.payment.payment_intent));
    expect(intent.status).toBe('requires_action');
    await approve(intent.next_action?.redirect_to_url?.url ?? '');
    expect((await latestInvoice(purchase)).status).toBe('active');
  });

  test('leaves its invoice open when the membership is canceled, but it is no longer collected', async () => {
    const purchase = await buyMembership(cards.failsLater);
    await turnClock(fake.url, purchase.customer, (await untilPeriodEnd(purchase)) + secondsPerHour);
    expect((await stripe.subscriptions.cancel(purchase.subscription.id)).status).toBe('canceled');
    await turnClock(fake.url, purchase.customer, 30 * secondsPerDay);
    const { invoice } = await latestInvoice(purchase);
    expect(invoice).toMatchObject({ status: 'open', attempt_count: 1, next_payment_attempt: null });
    expect((await stripe.invoices.voidInvoice(invoice.id ?? '')).status).toBe('void');
    await expect(stripe.invoices.voidInvoice(invoice.id ?? '')).rejects.toMatchObject({ statusCode: 400 });
    await expect(stripe.subscriptions.cancel(purchase.subscription.id)).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
  });
});

describe('a subscription in the Stripe fake', () => {
  test('that is set to end with its period ends then; if resumed before, it renews', async () => {
    const leaving = await buyMembership(cards.good);
    const staying = await buyMembership(cards.good);
    const updated = await stripe.subscriptions.update(leaving.subscription.id, { cancel_at_period_end: true });
    expect(updated).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: updated.items.data[0]?.current_period_end });
    await stripe.subscriptions.update(staying.subscription.id, { cancel_at_period_end: true });
    await stripe.subscriptions.update(staying.subscription.id, { cancel_at_period_end: false });
    for (const { customer } of [leaving, staying]) await turnClock(fake.url, customer, 366 * secondsPerDay);

    const ended = await stripe.subscriptions.retrieve(leaving.subscription.id);
    expect(ended).toMatchObject({ status: 'canceled', ended_at: updated.cancel_at });
    expect((await stripe.invoices.list({ subscription: leaving.subscription.id })).data).toHaveLength(1);
    expect(await latestInvoice(staying)).toMatchObject({
      status: 'active',
      invoice: { billing_reason: 'subscription_cycle', status: 'paid' },
    });
    const { data } = await control<{ data: Stripe.Event[] }>(fake.url, `GET events?customer=${leaving.customer}`);
    expect(data.at(-1)?.type).toBe('customer.subscription.deleted');
  });

  test('that is unpaid for 23 hours expires, and its invoice is void', async () => {
    const { customer, subscription, clientSecret, invoice } = await orderMembership(stripe, 'basic');
    await turnClock(fake.url, customer, 23 * secondsPerHour - 60);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete');
    await turnClock(fake.url, customer, 60);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete_expired');
    expect((await stripe.invoices.retrieve(invoice.id ?? '')).status).toBe('void');
    expect((await payWithCard(fake.url, clientSecret, cards.good)).body.error?.code).toBe('payment_intent_unexpected_state');
  });

  test('that is canceled before it was paid expires the same way', async () => {
    const { subscription, invoice } = await orderMembership(stripe, 'basic');
    expect((await stripe.subscriptions.cancel(subscription.id)).status).toBe('incomplete_expired');
    expect((await stripe.invoices.retrieve(invoice.id ?? '')).status).toBe('void');
  });
});

test('Stripe test clocks only move forward, and each customer’s clock is separate', async () => {
  const one = await buyMembership(cards.good);
  const other = await buyMembership(cards.good);
  await turnClock(fake.url, one.customer, 400 * secondsPerDay);
  expect((await stripe.invoices.list({ customer: one.customer })).data).toHaveLength(2);
  expect((await stripe.invoices.list({ customer: other.customer })).data).toHaveLength(1);
  await expect(control(fake.url, 'POST clock', { customer: one.customer, to: 1 })).rejects.toThrow('only move forward');
  await control(fake.url, 'POST clock', { by: 400 * secondsPerDay });
  expect((await stripe.invoices.list({ customer: other.customer })).data).toHaveLength(2);
});
