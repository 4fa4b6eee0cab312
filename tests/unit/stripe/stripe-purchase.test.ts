/** Buys memberships and cards from the Stripe fake, through the official SDK and the fake's payment page. */
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secondsPerDay } from '#schema/rules.ts';
import type { Fake } from '#tests/support/project/spawn-fake.ts';
import { answerApproval, cards, control, payWithCard } from '#tests/support/stripe/stripe-browser.ts';
import { startStripeFake } from '#tests/support/stripe/stripe-fake.ts';
import { getExpanded, openShop, orderMembership } from '#tests/support/stripe/stripe-shop.ts';

let fake: Fake;
let stripe: Stripe;
beforeAll(async () => {
  fake = await startStripeFake();
  stripe = await openShop(fake.url);
});
afterAll(() => fake.stop());

const eventTypes = async (customer: string) => {
  const { data } = await control<{ data: Stripe.Event[] }>(fake.url, `GET events?customer=${customer}`);
  return data.map((event) => event.type);
};

describe('a subscription in the Stripe fake', () => {
  test('is incomplete until its first invoice is paid, then active for one calendar year', async () => {
    const { customer, subscription, invoice, clientSecret, intentId } = await orderMembership(stripe, 'basic', {
      metadata: { order_id: '7' },
    });
    expect(subscription.status).toBe('incomplete');
    expect(invoice).toMatchObject({ status: 'open', amount_due: 5_000, billing_reason: 'subscription_create' });
    expect(invoice.parent?.subscription_details?.metadata).toEqual({ order_id: '7' });

    const paid = await payWithCard(fake.url, clientSecret, cards.good);
    expect(paid).toMatchObject({ status: 200, body: { status: 'succeeded' } });

    const expand = ['latest_invoice.payments', 'latest_invoice.confirmation_secret', 'default_payment_method'];
    const now = await stripe.subscriptions.retrieve(subscription.id, { expand });
    expect(now.status).toBe('active');
    expect(now).not.toHaveProperty('current_period_end');
    const [item] = now.items.data;
    const startDate = new Date((item?.current_period_start ?? 0) * 1_000);
    const ends = new Date((item?.current_period_end ?? 0) * 1_000);
    expect(ends.getUTCFullYear()).toBe(startDate.getUTCFullYear() + 1);
    expect(getExpanded(now.default_payment_method).card).toMatchObject({ brand: 'visa', last4: '4242' });
    const settled = getExpanded(now.latest_invoice);
    expect(settled).toMatchObject({ status: 'paid', amount_paid: 5_000, amount_remaining: 0 });
    expect(settled.status_transitions.paid_at).toBeGreaterThan(0);
    expect(settled.payments?.data[0]).toMatchObject({ status: 'paid', payment: { payment_intent: intentId } });
    expect(settled).not.toHaveProperty('payment_intent');

    const intent = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge.refunds'] });
    expect(intent.metadata).toEqual({});
    const charge = getExpanded(intent.latest_charge);
    expect(charge).toMatchObject({ paid: true, amount: 5_000, amount_refunded: 0, refunds: { data: [] } });
    expect(await (await fetch(charge.receipt_url ?? '')).text()).toContain('Receipt from Cache Cards');
    expect(await (await fetch(settled.hosted_invoice_url ?? '')).text()).toContain('Cache Cards Basic membership');
    expect(await eventTypes(customer)).toEqual([
      ...['invoice.created', 'customer.subscription.created', 'payment_intent.created', 'invoice.finalized'],
      ...['charge.succeeded', 'payment_intent.succeeded', 'invoice.paid', 'customer.subscription.updated'],
    ]);
  });

  test('can be found by its invoice and its payment', async () => {
    const { customer, subscription, invoice, intentId } = await orderMembership(stripe, 'premium');
    const payments = await stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intentId } });
    expect(payments.data.map((payment) => payment.invoice)).toEqual([invoice.id]);
    const found = await stripe.invoices.retrieve(invoice.id ?? '', {
      expand: ['payments', 'parent.subscription_details.subscription', 'parent.subscription_details.subscription.default_payment_method'],
    });
    const owner = getExpanded(found.parent?.subscription_details?.subscription);
    expect(owner).toMatchObject({ id: subscription.id, default_payment_method: null });
    expect((await stripe.subscriptions.list({ customer, status: 'incomplete' })).data).toHaveLength(1);
    expect((await stripe.invoices.list({ customer, status: 'paid' })).data).toHaveLength(0);
  });

  test('applies a coupon to its first year only, and a single-use coupon once', async () => {
    const coupon = await stripe.coupons.create({ amount_off: 2_345, currency: 'usd', duration: 'once', max_redemptions: 1 });
    const bought = await orderMembership(stripe, 'premium', { coupon: coupon.id });
    expect(bought.invoice).toMatchObject({ subtotal: 10_000, total: 7_655, amount_due: 7_655 });
    expect(bought.invoice.total_discount_amounts?.[0]?.amount).toBe(2_345);
    expect((await stripe.coupons.retrieve(coupon.id)).valid).toBe(false);
    await expect(orderMembership(stripe, 'premium', { coupon: coupon.id })).rejects.toMatchObject({ code: 'coupon_expired' });
    await payWithCard(fake.url, bought.clientSecret, cards.good);
    await control(fake.url, 'POST clock', { customer: bought.customer, by: 366 * secondsPerDay });
    const [renewal] = (await stripe.invoices.list({ subscription: bought.subscription.id })).data;
    expect(renewal).toMatchObject({ billing_reason: 'subscription_cycle', total: 10_000, status: 'paid' });
  });

  test('with nothing to pay is active at once', async () => {
    const coupon = await stripe.coupons.create({ amount_off: 5_000, currency: 'usd', duration: 'once' });
    const { subscription, invoice } = await orderMembership(stripe, 'basic', { coupon: coupon.id });
    expect(subscription.status).toBe('active');
    expect(invoice).toMatchObject({ status: 'paid', amount_due: 0, confirmation_secret: null });
  });
});

