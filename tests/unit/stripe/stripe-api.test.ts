/** The Stripe fake's API behavior: versions, keys, errors, idempotency, expansion, cursors and faults. */
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secondsPerDay } from '#schema/rules.ts';
import { apiVersion } from '#scripts/fakes/stripe/account.ts';
import type { Fake } from '#tests/support/project/spawn-fake.ts';
import { control } from '#tests/support/stripe/stripe-browser.ts';
import { fakeKeys, startStripeFake } from '#tests/support/stripe/stripe-fake.ts';
import { getExpanded, openShop, orderMembership } from '#tests/support/stripe/stripe-shop.ts';

let fake: Fake;
let stripe: Stripe;
/** A Stripe client without the SDK's own retries. */
let impatient: Stripe;
beforeAll(async () => {
  fake = await startStripeFake({ refusals: 'wanted' });
  stripe = await openShop(fake.url);
  const { hostname, port } = new URL(fake.url);
  impatient = new Stripe(fakeKeys.secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
});
afterAll(() => fake.stop());

const defaults = { Authorization: `Bearer ${fakeKeys.secretKey}`, 'Stripe-Version': apiVersion };
async function ask(call: string, body?: string, headers: Record<string, string> = defaults) {
  const [method, path] = call.split(' ');
  const answer = await fetch(`${fake.url}${path}`, { method, headers, ...(body !== undefined && { body: new URLSearchParams(body) }) });
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as { id?: string; error?: { type: string; code?: string; param?: string; message: string } },
  };
}

describe('the Stripe fake refuses', () => {
  test('all versions except the SDK’s', async () => {
    expect(apiVersion).toBe(Stripe.API_VERSION);
    for (const version of ['2024-06-20', undefined]) {
      const headers = { Authorization: defaults.Authorization, ...(version && { 'Stripe-Version': version }) };
      const refused = await ask('GET /v1/customers', undefined, headers);
      expect(refused).toMatchObject({ status: 400, body: { error: { type: 'invalid_request_error' } } });
      expect(refused.body.error?.message).toContain(apiVersion);
    }
  });

  test.each([
    ['no key', { 'Stripe-Version': apiVersion }, 401],
    ['a wrong key', { ...defaults, Authorization: 'Bearer sk_test_other' }, 401],
    ['a page’s key', { ...defaults, Authorization: `Bearer ${fakeKeys.publishableKey}` }, 403],
  ])('server calls with %s', async (_, headers, status) => {
    expect((await ask('GET /v1/customers', undefined, headers)).status).toBe(status);
  });

  test.each([
    ['an unknown route', 'GET /v1/nothing', undefined, 404, { code: 'resource_missing' }],
    ['an unknown object', 'GET /v1/customers/cus_none', undefined, 404, { code: 'resource_missing', param: 'id' }],
    ['an unknown parameter', 'POST /v1/customers', 'nickname=Bo', 400, { code: 'parameter_unknown', param: 'nickname' }],
    [
      'an unknown nested parameter',
      'POST /v1/subscriptions',
      'customer=c&items[0][prize]=p',
      400,
      { code: 'parameter_unknown', param: 'items[0][prize]' },
    ],
    ['a missing parameter', 'POST /v1/payment_intents', 'currency=usd', 400, { code: 'parameter_missing', param: 'amount' }],
    ['half a cent', 'POST /v1/payment_intents', 'currency=usd&amount=99.5', 400, { code: 'parameter_invalid_integer', param: 'amount' }],
    ['too little', 'POST /v1/payment_intents', 'currency=usd&amount=49', 400, { code: 'amount_too_small', param: 'amount' }],
    ['an empty value', 'POST /v1/products', 'name=', 400, { code: 'parameter_invalid_empty', param: 'name' }],
    ['a wrong expansion', 'GET /v1/customers?expand[]=data.nothing', undefined, 400, {}],
    ['an expansion of five levels', 'GET /v1/subscriptions?expand[]=data.items.data.price.product', undefined, 400, {}],
    ['101 at once', 'GET /v1/customers?limit=101', undefined, 400, { param: 'limit' }],
  ])('%s', async (_, call, body, status, error) => {
    await orderMembership(stripe, 'basic');
    const refused = await ask(call, body);
    expect(refused.status).toBe(status);
    expect(refused.body.error).toMatchObject({ type: 'invalid_request_error', ...error });
    expect(refused.headers.get('request-id')).toMatch(/^req_/);
  });

  test('with errors that the SDK recognizes', async () => {
    await expect(stripe.invoices.retrieve('in_none')).rejects.toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    await expect(
      new Stripe('sk_test_x', { host: 'localhost', port: new URL(fake.url).port, protocol: 'http' }).customers.list(),
    ).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
  });
});

