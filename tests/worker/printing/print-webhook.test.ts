/** The printer's webhooks: authentication, duplicates, out-of-order delivery, and the status shown to the member. */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { OwnCard } from '#schema/cards/card.ts';
import type { Parcel } from '#schema/printing/print.ts';
import { propertyTest } from '#tests/support/property-test.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { Client, change, everyRow, expectError, row } from '#tests/worker/support/client.ts';
import { paidOrder, signal, standardSize, webhookKey } from '#tests/worker/support/printing/printing.ts';

let admin: TestAdmin;
beforeAll(async () => {
  admin = await newAdmin('super_admin');
});

/** Creates a member's print order that the printer has accepted. */
async function printedOrder(environment: 'sandbox' | 'production' = 'production', cards = 1) {
  const order = await paidOrder({ cards });
  const path = `/api/admin/orders/${order.orderId}/print`;
  const wish = { cardSize: standardSize, environment };
  const { body } = await admin.client.post<{ quotes: { quoteId: string }[] }>(path, wish);
  const placed = await admin.client.post<{ order: { reference: string } }>(path, { ...wish, confirmedQuoteId: body.quotes[0]?.quoteId });
  expect(placed.status, JSON.stringify(placed.body)).toBe(200);
  return { ...order, reference: placed.body.order.reference };
}

const stateOf = (reference: string) =>
  row<{ status: string; tracking: string | null; error: string | null }>(
    'SELECT status, tracking, error FROM print_orders WHERE reference = ?',
    reference,
  );
const at = (minute: number) => ({ datetime: `2026-11-21T10:${String(minute).padStart(2, '0')}:00+00:00` });

describe('a print signal is rejected and writes nothing', () => {
  test.each([
    ['with a wrong key', { apikey: `${webhookKey.slice(0, -1)}x` }],
    ['with a key of another length', { apikey: 'x' }],
    ['without a key', { apikey: undefined }],
    ['with a key that is an object', { apikey: { $ne: '' } }],
    ['with the key of our calls', { apikey: 'cp_production_test' }],
  ])('%s', async (_, wrong) => {
    const { reference } = await printedOrder();
    const before = await everyRow();
    expectError(await signal(reference, 'ItemShipped', wrong), 403, 'wrong_webhook_key');
    expect(await everyRow()).toEqual(before);
  });

  test('for an unknown order, with a malformed time, or without JSON', async () => {
    const { reference } = await printedOrder();
    const before = await everyRow();
    // The printer's documentation requires status 204. If it receives any other status, the printer retries the webhook for a week.
    expect((await signal('cc-nobody', 'ItemShipped')).status).toBe(204);
    expectError(await signal(reference, 'ItemShipped', { datetime: 'yesterday' }), 400, 'invalid_input');
    expectError(await new Client().call('POST', '/api/print/webhook'), 400, 'malformed_json');
    expect(await everyRow()).toEqual(before);
  });
});

test('print signals of unknown types are acknowledged and change nothing', async () => {
  const { reference } = await printedOrder();
  const before = await everyRow();
  expect((await signal(reference, 'CloudprinterSomethingNew', { surprise: [1] })).status).toBe(200);
  expect(await everyRow()).toEqual(before);
});

test('a repeated print signal counts once', async () => {
  const { reference } = await printedOrder();
  for (let time = 0; time < 3; time += 1) expect((await signal(reference, 'ItemProduce', at(1))).status).toBe(200);
  expect(await row('SELECT count(*) AS count FROM print_events WHERE type = ?', 'ItemProduce')).toEqual({ count: 1 });
  expect(await stateOf(reference)).toMatchObject({ status: 'producing' });
});

propertyTest('print signals in any order, repeated and concurrent, end in the same state', { usual: 3, long: 12 }, async (numRuns) => {
  const all = [
    ['CloudprinterOrderValidated', at(1)],
    ['ItemValidated', at(2)],
    ['ItemError', { ...at(3), error_message: 'Too little bleed' }],
    ['ItemProduce', at(4)],
    ['ItemProduced', at(5)],
    ['ItemPacked', at(5)],
    ['ItemShipped', { ...at(6), tracking: '1Z999' }],
  ] as const;
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...all, ...all], { minLength: 14, maxLength: 14 }), fc.boolean(), async (shuffled, atOnce) => {
      const { reference } = await printedOrder();
      const send = ([type, more]: (typeof all)[number]) => signal(reference, type, more);
      if (atOnce) await Promise.all(shuffled.map(send));
      else for (const one of shuffled) expect((await send(one)).status).toBe(200);
      // Delivers every webhook again, as the printer does after a failure. The Worker may have rejected concurrent webhooks because of too
      // many write conflicts.
      if (atOnce) for (const one of all) await send(one);
      expect(await stateOf(reference)).toEqual({ status: 'shipped', tracking: '1Z999', error: null });
    }),
    { numRuns },
  );
});

test('an error that quotes the link to a print file is shown without it, because the file has the card’s code', async () => {
  const { reference } = await printedOrder();
  const error_message = 'Cannot read https://cards.test/api/print-files/cc-1/TC-0000007?expires=1&signature=abc now';
  await signal(reference, 'ItemError', { ...at(1), error_message });
  expect(await stateOf(reference)).toMatchObject({ error: 'Cannot read (print file) now' });
});

