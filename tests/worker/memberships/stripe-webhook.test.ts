/** POST /api/stripe/webhook: signed events, in any order and with duplicates, make the Worker read the current state from Stripe. */
import { env } from 'cloudflare:workers';
import type Stripe from 'stripe';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { Client, everyRow, expectError, newMember, row, type TestMember } from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import {
  confirmAtStripe,
  control,
  customerOf,
  deliver,
  eventsOf,
  openCheckout,
  signPayload,
  stripe,
} from '#tests/worker/support/memberships/payments.ts';

/** Creates a member who has paid at Stripe, without delivering any webhook. */
async function payWithoutWebhook(): Promise<{ member: TestMember; events: Stripe.Event[]; orderId: number }> {
  const member = await newMember();
  const { clientSecret, order } = await openCheckout(member.client, 'membership', 'basic');
  await confirmAtStripe(clientSecret);
  return { member, events: await eventsOf(await customerOf(member.id)), orderId: order?.id ?? 0 };
}

const oneOf = (events: Stripe.Event[], type: string): Stripe.Event => {
  const event = events.find((candidate) => candidate.type === type);
  if (!event) throw new Error(`No ${type} among ${events.map((candidate) => candidate.type).join(', ')}`);
  return event;
};

describe('a webhook without a valid Stripe signature', () => {
  let event: Stripe.Event;
  let member: TestMember;
  beforeAll(async () => {
    const paid = await payWithoutWebhook();
    member = paid.member;
    event = oneOf(paid.events, 'invoice.paid');
  });

  /** Signs a body as Stripe does, with any text as the timestamp. The SDK parses `t` as an integer and ignores anything after it. */
  async function signedAt(time: string, body: string) {
    const secret = new TextEncoder().encode((env as unknown as Record<string, string>).STRIPE_WEBHOOK_SECRET);
    const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    const content = new TextEncoder().encode(`${Number.parseInt(time, 10)}.${body}`);
    const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, content));
    return `t=${time},v1=${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  }

  test('is rejected and changes nothing: unsigned, wrong secret, changed body, too old, in the future, malformed', async () => {
    const before = await everyRow();
    const now = Math.floor(Date.now() / 1_000);
    const send = async (body: string, signature: string | null) =>
      new Client().call('POST', '/api/stripe/webhook', JSON.parse(body), signature === null ? {} : { 'Stripe-Signature': signature });
    const body = JSON.stringify(event);
    for (const signature of [
      null,
      '',
      'rubbish',
      `t=${now},v1=00`,
      await signPayload(body, { secret: 'whsec_of_somebody_else' }),
      await signPayload(body, { timestamp: now - 301 }),
      await signPayload(body, { timestamp: now + 120 }),
      await signedAt('soon', body),
      await signedAt('', body),
      await signedAt(`${now}.5`, body),
      `t=1,${await signedAt(String(now), body)}`,
      await signPayload(body.replace('invoice.paid', 'invoice.void')),
    ])
      expectError(await send(body, signature), 400, 'bad_signature');
    expect(await everyRow()).toEqual(before);
    expect((await member.client.get('/api/user')).body.role).toBe('free');
  });

  test('is accepted with a clock that is slightly ahead', async () => {
    const body = JSON.stringify({ ...event, type: 'nothing.known', data: { object: { object: 'unknown' } } });
    const headers = { 'Stripe-Signature': await signedAt(String(Math.floor(Date.now() / 1_000) + 30), body) };
    expect((await new Client().fetch('/api/stripe/webhook', { method: 'POST', headers, body })).status).toBe(200);
  });

  test('is rejected unread above 1 MiB and read below', async () => {
    const large = JSON.stringify({ padding: 'x'.repeat(1_024 * 1_024) });
    const headers = { 'Stripe-Signature': await signPayload(large) };
    const response = await new Client().fetch('/api/stripe/webhook', { method: 'POST', headers, body: large });
    expect(response.status).toBe(413);
    const padded = JSON.stringify({
      ...event,
      type: 'nothing.known',
      data: { object: { object: 'unknown' } },
      padding: 'x'.repeat(900_000),
    });
    expect((await deliver(event, { body: padded })).status).toBe(200);
  });
});

describe('a Stripe event', () => {
  test('activates a paid membership in two round trips and one read from Stripe', async () => {
    const { member, events, orderId } = await payWithoutWebhook();
    const event = oneOf(events, 'invoice.paid');
    const client = new Client();
    const { env: countedEnv, use } = countingDatabase(client.workerEnv);
    client.workerEnv = countedEnv;
    const { last } = await control('requests', {}, 'GET');
    const body = JSON.stringify(event);
    const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': await signPayload(body) };
    const response = await client.fetch('/api/stripe/webhook', { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toEqual([200, { received: true }]);
    expect(use.roundTrips).toBe(2);
    const { requests } = (await control(`requests?since=${last}`, {}, 'GET')) as { requests: { method: string; path: string }[] };
    const reads = requests.filter(({ path }) => path.includes((event.data.object as Stripe.Invoice).id ?? ''));
    expect(reads).toHaveLength(1);
    expect((await member.client.get('/api/user')).body.role).toBe('basic');
    expect((await member.client.get(`/api/orders/${orderId}`)).body.status).toBe('paid');
  });

  test('that is repeated, even concurrently, changes nothing more', async () => {
    const { member, events } = await payWithoutWebhook();
    const event = oneOf(events, 'invoice.paid');
    const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(event)));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    const before = await everyRow({ except: ['stripe_events'] });
    for (const again of [...events, ...events]) expect((await deliver(again)).status).toBe(200);
    expect(await everyRow({ except: ['stripe_events', 'users', 'subscriptions'] })).toEqual(
      Object.fromEntries(Object.entries(before).filter(([name]) => name !== 'users' && name !== 'subscriptions')),
    );
    expect(await row('SELECT count(*) AS n FROM payments WHERE user_id = ?', member.id)).toEqual({ n: 1 });
    expect(await row('SELECT count(*) AS n FROM outbox WHERE user_id = ? AND template = ?', member.id, 'purchase')).toEqual({ n: 1 });
  });

  test('only triggers a read from Stripe; its own content grants nothing', async () => {
    const member = await newMember();
    const { order } = await openCheckout(member.client, 'membership', 'premium');
    const [created] = (await eventsOf(await customerOf(member.id))).filter(({ type }) => type === 'customer.subscription.created');
    const forged = { ...created, id: 'evt_lying', type: 'customer.subscription.updated' } as unknown as Stripe.Event;
    (forged.data.object as Stripe.Subscription).status = 'active';
    expect((await deliver(forged)).status).toBe(200);
    expect((await member.client.get('/api/user')).body.role).toBe('free');
    expect((await member.client.get(`/api/orders/${order?.id}`)).body.status).toBe('open');
  });

  test('about an unknown object is acknowledged and writes nothing', async () => {
    const customer = await stripe.customers.create({ email: 'elsewhere@example.test' });
    await stripe.paymentIntents.create({ amount: 700, currency: 'usd', customer: customer.id });
    const before = await everyRow();
    for (const event of await eventsOf(customer.id)) expect((await deliver(event)).status).toBe(200);
    expect(await everyRow()).toEqual(before);
  });

  test.each([
    'null',
    '[]',
    '{}',
    '{"object":"v2.core.event","id":"evt_thin","type":"v1.billing"}',
  ])('of the ignored type %s is acknowledged', async (body) => {
    const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': await signPayload(body) };
    const response = await new Client().fetch('/api/stripe/webhook', { method: 'POST', headers, body });
    expect(response.status).toBe(200);
  });

  test('with a different amount than requested grants nothing and waits for an administrator', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const member = await newMember({ role: 'basic' });
    const { clientSecret, order } = await openCheckout(member.client, 'cache-cards', '5');
    await env.DB.prepare('UPDATE orders SET amount_cents = 400 WHERE id = ?').bind(order?.id).run();
    await confirmAtStripe(clientSecret);
    const event = oneOf(await eventsOf(await customerOf(member.id)), 'payment_intent.succeeded');
    expect((await deliver(event)).status).toBe(200);
    expect((await member.client.get('/api/cache-cards')).body).toEqual([]);
    expect(
      await row(
        'SELECT applied_at AS "appliedAt", error, user_id AS "memberId", amount_cents AS "cents", currency FROM stripe_events WHERE id = ?',
        event.id,
      ),
    ).toEqual({
      appliedAt: null,
      error: 'does_not_match',
      memberId: member.id,
      cents: 500,
      currency: 'usd',
    });
    expect(log.mock.calls.join()).toContain(event.id);
    log.mockRestore();
  });

  test('of a refund that arrives before its purchase applies the purchase, too', async () => {
    const { member, events } = await payWithoutWebhook();
    const [payment] = (await stripe.paymentIntents.list({ customer: await customerOf(member.id) })).data;
    await stripe.refunds.create({ payment_intent: payment?.id ?? '' });
    const refunded = oneOf(await eventsOf(await customerOf(member.id)), 'charge.refunded');
    expect((await deliver(refunded)).status).toBe(200);
    expect(await row('SELECT refunded_cents AS cents FROM payments WHERE user_id = ?', member.id)).toEqual({ cents: 5_000 });
    for (const event of events) expect((await deliver(event)).status).toBe(200);
    expect(await row('SELECT refunded_cents AS cents FROM payments WHERE user_id = ?', member.id)).toEqual({ cents: 5_000 });
    expect((await member.client.get('/api/user')).body.role).toBe('free');
  });
});