describe('an idempotency key', () => {
  test('replays the same response, regardless of the order of parameters', async () => {
    const headers = { ...defaults, 'Idempotency-Key': 'replayed' };
    const first = await ask('POST /v1/customers', 'email=a@b.test&name=Ada', headers);
    const repeated = await ask('POST /v1/customers', 'name=Ada&email=a@b.test', headers);
    expect(repeated.body).toEqual(first.body);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(repeated.headers.get('idempotent-replayed')).toBe('true');
    expect((await stripe.customers.list({ email: 'a@b.test' })).data).toHaveLength(1);
  });

  test('is refused with other parameters or for another call', async () => {
    await stripe.customers.create({ email: 'c@d.test' }, { idempotencyKey: 'mismatched' });
    const other = stripe.customers.create({ email: 'e@f.test' }, { idempotencyKey: 'mismatched' });
    await expect(other).rejects.toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });
    await expect(stripe.products.create({ name: 'c@d.test' }, { idempotencyKey: 'mismatched' })).rejects.toBeInstanceOf(
      Stripe.errors.StripeIdempotencyError,
    );
  });

  test('cannot be used twice in parallel', async () => {
    await control(fake.url, 'POST faults', { match: 'POST /v1/customers', delayMs: 400 });
    const calls = [1, 2].map(() => impatient.customers.create({ email: 'g@h.test' }, { idempotencyKey: 'at-once' }));
    const results = await Promise.allSettled(calls);
    const refused = results.find((result) => result.status === 'rejected');
    expect(refused?.reason).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect((await stripe.customers.list({ email: 'g@h.test' })).data).toHaveLength(1);
  });

  test('stores rejections by the operation, but not those caused by invalid parameters', async () => {
    const options = { idempotencyKey: 'refused-first' };
    await expect(stripe.coupons.create({ amount_off: 0, currency: 'usd' }, options)).rejects.toMatchObject({ statusCode: 400 });
    expect((await stripe.coupons.create({ amount_off: 100, currency: 'usd' }, options)).amount_off).toBe(100);
    const card = { 'payment_method_data[type]': 'card', 'payment_method_data[card][number]': '4000000000000002' };
    const expiry = { 'payment_method_data[card][exp_month]': '1', 'payment_method_data[card][exp_year]': '2040' };
    const { id } = await stripe.paymentIntents.create({ amount: 100, currency: 'usd' });
    const form = new URLSearchParams({ ...card, ...expiry }).toString();
    const headers = { ...defaults, 'Idempotency-Key': 'declined-once' };
    expect((await ask(`POST /v1/payment_intents/${id}/confirm`, form, headers)).status).toBe(402);
    expect((await ask(`POST /v1/payment_intents/${id}/confirm`, form, headers)).headers.get('idempotent-replayed')).toBe('true');
    expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1);
  });

  test('expires after a day', async () => {
    const options = { idempotencyKey: 'yesterday' };
    const first = await stripe.customers.create({ email: 'i@j.test' }, options);
    await control(fake.url, 'POST clock', { by: secondsPerDay + 1 });
    expect((await stripe.customers.create({ email: 'i@j.test' }, options)).id).not.toBe(first.id);
  });
});

test('Stripe’s lists are paged by cursors, newest first', async () => {
  const name = 'walked@list.test';
  const createdIds: string[] = [];
  for (let index = 0; index < 7; index += 1) createdIds.push((await stripe.customers.create({ email: name })).id);
  const newestFirst = createdIds.toReversed();
  const walked: string[] = [];
  for await (const customer of stripe.customers.list({ email: name, limit: 3 })) walked.push(customer.id);
  expect(walked).toEqual(newestFirst);
  const page = await stripe.customers.list({ email: name, limit: 2, ending_before: newestFirst[4] });
  expect(page.data.map((customer) => customer.id)).toEqual(newestFirst.slice(2, 4));
  expect(page.has_more).toBe(true);
  expect((await stripe.customers.list({ email: name, limit: 2, starting_after: newestFirst[4] })).has_more).toBe(false);
});

