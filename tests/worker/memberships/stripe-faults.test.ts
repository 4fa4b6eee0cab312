/**
 * Stripe is down, slow or failing, or disconnects after processing a request. The member must get a clear error, no order may be lost, and
 * the member must be charged only once. Product rules: Payments and memberships.
 */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import type { Order } from '#schema/orders/order.ts';
import { eachVariant } from '#tests/support/variants.ts';
import { type Client, everyRow, expectError, newMember, row, type TestMember } from '#tests/worker/support/client.ts';
import {
  day,
  deliverEvents,
  liveAtStripe,
  memberEvents,
  membershipOf,
  passTime,
  payingMember,
  runJob,
  subscriptionsAtStripe,
} from '#tests/worker/support/memberships/member-at-stripe.ts';
import { intentPaidBy, refundAtStripe } from '#tests/worker/support/memberships/money-back.ts';
import {
  buyer,
  checkoutIds,
  expectOnePayment,
  intentOf,
  pathOf,
  type CheckoutType as Type,
  types,
} from '#tests/worker/support/memberships/one-payment.ts';
import { buy, confirmAtStripe, control, deliver, openCheckout } from '#tests/worker/support/memberships/payments.ts';
import { type StripeRequest, watchStripe } from '#tests/worker/support/memberships/stripe-requests.ts';
import { idempotencyKey } from '#worker/clients/idempotency-key.ts';
import type { Env } from '#worker/env.ts';

// Captures the log because the tests cause errors on purpose. Only the format of the log is checked.
let log: MockInstance<typeof console.error>;
beforeEach(() => {
  log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
});

interface Fault {
  match: string;
  status?: number;
  drop?: boolean;
  dropAfter?: boolean;
  delayMs?: number;
  times?: number;
}

/** Injects a fault into the requests that create an object for this member, all of which contain the member's id. */
const planFault = (member: TestMember, fault: Fault) => control('faults', { ...fault, bodyIncludes: `metadata[user_id]=${member.id}` });

/** Points the Stripe client at a port where nothing listens. */
const withoutStripe: Env = { ...(env as unknown as Env), STRIPE_API_BASE: 'http://localhost:9' };

async function whileStripeIsDown<Value>(client: Client, work: () => Promise<Value>): Promise<Value> {
  client.workerEnv = withoutStripe;
  try {
    return await work();
  } finally {
    client.workerEnv = env as unknown as Env;
  }
}

async function expectNoCheckout(client: Client, type: Type): Promise<void> {
  expect(expectError(await client.get(pathOf(type)), 502, 'payment_unavailable').message).toBe('Failed to initialize payment');
}

const makes = { membership: 'POST /v1/subscriptions', 'cache-cards': 'POST /v1/payment_intents' } as const;

/** Returns the idempotency keys for the first four attempts at the member's order. */
async function keysOf(member: TestMember, purpose: Parameters<typeof idempotencyKey>[0], ...more: string[]): Promise<Set<string>> {
  const order = await row<{ reference: string }>('SELECT reference FROM orders WHERE user_id = ?', member.id);
  const attempts = [1, 2, 3, 4].map((attempt) => idempotencyKey(purpose, { reference: order?.reference ?? '', attempt }, ...more));
  return new Set(await Promise.all(attempts));
}

const isWith = (keys: Set<string>, { idempotencyKey: key }: StripeRequest) => key !== null && keys.has(key);

/** Returns the requests that should create the payment object, and their idempotency keys. */
async function creatingRequests(member: TestMember, type: Type, requestsSince: () => Promise<StripeRequest[]>): Promise<StripeRequest[]> {
  const keys = await keysOf(member, type === 'membership' ? 'membership' : 'payment');
  return (await requestsSince()).filter((request) => `${request.method} ${request.path}` === makes[type] && isWith(keys, request));
}

test('a failed Stripe call is logged with the request id of the response', async () => {
  const member = await buyer('membership');
  await whileStripeIsDown(member.client, async () => {
    const { requestId } = expectError(await member.client.get(pathOf('membership')), 502, 'payment_unavailable');
    const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)) as object);
    expect(lines).toContainEqual(expect.objectContaining({ level: 'error', event: 'payment_provider_failed', requestId }));
  });
});