describe('a bank card in the Stripe fake', () => {
  const openIntent = async () => {
    const intent = await stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      metadata: { order_id: '9' },
    });
    return { id: intent.id, secret: intent.client_secret ?? '' };
  };

  test('that is declined leaves the payment open for another one', async () => {
    const { clientSecret, subscription, invoice } = await orderMembership(stripe, 'basic');
    const refused = await payWithCard(fake.url, clientSecret, cards.declined);
    expect(refused.status).toBe(402);
    expect(refused.body.error).toMatchObject({
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      payment_intent: { status: 'requires_payment_method' },
    });
    expect((await payWithCard(fake.url, clientSecret, cards.withoutFunds)).body.error?.decline_code).toBe('insufficient_funds');
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete');
    expect((await stripe.invoices.retrieve(invoice.id ?? '')).status).toBe('open');
    expect((await payWithCard(fake.url, clientSecret, cards.mastercard)).body.status).toBe('succeeded');
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  });

  test('that requires approval succeeds once approved, and returns to the page', async () => {
    const { clientSecret, subscription, intentId } = await orderMembership(stripe, 'basic');
    const pending = await payWithCard(fake.url, clientSecret, cards.asksForApproval, { return_url: 'http://localhost:1234/checkout?x=1' });
    expect(pending.body.status).toBe('requires_action');
    const pageUrl = pending.body.next_action?.redirect_to_url?.url ?? '';
    expect(await (await fetch(pageUrl)).text()).toContain('approve this payment?');
    const back = await answerApproval(pageUrl, 'approve');
    expect(`${back.origin}${back.pathname}`).toBe('http://localhost:1234/checkout');
    expect(Object.fromEntries(back.searchParams)).toEqual({
      ...{ x: '1', payment_intent: intentId },
      ...{ payment_intent_client_secret: clientSecret, redirect_status: 'succeeded' },
    });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  });

  test('with a declined approval can be tried again', async () => {
    const { id, secret } = await openIntent();
    const pending = await payWithCard(fake.url, secret, cards.asksForApproval);
    const back = await answerApproval(pending.body.next_action?.redirect_to_url?.url ?? '', 'decline');
    expect(back.searchParams.get('redirect_status')).toBe('failed');
    const intent = await stripe.paymentIntents.retrieve(id);
    expect(intent.status).toBe('requires_payment_method');
    expect(intent.last_payment_error?.code).toBe('payment_intent_authentication_failure');
    expect((await payWithCard(fake.url, secret, cards.good)).body.status).toBe('succeeded');
  });

  test.each([
    ['with a mistyped number', { 'payment_method_data[card][number]': '4242424242424241' }, 'incorrect_number'],
    ['with letters for a number', { 'payment_method_data[card][number]': 'my card' }, 'invalid_number'],
    ['of last year', { 'payment_method_data[card][exp_year]': String(new Date().getUTCFullYear() - 1) }, 'invalid_expiry_year'],
    ['of month 13', { 'payment_method_data[card][exp_month]': '13' }, 'invalid_expiry_month'],
    ['with a code of two digits', { 'payment_method_data[card][cvc]': '12' }, 'invalid_cvc'],
    ['that is no test card', { 'payment_method_data[card][number]': '4111111111111111' }, 'card_declined'],
  ])('%s is refused before anything is charged', async (_, typed, code) => {
    const { id, secret } = await openIntent();
    const refused = await payWithCard(fake.url, secret, cards.good, typed);
    expect(refused).toMatchObject({ status: 402, body: { error: { type: 'card_error', code } } });
    expect((await stripe.paymentIntents.retrieve(id)).latest_charge).toBeNull();
  });

  test('has the same fingerprint wherever its number is used, and other numbers have others', async () => {
    const fingerprintOf = async (number: string) => {
      const { id, secret } = await openIntent();
      await payWithCard(fake.url, secret, number);
      const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
      const charge = getExpanded(intent.latest_charge);
      const method = await stripe.paymentMethods.retrieve(String(intent.payment_method));
      expect(method.card?.fingerprint).toBe(charge.payment_method_details?.card?.fingerprint);
      return method.card?.fingerprint;
    };
    const first = await fingerprintOf(cards.good);
    expect(await fingerprintOf(cards.good)).toBe(first);
    expect(await fingerprintOf(cards.mastercard)).not.toBe(first);
  });

  test('pays once: a paid or canceled payment accepts no other card', async () => {
    const paid = await openIntent();
    await payWithCard(fake.url, paid.secret, cards.good);
    expect((await payWithCard(fake.url, paid.secret, cards.good)).body.error?.code).toBe('payment_intent_unexpected_state');
    await expect(stripe.paymentIntents.cancel(paid.id)).rejects.toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
    const cancelledIntent = await openIntent();
    expect((await stripe.paymentIntents.cancel(cancelledIntent.id)).status).toBe('canceled');
    expect((await payWithCard(fake.url, cancelledIntent.secret, cards.good)).body.error?.code).toBe('payment_intent_unexpected_state');
  });

  test('is visible to a page only with the client secret, and only in part', async () => {
    const { id, secret } = await openIntent();
    const response = await fetch(`${fake.url}/v1/payment_intents/${id}?key=pk_test_fake&client_secret=${secret}`);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const intent = (await response.json()) as object;
    expect(intent).toMatchObject({ id, status: 'requires_payment_method', amount: 500 });
    expect(intent).not.toHaveProperty('metadata');
    const guessed = await fetch(`${fake.url}/v1/payment_intents/${id}?key=pk_test_fake&client_secret=${id}_secret_x`);
    expect(guessed.status).toBe(404);
  });
});
