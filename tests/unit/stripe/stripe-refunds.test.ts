import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fake } from '#tests/support/project/spawn-fake.ts';
import { cards, control, payWithCard } from '#tests/support/stripe/stripe-browser.ts';
import { startStripeFake } from '#tests/support/stripe/stripe-fake.ts';
import { getExpanded, openShop } from '#tests/support/stripe/stripe-shop.ts';

let fake: Fake;
let stripe: Stripe;
beforeAll(async () => {
  fake = await startStripeFake();
  stripe = await openShop(fake.url);
});
afterAll(() => fake.stop());

async function paidIntent(number: string = cards.good) {
  const customer = await stripe.customers.create({ email: 'buyer@demo.test' });
  const intent = await stripe.paymentIntents.create({ amount: 500, currency: 'usd', customer: customer.id });
  expect((await payWithCard(fake.url, intent.client_secret ?? '', number)).body.status).toBe('succeeded');
  return { id: intent.id, customer: customer.id };
}

const chargeOf = async (id: string) =>
  getExpanded((await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.refunds'] })).latest_charge);
const eventTypes = async (customer: string) =>
  (await control<{ data: Stripe.Event[] }>(fake.url, `GET events?customer=${customer}`)).data.map((event) => event.type);

describe('a refund in the Stripe fake', () => {
  test('can be partial, then of the rest, but never of more', async () => {
    const { id, customer } = await paidIntent();
    const part = await stripe.refunds.create({ payment_intent: id, amount: 200, metadata: { why: 'two cards' } });
    expect(part).toMatchObject({ status: 'succeeded', amount: 200, metadata: { why: 'two cards' } });
    expect(await chargeOf(id)).toMatchObject({ amount_refunded: 200, refunded: false, refunds: { data: [{ id: part.id }] } });
    await expect(stripe.refunds.create({ payment_intent: id, amount: 301 })).rejects.toMatchObject({
      statusCode: 400,
      code: 'charge_already_refunded',
    });
    await stripe.refunds.create({ charge: (await chargeOf(id)).id });
    expect(await chargeOf(id)).toMatchObject({ amount_refunded: 500, refunded: true });
    await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({ code: 'charge_already_refunded' });
    expect((await eventTypes(customer)).filter((type) => type === 'charge.refunded')).toHaveLength(2);
    expect((await stripe.refunds.list({ payment_intent: id })).data).toHaveLength(2);
  });

  test('with the same key happens once', async () => {
    const { id } = await paidIntent();
    const refunds = await Promise.all(
      [1, 2, 3].map(() => stripe.refunds.create({ payment_intent: id, amount: 100 }, { idempotencyKey: `refund-${id}` })),
    );
    expect(new Set(refunds.map((refund) => refund.id)).size).toBe(1);
    expect((await chargeOf(id)).amount_refunded).toBe(100);
  });

  test('of an unpaid payment is refused', async () => {
    const { id } = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
    await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({ statusCode: 400 });
  });

  test('that the bank returns no longer counts', async () => {
    const { id, customer } = await paidIntent(cards.refundFails);
    const refund = await stripe.refunds.create({ payment_intent: id });
    expect((await chargeOf(id)).refunded).toBe(true);
    await control(fake.url, 'POST clock', { customer, by: 4 * 86_400 });
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('succeeded');
    await control(fake.url, 'POST clock', { customer, by: 4 * 86_400 });
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('failed');
    expect(await chargeOf(id)).toMatchObject({ amount_refunded: 0, refunded: false });
    expect((await eventTypes(customer)).slice(-2)).toEqual(['refund.updated', 'refund.failed']);
  });
});

describe('a dispute in the Stripe fake', () => {
  test('begins at once with the test card for it', async () => {
    const { id, customer } = await paidIntent(cards.disputed);
    const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data;
    expect(dispute).toMatchObject({ status: 'needs_response', reason: 'fraudulent', amount: 500, payment_intent: id });
    expect((await chargeOf(id)).disputed).toBe(true);
    await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({ code: 'charge_disputed' });
    expect((await eventTypes(customer)).slice(-2)).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn']);
  });

  test('is answered with evidence, and ends as the bank decides', async () => {
    const { id, customer } = await paidIntent();
    const dispute = await control<Stripe.Dispute>(fake.url, 'POST disputes', { payment_intent: id });
    const answered = await stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'They scanned the cards.' } });
    expect(answered).toMatchObject({ status: 'under_review', evidence: { uncategorized_text: 'They scanned the cards.' } });
    await control(fake.url, `POST disputes/${dispute.id}/close`, { status: 'won' });
    expect((await stripe.disputes.retrieve(dispute.id)).status).toBe('won');
    await expect(control(fake.url, `POST disputes/${dispute.id}/close`, { status: 'lost' })).rejects.toThrow('already closed');
    expect((await eventTypes(customer)).filter((type) => type.startsWith('charge.dispute'))).toEqual([
      ...['charge.dispute.created', 'charge.dispute.funds_withdrawn', 'charge.dispute.updated'],
      ...['charge.dispute.closed', 'charge.dispute.funds_reinstated'],
    ]);
  });

  test('that we accept is lost', async () => {
    const { id } = await paidIntent();
    const dispute = await control<Stripe.Dispute>(fake.url, 'POST disputes', { payment_intent: id });
    expect((await stripe.disputes.close(dispute.id)).status).toBe('lost');
  });
});
