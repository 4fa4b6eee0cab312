/** The checkout: what each member can buy and at what price, and the outcomes of payments. Product rules: Payments and memberships. */
import { describe, expect, test, vi } from 'vitest';
import type { Order } from '#schema/orders/order.ts';
import { change, everyRow, expectError, newMember, row } from '#tests/worker/support/client.ts';
import { buy, confirmAtStripe, openCheckout, orderCards, testCards } from '#tests/worker/support/memberships/payments.ts';

describe('buying', () => {
  test('makes a free member basic for a year', async () => {
    const { client, id } = await newMember();
    const { orderDetails, order } = await openCheckout(client, 'membership', 'basic');
    expect(orderDetails).toEqual({ description: 'Basic membership, one year', quantity: 1, amount: 5_000, fromBalance: 0, dueNow: 5_000 });
    expect(order).toMatchObject({
      type: 'membership',
      checkoutId: 'basic',
      amount: 5_000,
      credit: 0,
      status: 'open',
      cards: [],
      paidAt: null,
    });
    expect((await buy(client, 'membership', 'basic')).id).toBe(order?.id);
    expect((await client.get('/api/user')).body).toMatchObject({ role: 'basic', autoRenew: true });
    expect((await client.get('/api/membership')).body).toMatchObject({ tier: 'basic', state: 'active', renewalAmount: 5_000 });
    expect(await row('SELECT count(*) AS n FROM membership_periods WHERE user_id = ?', id)).toEqual({ n: 1 });
    expect(await row(`SELECT template, status FROM outbox WHERE cause = 'purchase:' || ?`, String(order?.id))).toEqual({
      template: 'purchase',
      status: 'queued',
    });
  });

  test('cards as a basic member assigns them once they are paid', async () => {
    const { client } = await newMember({ role: 'basic' });
    const { body } = await orderCards(client, 5);
    expect(body.cards).toHaveLength(5);
    for (const card of body.cards) expect(card).toEqual({ id: card.id, cardId: expect.stringMatching(/^TC-\d{7}$/), status: 'ordered' });
    expect(new Set(body.cards.map(({ cardId }) => cardId)).size).toBe(5);
    const order = await buy(client, 'cache-cards', '5');
    expect(order.id).toBe(body.order.id);
    const owned = await client.get<{ cardId: string; status: string }[]>('/api/cache-cards');
    expect(owned.body.map(({ cardId }) => cardId).sort()).toEqual(body.cards.map(({ cardId }) => cardId).sort());
    expect(owned.body.every(({ status }) => status === 'ordered')).toBe(true);
    const heir = await newMember();
    await change(
      `UPDATE cache_cards SET user_id = ?1, status = 'missing' WHERE order_id = ?2 AND id = ?3`,
      heir.id,
      order.id,
      body.cards[0]?.id ?? 0,
    );
    const { cards } = (await client.get<Order>(`/api/orders/${order.id}`)).body;
    expect(cards.map(({ status }) => status)).toEqual([null, 'ordered', 'ordered', 'ordered', 'ordered']);
  });

  test('with a declined card leaves the order payable', async () => {
    const { client } = await newMember();
    const { clientSecret, order } = await openCheckout(client, 'membership', 'premium');
    expect((await confirmAtStripe(clientSecret, testCards.declined)).error?.message).toMatch(/declined/i);
    expect((await client.post<Order>(`/api/orders/${order?.id}/confirm`)).body.status).toBe('open');
    expect((await client.get('/api/user')).body.role).toBe('free');
    expect((await confirmAtStripe(clientSecret)).status).toBe('succeeded');
    expect((await client.post<Order>(`/api/orders/${order?.id}/confirm`)).body.status).toBe('paid');
  });

  test('with a card that needs authentication pays nothing yet', async () => {
    const { client } = await newMember();
    const { clientSecret, order } = await openCheckout(client, 'membership', 'basic');
    expect((await confirmAtStripe(clientSecret, testCards.asksForAuthentication)).status).toBe('requires_action');
    expect((await client.post<Order>(`/api/orders/${order?.id}/confirm`)).body.status).toBe('open');
    expect((await client.get('/api/user')).body.role).toBe('free');
  });
});

