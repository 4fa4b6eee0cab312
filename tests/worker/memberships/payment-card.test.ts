/**
 * Changing the credit card of a membership. Product rules: Payments and memberships.
 *
 * @module-tag long
 */
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { CardChange, CardChanged, CardOnFile } from '#schema/memberships/payment-card.ts';
import { cardChangesPerMember } from '#schema/rules.ts';
import { expectError, newMember, row, type TestMember, change as write } from '#tests/worker/support/client.ts';
import {
  deliverEvents,
  hour,
  liveAtStripe,
  mailsTo,
  membershipOf,
  moveClockTo,
  payingMember,
  paymentsOf,
  yearAfter,
} from '#tests/worker/support/memberships/member-at-stripe.ts';
import { confirmAtStripe, control, customerOf, stripe, testCards } from '#tests/worker/support/memberships/payments.ts';
import { getId } from '#worker/clients/stripe/stripe-facts.ts';

afterEach(() => {
  vi.useRealTimers();
});

const other = '5555555555554444';
const idOfSecret = (clientSecret: string) => clientSecret.slice(0, clientSecret.indexOf('_secret_'));
const cardOf = async ({ client }: TestMember) => (await client.get<CardOnFile>('/api/membership/card')).body.card;
const confirm = ({ client }: TestMember, setupIntent: string) => client.post<CardChanged>('/api/membership/card/confirm', { setupIntent });
const chargedAtStripe = async (member: TestMember) => getId((await liveAtStripe(member)).default_payment_method);

async function begin({ client }: TestMember): Promise<string> {
  const { status, body } = await client.post<CardChange>('/api/membership/card');
  expect(status, JSON.stringify(body)).toBe(200);
  return body.clientSecret;
}

/** Changes the payment card as the page does: starts the change, confirms the card with Stripe, and asks the Worker for the result. */
async function change(member: TestMember, card: string) {
  const secret = await begin(member);
  await confirmAtStripe(secret, card);
  return { id: idOfSecret(secret), ...(await confirm(member, idOfSecret(secret))) };
}

const cardMails = async ({ id }: TestMember) =>
  (await row<{ n: number }>(`SELECT count(*) AS n FROM outbox WHERE user_id = ? AND template = 'card_changed'`, id))?.n;

async function memberInGrace() {
  const paying = await payingMember('basic', { card: testCards.failsLater });
  await moveClockTo(paying.member, paying.ends + 2 * hour);
  await deliverEvents(paying.member);
  expect((await membershipOf(paying.member)).state).toBe('grace');
  return paying;
}

describe('the card on file', () => {
  test('is shown to its owner by brand, last digits and expiry', async () => {
    const { member } = await payingMember('basic');
    expect(await cardOf(member)).toEqual({ brand: 'visa', last4: '4242', expMonth: 12, expYear: 2040 });
  });

  test('does not exist for a member without a subscription, who cannot change it', async () => {
    for (const role of ['free', 'premium'] as const) {
      const member = await newMember({ role });
      expect(await cardOf(member)).toBeNull();
      expectError(await member.client.post('/api/membership/card'), 400, 'no_subscription');
      expectError(await confirm(member, 'seti_1'), 400, 'no_subscription');
    }
  });
});

