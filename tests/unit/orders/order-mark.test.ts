import { expect, test } from 'vitest';
import { idempotencyKey } from '#worker/clients/idempotency-key.ts';
import { memberMark, type OrderOrigin, orderMark, readOrderMark } from '#worker/domain/orders/order-mark.ts';

const membership: OrderOrigin = {
  ...{ userId: 7, userCreatedAt: 1_700_000_000, kind: 'membership', tier: 'premium', quantity: null },
  ...{ amountCents: 7_500, creditCents: 2_500, orderedAt: 1_750_000_000 },
};
const cards: OrderOrigin = { ...membership, kind: 'cache_cards', tier: null, quantity: 5, amountCents: 500, creditCents: 0 };
const reference = '0123456789abcdef0123';

test.each([membership, cards])('an order’s metadata is read back: $kind', (origin) => {
  const metadata = orderMark({ ...origin, reference, attempt: 2 });
  expect(readOrderMark(metadata)).toEqual({ reference, userId: 7, origin });
  // Stripe limits metadata names to 40 characters and values to 500.
  for (const [name, text] of Object.entries(metadata)) expect(name.length <= 40 && text.length <= 500).toBe(true);
});

test.each([
  ['no metadata', null],
  ['foreign metadata', {}],
  ['another shop’s metadata', { order_id: '5', user_id: '7' }],
  ['another shop’s order number', { order_reference: 'SHOP-0001234', user_id: '7', kind: 'membership' }],
  ['a malformed reference', { cache_cards_order: 'x y', user_id: '7' }],
  ['a customer’s', memberMark(membership)],
])('%s does not identify an order', (_, metadata) => {
  expect(readOrderMark(metadata)).toBeNull();
});

test.each<[string, Record<string, string>]>([
  ['without the time of registration', { user_created_at: '' }],
  ['of an unknown kind', { kind: 'stay' }],
  ['of an unknown tier', { tier: 'golden' }],
  ['with half a cent', { amount_cents: '49.5' }],
  ['with a negative credit', { credit_cents: '-1' }],
])('metadata %s identifies the order, but cannot recreate it', (_, changes) => {
  const mark = readOrderMark({ ...orderMark({ ...membership, reference, attempt: 1 }), ...changes });
  expect(mark).toMatchObject({ reference, origin: null });
});

test('idempotency keys differ by purpose, order, attempt and parameters, and reveal nothing', async () => {
  const order = { reference, attempt: 1 };
  const keys = await Promise.all([
    idempotencyKey('membership', order),
    idempotencyKey('credit', order),
    idempotencyKey('membership', { ...order, attempt: 2 }),
    idempotencyKey('membership', { ...order, reference: '0123456789abcdef0124' }),
    idempotencyKey('customer', order, 'ada@example.test'),
    idempotencyKey('customer', order, 'eve@example.test'),
  ]);
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(await idempotencyKey('membership', order)).toBe(keys[0]);
});