describe('buying is rejected for', () => {
  const paths = {
    '/api/payment-intent/membership/free': [404, 'invalid_checkout', 'Invalid checkout URL'],
    '/api/payment-intent/membership/gold': [404, 'invalid_checkout', 'Invalid checkout URL'],
    '/api/payment-intent/boats/1': [404, 'invalid_checkout', 'Invalid checkout URL'],
    '/api/payment-intent/cache-cards/0': [400, 'too_few_cards', 'Minimum 1 card'],
    '/api/payment-intent/cache-cards/-3': [400, 'too_few_cards', 'Minimum 1 card'],
    '/api/payment-intent/cache-cards/101': [400, 'too_many_cards', 'Maximum 100 cards'],
    '/api/payment-intent/cache-cards/2.5': [400, 'quantity_not_whole', 'Please enter a whole number of cards.'],
    '/api/payment-intent/cache-cards/x': [400, 'quantity_not_whole', 'Please enter a whole number of cards.'],
    '/api/payment-intent/cache-cards/1e2': [400, 'quantity_not_whole', 'Please enter a whole number of cards.'],
    '/api/payment-intent/cache-cards/99999999999999999999': [400, 'quantity_not_whole', 'Please enter a whole number of cards.'],
    '/api/payment-intent/membership/basic': [400, 'already_member', 'You already have this membership or a better one.'],
  } as const;

  test.each(Object.entries(paths))('%s', async (path, [status, code, message]) => {
    const { client } = await newMember({ role: 'basic' });
    const before = await everyRow();
    expect(expectError(await client.get(path), status, code).message).toBe(message);
    expect(await everyRow()).toEqual(before);
  });

  test.each([
    [0, 'too_few_cards'],
    [101, 'too_many_cards'],
    [2.5, 'quantity_not_whole'],
    ['x', 'invalid_input'],
    [null, 'invalid_input'],
  ])('%j cards', async (quantity, code) => {
    const { client } = await newMember({ role: 'premium' });
    expectError(await client.post('/api/cache-cards/order', { quantity }), 400, code);
  });

  test('basic membership by premium members, and cards by free members', async () => {
    const premium = await newMember({ role: 'premium' });
    expectError(await premium.client.get('/api/payment-intent/membership/basic'), 400, 'already_member');
    expectError(await premium.client.get('/api/payment-intent/membership/premium'), 400, 'already_member');
    const free = await newMember();
    for (const answer of [await free.client.get('/api/payment-intent/cache-cards/5'), await orderCards(free.client, 5)])
      expect(expectError(answer, 403, 'membership_required').message).toBe(
        'Membership Required: Upgrade to Basic or Premium membership to order Cache Cards',
      );
  });

  test('a member’s browser on another site, although the checkout is a GET', async () => {
    const { client } = await newMember();
    const before = await everyRow();
    for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'https://evil.test' }] as Record<string, string>[])
      expectError(await client.get('/api/payment-intent/membership/basic', headers), 403, 'foreign_origin');
    expect(await everyRow()).toEqual(before);
  });
});

test('card ids are drawn from the whole range, and drawn again when taken', async () => {
  const { client } = await newMember({ role: 'basic' });
  const { body } = await orderCards(client, 100);
  const numbers = body.cards.map(({ cardId }) => Number(cardId.slice(3)));
  expect(Math.min(...numbers)).toBeLessThan(1_500_000);
  expect(Math.max(...numbers)).toBeGreaterThan(8_500_000);
  // Replays random numbers so that the first card id generated always collides with an existing one.
  const real = crypto.getRandomValues.bind(crypto);
  let draws = 0;
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    if (!(array instanceof Uint32Array)) return real(array);
    draws += 1;
    if (draws > 1) return real(array);
    array.set(Array.from({ length: array.length }, (_, index) => numbers[index % numbers.length] ?? 0));
    return array;
  });
  const other = await newMember({ role: 'basic' });
  const second = await orderCards(other.client, 90);
  vi.restoreAllMocks();
  expect(second.body.cards).toHaveLength(90);
  expect(second.body.cards.some(({ cardId }) => numbers.includes(Number(cardId.slice(3))))).toBe(false);
});

test('a customer that Stripe has deleted does not block the checkout', async () => {
  const { client, id } = await newMember();
  await openCheckout(client, 'membership', 'basic');
  await change(`UPDATE users SET stripe_customer_id = 'cus_of_another_account' WHERE id = ?`, id);
  await buy(client, 'membership', 'premium');
  expect((await client.get('/api/user')).body.role).toBe('premium');
});