for (const type of types)
  describe(`opening a ${type} checkout`, { tags: type === 'membership' ? [] : ['long'] }, () => {
    test('reports that Stripe is unreachable, and keeps the order for the next attempt', async () => {
      const member = await buyer(type);
      await whileStripeIsDown(member.client, async () => {
        await expectNoCheckout(member.client, type);
        await expectNoCheckout(member.client, type);
      });
      const [kept, ...more] = (await member.client.get<Order[]>('/api/orders')).body;
      expect(more).toEqual([]);
      await expectOnePayment(member, type, kept?.id);
    });

    eachVariant([
      [402, 1],
      [429, 1],
      [500, 2],
    ])('reports a %d from Stripe, and the next attempt creates one payment', async (status, times) => {
      const member = await buyer(type);
      const requestsSince = await watchStripe();
      await planFault(member, { match: makes[type], status, times });
      await expectNoCheckout(member.client, type);
      await expectOnePayment(member, type, undefined);
      const requests = await creatingRequests(member, type, requestsSince);
      expect(requests.map((request) => request.status)).toEqual([...Array(times).fill(status), 200]);
      // Stripe replays the stored response for an idempotency key, except after a 429, which means that it did not process the request.
      const keys = new Set(requests.map(({ idempotencyKey }) => idempotencyKey));
      expect(keys.size).toBe(status === 429 ? 1 : 2);
    });

    eachVariant([
      ['before', 'drop'],
      ['after', 'dropAfter'],
    ])('after a connection dropped %s the work was done retries with the same key and creates no second payment', async (_, fault) => {
      const member = await buyer(type);
      const requestsSince = await watchStripe();
      await planFault(member, { match: makes[type], [fault]: true });
      await planFault(member, { match: makes[type], drop: true });
      await expectNoCheckout(member.client, type);
      await expectOnePayment(member, type, undefined);
      const requests = await creatingRequests(member, type, requestsSince);
      expect(requests.map(({ status }) => status)).toEqual([0, 0, 200]);
      expect(new Set(requests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
      expect(requests.at(-1)?.replayed).toBe(fault === 'dropAfter');
    });

    test('while Stripe still processes an earlier attempt waits for its result', async () => {
      const member = await buyer(type);
      const requestsSince = await watchStripe();
      await planFault(member, { match: makes[type], status: 409, times: 3 });
      await expectOnePayment(member, type, undefined);
      const requests = await creatingRequests(member, type, requestsSince);
      expect(requests.map(({ status }) => status)).toEqual([409, 409, 409, 200]);
      expect(new Set(requests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    });

    test('by ten concurrent requests to a slow Stripe creates one order, which all of them return', async () => {
      const member = await buyer(type);
      await planFault(member, { match: makes[type], delayMs: 300 });
      const answers = await Promise.all(Array.from({ length: 10 }, () => member.client.get<{ clientSecret?: string }>(pathOf(type))));
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
      expect(new Set(answers.map(({ body }) => body.clientSecret)).size).toBe(1);
      await expectOnePayment(member, type, undefined);
    });

    test('after creating the customer failed half-way creates one customer', async () => {
      const member = await buyer(type);
      const requestsSince = await watchStripe();
      await planFault(member, { match: 'POST /v1/customers', dropAfter: true });
      await planFault(member, { match: 'POST /v1/customers', drop: true });
      await expectNoCheckout(member.client, type);
      await expectOnePayment(member, type, undefined);
      const keys = await keysOf(member, 'customer', member.email);
      const customers = (await requestsSince()).filter((request) => isWith(keys, request));
      // No third request creates a customer: the next attempt finds the one created by the first attempt.
      expect(customers.map(({ status, replayed }) => [status, replayed])).toEqual([
        [0, false],
        [0, false],
      ]);
    });
  });

test('a payment that takes Stripe 11 seconds is waited for and created once', { tags: 'long' }, async () => {
  const member = await buyer('cache-cards');
  await planFault(member, { match: makes['cache-cards'], delayMs: 11_000 });
  const requests = await watchStripe();
  await expectOnePayment(member, 'cache-cards', undefined);
  expect((await creatingRequests(member, 'cache-cards', requests)).map(({ status }) => status)).toEqual([200]);
});

test('every request that creates or changes something at Stripe has an idempotency key', async () => {
  const requestsSince = await watchStripe();
  const { member } = await payingMember('basic');
  await passTime(member, 30 * day);
  const left = await openCheckout(member.client, 'cache-cards', '9');
  await member.client.post(`/api/orders/${left.order?.id}/cancel`);
  await member.client.post('/api/membership/cancel');
  await member.client.post('/api/membership/resume');
  await buy(member.client, 'membership', 'premium');
  await refundAtStripe(await intentPaidBy(member));
  await deliverEvents(member);
  const posts = (await requestsSince()).filter(({ method, path }) => method === 'POST' && !path.endsWith('/confirm'));
  expect(posts.length).toBeGreaterThan(7);
  expect(posts.filter(({ idempotencyKey }) => !idempotencyKey)).toEqual([]);
});

describe('while Stripe fails', () => {
  /** Makes both the call and its retry by Stripe's SDK fail. */
  const failOnce = (match: string) => control('faults', { match, status: 500, times: 2 });

  test('canceling and resuming report the failure and change nothing', async () => {
    const { member } = await payingMember('basic');
    const change = `POST /v1/subscriptions/${(await liveAtStripe(member)).id}`;
    const before = await everyRow();
    await failOnce(change);
    expectError(await member.client.post('/api/membership/cancel'), 502, 'payment_provider_unavailable');
    expect(await everyRow()).toEqual(before);
    await member.client.post('/api/membership/cancel');
    await failOnce(change);
    expectError(await member.client.post('/api/membership/resume'), 502, 'payment_provider_unavailable');
    expect((await membershipOf(member)).state).toBe('cancelling');
    expect((await liveAtStripe(member)).cancel_at_period_end).toBe(true);
  });

  eachVariant(types)('a paid order of %s is confirmed later, and discarding it fails', async (type) => {
    const member = await buyer(type);
    const { clientSecret, order } = await openCheckout(member.client, type, checkoutIds[type]);
    await confirmAtStripe(clientSecret);
    const made = type === 'membership' ? `subscriptions/${(await liveAtStripe(member)).id}` : `payment_intents/${intentOf(clientSecret)}`;
    const before = await everyRow();
    await failOnce(`GET /v1/${made}`);
    const answer = expectError(await member.client.post(`/api/orders/${order?.id}/confirm`), 502, 'payment_unreadable');
    expect(answer.message).toBe('Failed to retrieve payment information');
    await failOnce(`/(GET|POST) .v1.${made.replace('/', '.')}/`);
    expectError(await member.client.post(`/api/orders/${order?.id}/cancel`), 502, 'payment_provider_unavailable');
    expect(await everyRow()).toEqual(before);
    expect((await member.client.post<Order>(`/api/orders/${order?.id}/confirm`)).body.status).toBe('paid');
  });

  test('a webhook is answered with an error, and succeeds when it is redelivered', async () => {
    const member = await newMember();
    const { clientSecret } = await openCheckout(member.client, 'membership', 'premium');
    await confirmAtStripe(clientSecret);
    const event = (await memberEvents(member)).find(({ type }) => type === 'invoice.paid');
    if (!event) throw new Error('Nothing was paid');
    const path = `/v1/invoices/${'id' in event.data.object ? event.data.object.id : ''}`;
    const before = await everyRow();
    await failOnce(`GET ${path}`);
    expectError(await deliver(event), 502, 'payment_provider_unavailable');
    expect(await everyRow()).toEqual(before);
    expect((await deliver(event)).status).toBe(200);
    expect((await membershipOf(member)).tier).toBe('premium');
  });

  test('an upgrade takes effect, and the job ends the basic subscription later', async () => {
    const { member } = await payingMember('basic');
    await passTime(member, 10 * day);
    const [basic] = await subscriptionsAtStripe(member);
    await failOnce(`DELETE /v1/subscriptions/${basic?.id}`);
    await buy(member.client, 'membership', 'premium');
    expect((await membershipOf(member)).tier).toBe('premium');
    expect((await subscriptionsAtStripe(member)).map(({ status }) => status)).toEqual(['active', 'active']);
    await runJob();
    expect((await subscriptionsAtStripe(member)).map(({ status }) => status)).toEqual(['canceled', 'active']);
    expect((await membershipOf(member)).tier).toBe('premium');
  });
});
