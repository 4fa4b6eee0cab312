/**
 * Open orders: resumed, discarded, paid or expired. Product rules: Payments and memberships.
 * @module-tag long
 */
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Order } from '#schema/orders/order.ts';
import { freshSignInSeconds } from '#schema/rules.ts';
import { parcelAddress } from '#tests/support/orders/parcel-address.ts';
import { advanceClock, Client, expectError, newMember, row, setClock } from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import { buy, confirmAtStripe, openCheckout, orderCards, stripe } from '#tests/worker/support/memberships/payments.ts';

const startOfYear = '2026-03-01T12:00:00Z';

afterEach(() => {
  vi.useRealTimers();
});

const intentOf = (clientSecret: string) => clientSecret.slice(0, clientSecret.indexOf('_secret_'));

describe('an open order', () => {
  test('is found again by a refresh, another tab and the other call, and by two at once', async () => {
    const { client } = await newMember({ role: 'basic' });
    const opened = await Promise.all(Array.from({ length: 6 }, () => openCheckout(client, 'cache-cards', '7')));
    const again = await orderCards(client, 7);
    const secrets = new Set([...opened.map(({ clientSecret }) => clientSecret), again.body.clientSecret]);
    expect(secrets.size).toBe(1);
    expect(new Set([...opened.map(({ order }) => order?.id), again.body.order.id]).size).toBe(1);
    expect(new Set(again.body.cards.map(({ cardId }) => cardId))).toEqual(new Set(opened[0]?.order?.cards.map(({ cardId }) => cardId)));
    expect((await client.get<Order[]>('/api/orders')).body).toHaveLength(1);
  });

  test('is separate for each quantity and tier', async () => {
    const { client } = await newMember({ role: 'basic' });
    const [five, six] = [await openCheckout(client, 'cache-cards', '5'), await openCheckout(client, 'cache-cards', '6')];
    expect(five.order?.id).not.toBe(six.order?.id);
    expect((await client.get<Order[]>('/api/orders')).body.map(({ id }) => id)).toEqual([six.order?.id, five.order?.id]);
  });

  test('shows its cards nowhere until it is paid', async () => {
    const owner = await newMember({ role: 'basic' });
    const finder = await newMember();
    const { body } = await orderCards(owner.client, 1);
    const cardId = body.cards[0]?.cardId ?? '';
    expect((await owner.client.get('/api/cache-cards')).body).toEqual([]);
    expectError(await owner.client.get(`/api/cache-cards/${cardId}`), 404, 'card_not_found');
    expectError(await owner.client.get(`/api/cache-cards/${cardId}/qr`), 404, 'card_not_found');
    expectError(await owner.client.get(`/api/cache-cards/print.pdf?card=${cardId}`), 404);
    for (const who of [finder.client, owner.client, new Client()]) {
      expectError(await who.get(`/api/card/${cardId}`), 404, 'card_not_found');
      expectError(await who.get(`/api/qr/${cardId}`), 404, 'card_not_found');
    }
    expectError(await finder.client.post('/api/scan', { cardId }), 404, 'card_not_found');
  });

  test('does not exist for other members', async () => {
    const { client } = await newMember();
    const { order } = await openCheckout(client, 'membership', 'basic');
    const stranger = await newMember();
    for (const answer of [
      await stranger.client.get(`/api/orders/${order?.id}`),
      await stranger.client.post(`/api/orders/${order?.id}/confirm`),
      await stranger.client.post(`/api/orders/${order?.id}/cancel`),
      await stranger.client.put(`/api/orders/${order?.id}/delivery`, { delivery: 'self_print' }),
    ])
      expectError(answer, 404, 'order_not_found');
    for (const id of ['0', '-1', '1.5', 'x', '99999999999999999999'])
      expectError(await client.get(`/api/orders/${id}`), 404, 'order_not_found');
  });

  test('can be discarded: Stripe no longer accepts its payment, and its cards are deleted', async () => {
    const { client } = await newMember({ role: 'basic' });
    const { clientSecret, order } = await openCheckout(client, 'cache-cards', '2');
    expect((await client.post<Order>(`/api/orders/${order?.id}/cancel`)).body).toMatchObject({ status: 'cancelled', cards: [] });
    expect((await stripe.paymentIntents.retrieve(intentOf(clientSecret))).status).toBe('canceled');
    expect(await row('SELECT count(*) AS n FROM cache_cards WHERE order_id = ?', order?.id ?? 0)).toEqual({ n: 0 });
    const next = await openCheckout(client, 'cache-cards', '2');
    expect(next.order?.id).not.toBe(order?.id);
  });

  test('discarded just after its payment is paid', async () => {
    const { client } = await newMember();
    const { clientSecret, order } = await openCheckout(client, 'membership', 'basic');
    await confirmAtStripe(clientSecret);
    expect((await client.post<Order>(`/api/orders/${order?.id}/cancel`)).body.status).toBe('paid');
    expect((await client.get('/api/user')).body.role).toBe('basic');
  });

  test('is found by the payment that returns from a redirect', async () => {
    const { client } = await newMember({ role: 'basic' });
    const { clientSecret, order } = await openCheckout(client, 'cache-cards', '3');
    const answer = await client.get(`/api/orders/by-payment/${intentOf(clientSecret)}`);
    expect(answer.body).toEqual({ orderId: order?.id, type: 'cache-cards', checkoutId: '3' });
    const stranger = await newMember();
    expectError(await stranger.client.get(`/api/orders/by-payment/${intentOf(clientSecret)}`), 404, 'order_not_found');
  });

  test('expires after 22 hours: then a new one is created, and the old one can no longer be paid', async () => {
    setClock(startOfYear);
    const { client } = await newMember();
    const { clientSecret, order } = await openCheckout(client, 'membership', 'basic');
    advanceClock(23 * 3_600);
    expect((await client.get('/api/orders')).body).toEqual([]);
    const next = await openCheckout(client, 'membership', 'basic');
    expect(next.order?.id).not.toBe(order?.id);
    expect((await client.get<Order>(`/api/orders/${order?.id}`)).body.status).toBe('cancelled');
    expect((await confirmAtStripe(clientSecret)).error).toBeDefined();
  });

  test('paid by a browser that closed is not offered for payment again', async () => {
    const { client } = await newMember();
    const { clientSecret } = await openCheckout(client, 'membership', 'basic');
    await confirmAtStripe(clientSecret);
    expectError(await client.get('/api/payment-intent/membership/basic'), 409, 'already_paid');
    expect((await client.get('/api/user')).body.role).toBe('basic');
  });
});

