/**
 * Orders that exist at Stripe but not in a restored database are created again or stored for an administrator, never dropped.
 *
 * @module-tag long
 */

import { env } from 'cloudflare:workers';
import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { withSession } from '#tests/support/database/session-database.ts';
import { change, everyRow, newMember, row, type TestMember } from '#tests/worker/support/client.ts';
import {
  deliverEvents,
  liveAtStripe,
  mailsTo,
  membershipOf,
  passTime,
  payingMember,
  paymentsOf,
  runJob,
} from '#tests/worker/support/memberships/member-at-stripe.ts';
import {
  buy,
  confirmAtStripe,
  control,
  customerOf,
  deliver,
  eventsOf,
  openCheckout,
  referenceOf,
  stripe,
} from '#tests/worker/support/memberships/payments.ts';
import { restore, takeBackup } from '#tests/worker/support/restored-database.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
});

const yearAndMore = 366 * 86_400;

/**
 * Runs `work`, then restores the database to its state before `work`. Returns the resulting Stripe events, none of which were delivered.
 */
async function runThenRestore(
  member: TestMember,
  work: () => Promise<unknown>,
): Promise<{ events: Stripe.Event[]; customer: string; reference: string }> {
  const backup = await takeBackup();
  await work();
  const customer = await customerOf(member.id);
  const events = await eventsOf(customer);
  const order = await row<{ id: number }>('SELECT max(id) AS id FROM orders WHERE user_id = ?', member.id);
  const reference = await referenceOf(order?.id);
  await restore(backup);
  return { events, customer, reference };
}

const oneOf = (events: Stripe.Event[], type: string): Stripe.Event => {
  const event = events.findLast((candidate) => candidate.type === type);
  if (!event) throw new Error(`No ${type} among ${events.map((candidate) => candidate.type).join(', ')}`);
  return event;
};

const storedEvent = (id: string) => row('SELECT applied_at AS "appliedAt", error, about FROM stripe_events WHERE id = ?', id);
const waitingEvents = async () =>
  (await row<{ n: number }>("SELECT count(*) AS n FROM stripe_events WHERE applied_at IS NULL AND error = 'unknown_member'"))?.n;
const restorationsOf = async (userId: number) =>
  (await row<{ n: number }>("SELECT count(*) AS n FROM audit_log WHERE action = 'order.restore' AND user_id = ?", userId))?.n;