describe('a new card', () => {
  test('is attached to the customer of the subscription, even if another customer is stored here', async () => {
    const { member } = await payingMember('basic');
    const charged = await customerOf(member.id);
    const { id: newer } = await stripe.customers.create({ email: member.email });
    await write('UPDATE users SET stripe_customer_id = ? WHERE id = ?', newer, member.id);
    const { status, body } = await change(member, other);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await cardOf(member)).toMatchObject({ last4: '4444' });
    const [running] = (await stripe.subscriptions.list({ customer: charged })).data;
    const method = getId(running?.default_payment_method);
    expect(await stripe.customers.retrieve(charged)).toMatchObject({ invoice_settings: { default_payment_method: method } });
  });

  test('is refused by Stripe for another customer’s setup', async () => {
    const [mine, theirs] = [(await payingMember('basic')).member, (await payingMember('basic')).member];
    const method = (await chargedAtStripe(theirs)) ?? '';
    const { id } = await liveAtStripe(mine);
    const refusal = { statusCode: 400, code: 'resource_missing' };
    await expect(stripe.subscriptions.update(id, { default_payment_method: method })).rejects.toMatchObject(refusal);
    const settings = { invoice_settings: { default_payment_method: method } };
    await expect(stripe.customers.update(await customerOf(mine.id), settings)).rejects.toMatchObject(refusal);
  });

  test('is charged from the next renewal on and notified by email', async () => {
    const { member, ends } = await payingMember('basic');
    const { status, body } = await change(member, other);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ card: { brand: 'mastercard', last4: '4444' }, renewal: 'none', membership: { state: 'active' } });
    expect(await cardOf(member)).toMatchObject({ brand: 'mastercard', last4: '4444' });
    const customer = await stripe.customers.retrieve(await customerOf(member.id));
    if (customer.deleted) throw new Error('The customer was deleted');
    expect(getId(customer.invoice_settings.default_payment_method)).toBe(await chargedAtStripe(member));
    expect(await cardMails(member)).toBe(1);
    expect(await paymentsOf(member)).toHaveLength(1);

    await moveClockTo(member, ends + 2 * hour);
    await deliverEvents(member);
    expect(await membershipOf(member)).toMatchObject({ state: 'active' });
    const paid = (await stripe.charges.list({ customer: await customerOf(member.id) })).data;
    expect(paid.map(({ payment_method_details: details }) => details?.card?.last4)).toEqual(['4444', '4242']);
  });

  test('that is declined changes nothing', async () => {
    const { member } = await payingMember('basic');
    const before = await chargedAtStripe(member);
    const changed = await change(member, testCards.declined);
    expectError(changed, 409, 'card_not_confirmed');
    expect(await chargedAtStripe(member)).toBe(before);
    expect(await cardMails(member)).toBe(0);
  });

  test('that needs approval is stored once approved, regardless of the browser’s earlier report', async () => {
    const { member } = await payingMember('basic');
    const before = await chargedAtStripe(member);
    const secret = await begin(member);
    expect((await confirmAtStripe(secret, testCards.asksForAuthentication)).status).toBe('requires_action');
    expectError(await confirm(member, idOfSecret(secret)), 409, 'card_not_confirmed');
    expect(await chargedAtStripe(member)).toBe(before);
    const { next_action: next } = await stripe.setupIntents.retrieve(idOfSecret(secret));
    const form = new URLSearchParams({ client_secret: secret, choice: 'approve' });
    const back = await fetch(next?.redirect_to_url?.url ?? '', { method: 'POST', body: form, redirect: 'manual' });
    expect(back.headers.get('Location')).toContain(`setup_intent=${idOfSecret(secret)}`);
    expect((await confirm(member, idOfSecret(secret))).body).toMatchObject({ card: { last4: '3155' } });
    expect(await chargedAtStripe(member)).not.toBe(before);
  });

  test('can be confirmed repeatedly, and an old page does not restore an old card', async () => {
    const { member } = await payingMember('basic');
    const first = await change(member, other);
    const now = await chargedAtStripe(member);
    for (const again of await Promise.all([1, 2, 3].map(() => confirm(member, first.id)))) expect(again.status).toBe(200);
    expect(await chargedAtStripe(member)).toBe(now);
    expect(await cardMails(member)).toBe(1);
    await change(member, testCards.good);
    const latest = await chargedAtStripe(member);
    expect((await confirm(member, first.id)).status).toBe(200);
    expect(await chargedAtStripe(member)).toBe(latest);
    expect(await cardOf(member)).toMatchObject({ last4: '4242' });
  });

  test('of another member is unknown', async () => {
    const [{ member }, stranger] = [await payingMember('basic'), await payingMember('basic')];
    const secret = await begin(stranger.member);
    await confirmAtStripe(secret, other);
    const before = await chargedAtStripe(member);
    expectError(await confirm(member, idOfSecret(secret)), 404, 'card_change_not_found');
    expectError(await confirm(member, 'seti_1'), 404, 'card_change_not_found');
    expect(await chargedAtStripe(member)).toBe(before);
    expect(await cardOf(stranger.member)).toMatchObject({ last4: '4242' });
  });

  test('that Stripe half stored is stored completely on the next attempt', { tags: 'long' }, async () => {
    const { member } = await payingMember('basic');
    const secret = await begin(member);
    await confirmAtStripe(secret, other);
    const { id } = await liveAtStripe(member);
    await control('faults', { match: `POST /v1/subscriptions/${id}`, status: 500, times: 2 });
    expectError(await confirm(member, idOfSecret(secret)), 502, 'payment_unreadable');
    expect((await confirm(member, idOfSecret(secret))).status).toBe(200);
    expect(await cardOf(member)).toMatchObject({ last4: '4444' });
    expect(await cardMails(member)).toBe(1);
  });

  test('can be started only a limited number of times', async () => {
    const { member } = await payingMember('basic');
    for (let time = 0; time < cardChangesPerMember.limit; time += 1) await begin(member);
    expectError(await member.client.post('/api/membership/card'), 429, 'too_many_card_changes');
  });
});

describe('while a renewal is unpaid, a new card', () => {
  test('pays it at once', async () => {
    const { member, ends } = await memberInGrace();
    const { id, body } = await change(member, other);
    expect(body).toMatchObject({ renewal: 'paid', membership: { state: 'active' } });
    expect(Date.parse(body.membership.paidUntil ?? '') / 1_000).toBe(yearAfter(ends));
    expect(await mailsTo(member)).toEqual(['purchase', 'renewal_failed', 'renewal']);
    expect((await confirm(member, id)).body).toMatchObject({ renewal: 'none', membership: { state: 'active' } });
    expect(await paymentsOf(member)).toHaveLength(2);
  });

  test('that is declined for it is stored, and the response says so', async () => {
    const { member } = await memberInGrace();
    const { status, body } = await change(member, testCards.failsLater);
    expect(status).toBe(200);
    expect(body).toMatchObject({ renewal: 'declined', card: { last4: '0341' }, membership: { state: 'grace' } });
    expect((await change(member, testCards.good)).body).toMatchObject({ renewal: 'paid', membership: { state: 'active' } });
  });

  test('that needs the bank’s approval is reported as such', async () => {
    const { member } = await memberInGrace();
    const secret = await begin(member);
    await confirmAtStripe(secret, '4000002760003184');
    const { next_action: next } = await stripe.setupIntents.retrieve(idOfSecret(secret));
    const form = new URLSearchParams({ client_secret: secret, choice: 'approve' });
    await fetch(next?.redirect_to_url?.url ?? '', { method: 'POST', body: form, redirect: 'manual' });
    expect((await confirm(member, idOfSecret(secret))).body).toMatchObject({ renewal: 'asks', membership: { state: 'grace' } });
  });
});