describe('the delivery of an order', () => {
  const address = { ...parcelAddress, line2: '' };

  test('is chosen before payment, and can be changed until then', async () => {
    const { client } = await newMember({ role: 'basic' });
    const { order } = await openCheckout(client, 'cache-cards', '1');
    const path = `/api/orders/${order?.id}/delivery`;
    expect((await client.put<Order>(path, { delivery: 'ship', address })).body).toMatchObject({
      delivery: 'ship',
      shippingAddress: { ...address, line2: null },
    });
    expect((await client.put<Order>(path, { delivery: 'self_print' })).body).toMatchObject({
      delivery: 'self_print',
      shippingAddress: null,
    });
    await buy(client, 'cache-cards', '1');
    expectError(await client.put(path, { delivery: 'ship', address }), 400, 'delivery_fixed');
  });

  test('goes to no address without the password or a recent sign-in, not even to the first one', async () => {
    setClock(startOfYear);
    const { client, password } = await newMember({ role: 'basic' });
    const { order } = await openCheckout(client, 'cache-cards', '1');
    advanceClock(freshSignInSeconds + 1);
    const choose = (choice: object) => client.put<Order>(`/api/orders/${order?.id}/delivery`, choice);
    expectError(await choose({ delivery: 'ship', address }), 403, 'password_or_sign_in');
    expect((await choose({ delivery: 'self_print' })).body).toMatchObject({ delivery: 'self_print' });
    expectError(await choose({ delivery: 'ship', address }), 403, 'password_or_sign_in');
    expect((await choose({ delivery: 'ship', address, currentPassword: password })).body).toMatchObject({ delivery: 'ship' });
    expectError(await choose({ delivery: 'self_print' }), 403, 'password_or_sign_in');
  });

  test.each([
    [{ delivery: 'ship' }, 'address'],
    [{ delivery: 'ship', address: { ...address, city: ' ' } }, 'address.city'],
    [{ delivery: 'ship', address: { ...address, name: 'x'.repeat(121) } }, 'address.name'],
    [{ delivery: 'pigeon' }, 'delivery'],
  ])('as %j is rejected and names the fields', async (body, field) => {
    const { client } = await newMember({ role: 'basic' });
    const { order } = await openCheckout(client, 'cache-cards', '1');
    expect(
      Object.keys(expectError(await client.put(`/api/orders/${order?.id}/delivery`, body), 400, 'invalid_input').fields ?? {}),
    ).toContain(field);
  });

  test('does not apply to memberships', async () => {
    const { client } = await newMember();
    const { order } = await openCheckout(client, 'membership', 'basic');
    expectError(await client.put(`/api/orders/${order?.id}/delivery`, { delivery: 'self_print' }), 400, 'delivery_fixed');
  });
});

test.each([
  ['cache-cards', '5', 5],
  ['membership', 'premium', 0],
] as const)('an open checkout of %s/%s reads at most eleven rows besides its cards', async (type, id, cards) => {
  const { client } = await newMember();
  await buy(client, 'membership', 'basic');
  await openCheckout(client, type, id);
  const { env, use } = countingDatabase(client.workerEnv);
  client.workerEnv = env;
  await openCheckout(client, type, id);
  expect(use.roundTrips).toBe(1);
  expect(use.rowsRead).toBeLessThanOrEqual(11 + cards);
});

test('listing one’s open orders reads no other members’ rows', async () => {
  const strangers = await Promise.all(Array.from({ length: 8 }, () => newMember()));
  for (const { client } of strangers) {
    await openCheckout(client, 'membership', 'basic');
    await openCheckout(client, 'membership', 'premium');
  }
  const { client } = await newMember();
  await openCheckout(client, 'membership', 'basic');
  const { env, use } = countingDatabase(client.workerEnv);
  client.workerEnv = env;
  expect((await client.get<Order[]>('/api/orders')).body).toHaveLength(1);
  expect(use.rowsRead).toBeLessThanOrEqual(10);
});

test('a payment that returns from a redirect without an order is the renewal of the membership', async () => {
  const member = await newMember({ role: 'basic' });
  expect((await member.client.get('/api/orders/by-payment/pi_of_a_renewal')).body).toEqual({
    orderId: null,
    type: 'membership',
    checkoutId: 'basic',
  });
});