describe('a membership bought after the backup', () => {
  test('is restored by the first event about it', async () => {
    const member = await newMember();
    const { events, customer, reference } = await runThenRestore(member, () => buy(member.client, 'membership', 'basic'));
    expect((await member.client.get('/api/user')).body.role).toBe('free');
    expect((await deliver(oneOf(events, 'customer.subscription.updated'))).status).toBe(200);
    expect((await member.client.get('/api/user')).body.role).toBe('basic');
    expect(await paymentsOf(member)).toHaveLength(1);
    expect(await customerOf(member.id)).toBe(customer);
    expect(await row('SELECT reference, status, amount_cents AS cents FROM orders WHERE user_id = ?', member.id)).toEqual({
      reference,
      status: 'paid',
      cents: 5_000,
    });
    expect(await restorationsOf(member.id)).toBe(1);
    const before = await everyRow({ except: ['stripe_events', 'users', 'subscriptions', 'sessions'] });
    for (const event of events) expect((await deliver(event)).status).toBe(200);
    expect(await everyRow({ except: ['stripe_events', 'users', 'subscriptions', 'sessions'] })).toEqual(before);
  });

  test('is restored at its renewal with both years paid, without charging a third', { tags: 'long' }, async () => {
    const member = await newMember();
    const { customer } = await runThenRestore(member, async () => {
      await buy(member.client, 'membership', 'basic');
    });
    const { now } = await control('clock', { customer, by: yearAndMore });
    vi.setSystemTime(Number(now) * 1_000);
    const paid = oneOf(await eventsOf(customer), 'invoice.paid');
    expect((await deliver(paid)).status).toBe(200);
    const { email, password } = member;
    await member.client.post('/api/login', { email, password });
    expect(await membershipOf(member)).toMatchObject({ tier: 'basic', state: 'active' });
    expect((await paymentsOf(member)).map(({ amount }) => amount)).toEqual([5_000, 5_000]);
    expect((await liveAtStripe(member)).status).toBe('active');
  });

  test('and bought again is refunded once; the first purchase stays', { tags: 'long' }, async () => {
    const member = await newMember();
    const { events, customer } = await runThenRestore(member, () => buy(member.client, 'membership', 'basic'));
    await buy(member.client, 'membership', 'basic');
    // The member still has the Stripe customer created before the restore.
    expect(await customerOf(member.id)).toBe(customer);
    expect((await deliver(oneOf(events, 'invoice.paid'))).status).toBe(200);
    await runJob();
    expect((await paymentsOf(member)).map(({ status }) => status).sort()).toEqual(['paid', 'refunded']);
    expect(await membershipOf(member)).toMatchObject({ tier: 'basic', state: 'active' });
  });

  test('is refunded if a higher tier was bought at full price, without credit for it', { tags: 'long' }, async () => {
    const member = await newMember();
    const { events } = await runThenRestore(member, () => buy(member.client, 'membership', 'basic'));
    vi.setSystemTime(Date.now() + 60_000);
    await buy(member.client, 'membership', 'premium');
    expect((await deliver(oneOf(events, 'invoice.paid'))).status).toBe(200);
    await runJob();
    expect((await paymentsOf(member)).map(({ amount, status }) => [amount, status])).toEqual(
      expect.arrayContaining([
        [5_000, 'refunded'],
        [10_000, 'paid'],
      ]),
    );
    expect(await membershipOf(member)).toMatchObject({ tier: 'premium', state: 'active' });
    // The member is notified once, even if the refund is processed repeatedly.
    await runJob();
    expect(await row("SELECT count(*) AS n FROM outbox WHERE template = 'refund' AND user_id = ?", member.id)).toEqual({ n: 1 });
  });

  test('is restored by the refund or dispute of its payment, including its effects', async () => {
    for (const how of ['refund', 'dispute'] as const) {
      const member = await newMember();
      const { customer } = await runThenRestore(member, () => buy(member.client, 'membership', 'premium'));
      const [intent] = (await stripe.paymentIntents.list({ customer })).data;
      if (how === 'refund') await stripe.refunds.create({ payment_intent: intent?.id ?? '' });
      else await control('disputes', { payment_intent: intent?.id });
      const type = how === 'refund' ? 'charge.refunded' : 'charge.dispute.created';
      expect((await deliver(oneOf(await eventsOf(customer), type))).status).toBe(200);
      expect((await paymentsOf(member)).map(({ status }) => status)).toEqual([how === 'refund' ? 'refunded' : 'disputed']);
      expect((await member.client.get('/api/user')).body.role).toBe(how === 'refund' ? 'free' : 'premium');
      expect(await restorationsOf(member.id)).toBe(1);
    }
  });

  test('is one order after five concurrent events', { tags: 'long' }, async () => {
    const member = await newMember();
    const { events } = await runThenRestore(member, () => buy(member.client, 'membership', 'basic'));
    const answers = await Promise.all(events.filter(({ type }) => type !== 'invoice.created').map((event) => deliver(event)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await row('SELECT count(*) AS n FROM orders WHERE user_id = ?', member.id)).toEqual({ n: 1 });
    expect(await row('SELECT count(*) AS n FROM payments WHERE user_id = ?', member.id)).toEqual({ n: 1 });
    expect(await restorationsOf(member.id)).toBe(1);
  });

  test('but never paid is ignored', async () => {
    const member = await newMember();
    const { events } = await runThenRestore(member, () => openCheckout(member.client, 'membership', 'basic'));
    const before = await everyRow();
    for (const event of events) expect((await deliver(event)).status).toBe(200);
    expect(await everyRow()).toEqual(before);
  });

  test('by a member who joined after the backup waits for an administrator, and the next member with that id gets nothing', async () => {
    const backup = await takeBackup();
    const lost = await newMember();
    await buy(lost.client, 'membership', 'premium');
    const customer = await customerOf(lost.id);
    const event = oneOf(await eventsOf(customer), 'invoice.paid');
    await restore(backup);
    vi.setSystemTime(Date.now() + 5_000);
    const other = await newMember();
    expect(other.id).toBe(lost.id);
    expect((await deliver(event)).status).toBe(200);
    expect((await other.client.get('/api/user')).body.role).toBe('free');
    const { id: invoice = '' } = event.data.object as Stripe.Invoice;
    expect(await storedEvent(invoice)).toMatchObject({ appliedAt: null, error: 'unknown_member' });
    const { about } = (await storedEvent(invoice)) ?? {};
    for (const part of ['Premium membership', '100.00 USD (paid)', customer, invoice]) expect(about).toContain(part);
    await runJob();
    expect(await storedEvent(invoice)).toMatchObject({ appliedAt: null, error: 'unknown_member' });
    // All events about the same charge count as one waiting event. The charge for a second year adds another.
    const [intent] = (await stripe.paymentIntents.list({ customer })).data;
    await stripe.refunds.create({ payment_intent: intent?.id ?? '' });
    for (const more of await eventsOf(customer)) expect((await deliver(more)).status).toBe(200);
    expect(await waitingEvents()).toBe(1);
    await control('clock', { customer, by: yearAndMore });
    for (const more of await eventsOf(customer)) expect((await deliver(more)).status).toBe(200);
    expect(await waitingEvents()).toBe(2);
  });

  test('by a member who has been erased waits for an administrator', async () => {
    const member = await newMember();
    const { events } = await runThenRestore(member, () => buy(member.client, 'membership', 'basic'));
    await change('UPDATE users SET erased_at = 5 WHERE id = ?', member.id);
    const event = oneOf(events, 'invoice.paid');
    expect((await deliver(event)).status).toBe(200);
    expect(await storedEvent((event.data.object as Stripe.Invoice).id ?? '')).toMatchObject({ appliedAt: null, error: 'unknown_member' });
    expect(await row('SELECT count(*) AS n FROM orders WHERE user_id = ?', member.id)).toEqual({ n: 0 });
  });
});

describe('cards bought after the backup', () => {
  test('are created again with new numbers, and the member is notified', async () => {
    const member = await newMember({ role: 'basic' });
    const { events } = await runThenRestore(member, () => buy(member.client, 'cache-cards', '5'));
    const event = oneOf(events, 'payment_intent.succeeded');
    expect((await deliver(event)).status).toBe(200);
    expect((await member.client.get('/api/cache-cards')).body).toHaveLength(5);
    const mail = await row("SELECT template, payload FROM outbox WHERE user_id = ? AND template LIKE 'cards%'", member.id);
    expect(mail).toMatchObject({ template: 'cards_made_anew', payload: expect.stringContaining('"cards":"5"') });
    for (const again of events) expect((await deliver(again)).status).toBe(200);
    expect((await member.client.get('/api/cache-cards')).body).toHaveLength(5);
    expect(await restorationsOf(member.id)).toBe(1);
  });

  test('and refunded are created and disabled at once, without an email about new cards', async () => {
    const member = await newMember({ role: 'basic' });
    const { customer } = await runThenRestore(member, () => buy(member.client, 'cache-cards', '5'));
    const [intent] = (await stripe.paymentIntents.list({ customer })).data;
    await stripe.refunds.create({ payment_intent: intent?.id ?? '' });
    expect((await deliver(oneOf(await eventsOf(customer), 'charge.refunded'))).status).toBe(200);
    expect(await row('SELECT status FROM orders WHERE user_id = ?', member.id)).toEqual({ status: 'refunded' });
    expect(await row("SELECT count(*) AS n FROM cache_cards WHERE user_id = ? AND status = 'disabled'", member.id)).toEqual({ n: 5 });
    expect(await row("SELECT count(*) AS n FROM outbox WHERE template = 'cards_made_anew' AND user_id = ?", member.id)).toEqual({ n: 0 });
  });

  test('and lost to a dispute are created and disabled, without an email about new cards', async () => {
    const member = await newMember({ role: 'basic' });
    const { customer } = await runThenRestore(member, () => buy(member.client, 'cache-cards', '5'));
    const [intent] = (await stripe.paymentIntents.list({ customer })).data;
    const { id } = await control('disputes', { payment_intent: intent?.id });
    await control(`disputes/${id}/close`, { status: 'lost' });
    expect((await deliver(oneOf(await eventsOf(customer), 'charge.dispute.closed'))).status).toBe(200);
    expect(await row("SELECT count(*) AS n FROM cache_cards WHERE user_id = ? AND status = 'disabled'", member.id)).toEqual({ n: 5 });
    expect(await row("SELECT count(*) AS n FROM outbox WHERE template = 'cards_made_anew' AND user_id = ?", member.id)).toEqual({ n: 0 });
  });

  test('are created again if their order was canceled because its payment was unknown', async () => {
    const member = await newMember({ role: 'basic' });
    const { clientSecret, order } = await openCheckout(member.client, 'cache-cards', '5');
    await confirmAtStripe(clientSecret);
    await change("UPDATE orders SET status = 'cancelled', cancelled_at = 5, stripe_payment_intent_id = NULL WHERE id = ?", order?.id ?? 0);
    await change('DELETE FROM cache_cards WHERE order_id = ?', order?.id ?? 0);
    await deliver(oneOf(await eventsOf(await customerOf(member.id)), 'payment_intent.succeeded'));
    expect((await member.client.get('/api/cache-cards')).body).toHaveLength(5);
    expect(await mailsTo(member)).toEqual(['purchase']);
  });
});

test('a second year paid after the backup is found by the first event about it', { tags: 'long' }, async () => {
  const { member } = await payingMember('basic');
  const backup = await takeBackup();
  await passTime(member, yearAndMore);
  await restore(backup);
  await deliverEvents(member);
  const { email, password } = member;
  await member.client.post('/api/login', { email, password });
  expect(await paymentsOf(member)).toHaveLength(2);
});

describe('another shop on the same Stripe account', () => {
  test('can sell, refund and be disputed: its events are acknowledged and write nothing', async () => {
    const customer = await stripe.customers.create({ email: 'elsewhere@example.test', metadata: { user_id: '1', order_id: '1' } });
    const intent = await stripe.paymentIntents.create({
      ...{ amount: 700, currency: 'usd', customer: customer.id },
      metadata: { user_id: '1', order_id: '1' },
    });
    const [price] = (await stripe.prices.list()).data;
    const subscription = await stripe.subscriptions.create({
      ...{ customer: customer.id, items: [{ price: price?.id ?? '' }], payment_behavior: 'default_incomplete' },
      expand: ['latest_invoice.confirmation_secret'],
    });
    const invoice = subscription.latest_invoice as Stripe.Invoice;
    for (const secret of [intent.client_secret, invoice.confirmation_secret?.client_secret]) await confirmAtStripe(secret ?? '');
    const intents = (await stripe.paymentIntents.list({ customer: customer.id })).data;
    await stripe.refunds.create({ payment_intent: intents[0]?.id ?? '' });
    await control('disputes', { payment_intent: intents[1]?.id });
    const before = await everyRow();
    for (const event of await eventsOf(customer.id)) expect((await deliver(event)).status, event.type).toBe(200);
    expect(await everyRow()).toEqual(before);
  });
});

test('a waiting event is retried by its object after Stripe has deleted the event', async () => {
  const member = await newMember();
  const { events } = await runThenRestore(member, () => buy(member.client, 'membership', 'basic'));
  const { id } = oneOf(events, 'invoice.paid').data.object as Stripe.Invoice;
  await change(
    `INSERT INTO stripe_events (id, type, object_id, received_at, attempts, error) VALUES ('evt_forgotten', 'invoice.paid', ?, 5, 1, 'unknown_member')`,
    id ?? null,
  );
  await runJob();
  expect(await storedEvent('evt_forgotten')).toMatchObject({ error: null });
  expect((await member.client.get('/api/user')).body.role).toBe('basic');
});

test('restoring an order survives a Worker that dies half-way', async () => {
  const member = await newMember();
  const { events } = await runThenRestore(member, () => buy(member.client, 'membership', 'basic'));
  let left = 3;
  const dyingDatabase = withSession({
    prepare: (sql) => env.DB.prepare(sql),
    batch(statements) {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('D1_ERROR: connection lost')) : env.DB.batch(statements);
    },
  });
  const dying = vi.spyOn(env.DB, 'withSession').mockImplementation((from) => dyingDatabase.withSession(from));
  const event = oneOf(events, 'invoice.paid');
  expect((await deliver(event)).status).toBe(500);
  dying.mockRestore();
  expect((await deliver(event)).status).toBe(200);
  expect((await member.client.get('/api/user')).body.role).toBe('basic');
});