describe('a member with a print order', () => {
  const parcels = async (client: Client) => (await client.get<Parcel[]>('/api/orders/parcels')).body;
  const mails = (userId: number) =>
    row<{ count: number; payload: string }>(
      `SELECT count(*) AS count, max(payload) AS payload FROM outbox WHERE user_id = ? AND template = 'cards_shipped'`,
      userId,
    );

  test('sees the cards as waiting, printed and shipped, and is mailed once', async () => {
    const waiting = await paidOrder();
    expect(await parcels(waiting.member.client)).toMatchObject([
      { orderId: waiting.orderId, quantity: 2, status: 'waiting', tracking: null },
    ]);
    const { member, reference, cardIds } = await printedOrder('production', 2);
    expect(await parcels(member.client)).toMatchObject([{ status: 'printing' }]);
    await signal(reference, 'ItemError', { item_reference: cardIds[0] });
    expect(await parcels(member.client)).toMatchObject([{ status: 'printing' }]);
    for (const card of [...cardIds, ...cardIds]) {
      await signal(reference, 'ItemShipped', { item_reference: card, tracking: 'https://track.example.com/7' });
    }
    expect(await parcels(member.client)).toMatchObject([{ status: 'shipped', tracking: 'https://track.example.com/7' }]);
    const [card] = (await member.client.get<OwnCard[]>('/api/cache-cards')).body;
    expect(card?.shippedAt).toBe((await parcels(member.client))[0]?.at);
    const sent = await mails(member.id);
    expect(sent?.count).toBe(1);
    expect(JSON.parse(sent?.payload ?? '')).toEqual({ firstName: 'Mem', cards: '2', tracking: 'https://track.example.com/7' });
  });

  propertyTest(
    'sees every parcel, and is mailed about all of them when the last one is shipped',
    { usual: 2, long: 8 },
    async (numRuns) => {
      await fc.assert(
        fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 0, 1, 2], { minLength: 6, maxLength: 6 }), async (shuffled) => {
          const { member, reference, cardIds, orderId } = await printedOrder('production', 3);
          const signaled = new Set<number>();
          for (const item of shuffled) {
            await signal(reference, 'ItemShipped', { ...at(item), item_reference: cardIds[item], tracking: `TRACK-${item}` });
            signaled.add(item);
            const tracking = [...signaled]
              .sort()
              .map((one) => `TRACK-${one}`)
              .join('\n');
            expect(await parcels(member.client)).toMatchObject([
              { orderId, status: signaled.size === 3 ? 'shipped' : 'printing', tracking },
            ]);
            expect((await mails(member.id))?.count).toBe(signaled.size === 3 ? 1 : 0);
          }
          expect(JSON.parse((await mails(member.id))?.payload ?? '')).toEqual({
            firstName: 'Mem',
            cards: '3',
            tracking: 'TRACK-0, TRACK-1, TRACK-2',
          });
        }),
        { numRuns },
      );
    },
  );

  test('sees nothing of sandbox orders', async () => {
    const { member, reference } = await printedOrder('sandbox');
    await signal(reference, 'ItemShipped', { tracking: '1Z' });
    expect(await parcels(member.client)).toMatchObject([{ status: 'waiting', tracking: null }]);
    expect((await mails(member.id))?.count).toBe(0);
  });

  test('sees no orders of other members', async () => {
    await printedOrder();
    const { member } = await paidOrder({ delivery: 'self_print' });
    expect(await parcels(member.client)).toEqual([]);
  });
});

test('an order that the printer canceled can be sent again, and stays canceled regardless of late signals', async () => {
  const { reference, orderId } = await printedOrder();
  await signal(reference, 'CloudprinterOrderCanceled', at(5));
  await signal(reference, 'ItemShipped', at(6));
  expect(await stateOf(reference)).toMatchObject({ status: 'cancelled' });
  expect(await row('SELECT sent_to_print_at AS sent FROM orders WHERE id = ?', orderId)).toEqual({ sent: null });
  expect(await row('SELECT count(*) AS count FROM cache_cards WHERE order_id = ? AND print_order_id IS NOT NULL', orderId)).toEqual({
    count: 0,
  });
  const again = await admin.client.post(`/api/admin/orders/${orderId}/print`, { cardSize: standardSize, environment: 'production' });
  expect(again.status).toBe(200);
});

test('a signal that arrives before the printer’s response is kept, and the response does not set the status back', async () => {
  const { orderId } = await paidOrder();
  const path = `/api/admin/orders/${orderId}/print`;
  const wish = { cardSize: standardSize, environment: 'production' };
  const { body } = await admin.client.post<{ quotes: { quoteId: string }[] }>(path, wish);
  const draft = await row<{ reference: string }>('SELECT reference FROM print_orders WHERE order_id = ?', orderId);
  const reference = draft?.reference ?? '';
  const realFetch = globalThis.fetch;
  globalThis.fetch = (async (input: string, init?: RequestInit) => {
    const answer = await realFetch(input, init);
    if (String(input).endsWith('/orders/add')) await signal(reference, 'ItemProduce', at(1));
    return answer;
  }) as typeof fetch;
  try {
    const placed = await admin.client.post<{ order: object }>(path, { ...wish, confirmedQuoteId: body.quotes[0]?.quoteId });
    expect(placed.body.order).toMatchObject({ status: 'producing' });
  } finally {
    globalThis.fetch = realFetch;
  }
  expect(await row('SELECT sent_to_print_at IS NOT NULL AS sent FROM orders WHERE id = ?', orderId)).toEqual({ sent: 1 });
});

test('the printer’s number of an order with a lost response arrives with its signals', async () => {
  const { reference } = await printedOrder();
  await change(`UPDATE print_orders SET printer_order_id = NULL, status = 'draft' WHERE reference = ?`, reference);
  await signal(reference, 'CloudprinterOrderValidated', { order: 471_100 });
  await signal(reference, 'ItemProduce', { order: 'another' });
  expect(await row('SELECT printer_order_id AS number, status FROM print_orders WHERE reference = ?', reference)).toEqual({
    number: '471100',
    status: 'producing',
  });
});