test('an expanded field is the object itself, in lists too; others are ids', async () => {
  const { customer, subscription } = await orderMembership(stripe, 'premium');
  const plain = await stripe.subscriptions.retrieve(subscription.id);
  expect([typeof plain.customer, typeof plain.latest_invoice]).toEqual(['string', 'string']);
  const { data } = await stripe.subscriptions.list({ customer, status: 'all', expand: ['data.customer', 'data.latest_invoice.payments'] });
  expect(getExpanded(data[0]?.customer as Stripe.Customer).id).toBe(customer);
  expect(getExpanded(data[0]?.latest_invoice).payments?.data).toHaveLength(1);
  expect(data[0]?.items.data[0]?.price.unit_amount_decimal?.toString()).toBe('10000');
});

test('metadata is merged, and removed by empty values', async () => {
  const { id } = await stripe.customers.create({ metadata: { a: '1', b: '2' } });
  expect((await stripe.customers.update(id, { metadata: { b: '', c: '3' } })).metadata).toEqual({ a: '1', c: '3' });
  expect((await stripe.customers.update(id, { metadata: '' })).metadata).toEqual({});
});

describe('an ordered fault of the Stripe fake', () => {
  test.each([
    [{ status: 500 }, { statusCode: 500, type: 'StripeAPIError' }],
    [{ status: 429 }, { statusCode: 429, type: 'StripeRateLimitError' }],
    [{ status: 409 }, { statusCode: 409 }],
    [{ status: 402 }, { statusCode: 402, type: 'StripeCardError' }],
    // The SDK's Node client retries a dropped connection once more than configured.
    [{ drop: true, times: 2 }, { type: 'StripeConnectionError' }],
  ])('of the kind %o happens instead of the operation', async (fault, error) => {
    const email = `${JSON.stringify(fault).replace(/\W/g, '')}@fault.test`;
    await control(fake.url, 'POST faults', { match: '/^POST .*customers$/', ...fault });
    await expect(impatient.customers.create({ email })).rejects.toMatchObject(error);
    expect((await stripe.customers.list({ email })).data).toHaveLength(0);
    expect((await impatient.customers.create({ email })).email).toBe(email);
  });

  test('that breaks the connection after the operation still creates one object, since the SDK repeats its key', async () => {
    await control(fake.url, 'POST faults', { match: 'POST /v1/customers', dropAfter: true });
    const { last } = await control<{ last: number }>(fake.url, 'GET requests');
    const { id } = await stripe.customers.create({ email: 'broken@fault.test' });
    expect((await stripe.customers.list({ email: 'broken@fault.test' })).data.map((customer) => customer.id)).toEqual([id]);
    const { requests } = await control<{ requests: { status: number; replayed: boolean; idempotencyKey: string }[] }>(
      fake.url,
      `GET requests?since=${last}`,
    );
    expect(requests.slice(0, 2)).toMatchObject([{ status: 0 }, { status: 200, replayed: true }]);
    expect(requests[0]?.idempotencyKey).toBe(requests[1]?.idempotencyKey);
  });

  test('can be cleared, and an invalid one is refused with a sentence', async () => {
    await control(fake.url, 'POST faults', { match: 'GET /v1/customers', status: 503, times: 9 });
    await control(fake.url, 'DELETE faults');
    expect((await impatient.customers.list()).object).toBe('list');
    await expect(control(fake.url, 'POST faults', { match: '', status: 200 })).rejects.toThrow();
  });
});

test('a deleted customer is erased, their subscriptions end, and payments can still be read', async () => {
  const { customer, subscription, intentId } = await orderMembership(stripe, 'basic');
  expect(await stripe.customers.del(customer)).toMatchObject({ id: customer, deleted: true });
  expect(await stripe.customers.retrieve(customer)).toEqual(expect.objectContaining({ id: customer, deleted: true }));
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete_expired');
  expect((await stripe.paymentIntents.retrieve(intentId)).customer).toBe(customer);
  await expect(stripe.customers.del(customer)).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' });
  await expect(stripe.customers.update(customer, { name: 'Again' })).rejects.toMatchObject({ code: 'resource_missing' });
});
