/** Resending a lost parcel. Product rules: Claims, printing, email and messages. */
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AdminOrder, AdminOrderPage } from '#schema/orders/admin-orders.ts';
import type { SendToPrintResponse } from '#schema/printing/admin-printing.ts';
import type { Parcel } from '#schema/printing/print.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { Client, change, expectError, row } from '#tests/worker/support/client.ts';
import { atPrinter, costOf, home, paidOrder, printerControl, signal, standardSize } from '#tests/worker/support/printing/printing.ts';

let admin: TestAdmin;
let superAdmin: TestAdmin;
beforeAll(async () => {
  admin = await newAdmin('admin');
  superAdmin = await newAdmin('super_admin');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await printerControl('faults', {}, 'DELETE');
});

const reason = 'The carrier lost the parcel';
const pageOf = async (orderId: number) => (await superAdmin.client.get<AdminOrderPage>(`/api/admin/orders/${orderId}`)).body;

async function print(orderId: number): Promise<string> {
  const path = `/api/admin/orders/${orderId}/print`;
  const wish = { cardSize: standardSize, environment: 'production' };
  const { body } = await superAdmin.client.post<SendToPrintResponse>(path, wish);
  const placed = await superAdmin.client.post<SendToPrintResponse>(path, { ...wish, confirmedQuoteId: body.quotes[0]?.quoteId });
  return placed.body.order?.reference ?? '';
}

async function ship(reference: string, cards = 2): Promise<void> {
  for (let item = 1; item <= cards; item += 1)
    await signal(reference, 'ItemShipped', { item: String(item), item_reference: String(item), tracking: `TRACK-${reference.slice(-4)}` });
}

/** Returns an order whose cards were printed and shipped. */
async function shippedOrder() {
  const order = await paidOrder();
  await ship(await print(order.orderId));
  const { resendablePrintId } = await pageOf(order.orderId);
  return { ...order, wish: { printOrderId: resendablePrintId ?? 0, newCodes: false, reason } };
}

const sendAgain = (orderId: number, body: object, client: Client = superAdmin.client) =>
  client.post<SendToPrintResponse>(`/api/admin/orders/${orderId}/send-again`, body);

async function confirmQuote(orderId: number, wish: object) {
  const { body } = await sendAgain(orderId, wish);
  return { ...wish, confirmedQuoteId: body.quotes[0]?.quoteId };
}

const codesOf = async (cardIds: string[]) =>
  Promise.all(cardIds.map(async (id) => (await row<{ code: string }>('SELECT code FROM cache_cards WHERE card_id = ?', id))?.code ?? ''));

describe('sending a lost parcel again', () => {
  test('shows the cost first, then prints the same cards, and notifies the member when they ship', async () => {
    const { orderId, cardIds, member, wish } = await shippedOrder();
    const codes = await codesOf(cardIds);
    const quoted = await sendAgain(orderId, wish);
    expect(quoted.body).toMatchObject({ order: null, quotes: [{ price: costOf(2, 495) }, {}, {}] });
    const { body } = await sendAgain(orderId, { ...wish, confirmedQuoteId: quoted.body.quotes[0]?.quoteId });
    expect(body.order).toMatchObject({
      status: 'ordered',
      resendOfId: wish.printOrderId,
      resendReason: reason,
      hasNewCodes: false,
      numCards: 2,
    });
    const [taken] = await atPrinter(body.order?.reference);
    expect(taken?.items.map((item) => item.reference)).toEqual(cardIds);
    expect(await codesOf(cardIds)).toEqual(codes);

    const page = await pageOf(orderId);
    expect(page.prints.map(({ status, resendOfId }) => [status, resendOfId])).toEqual([
      ['ordered', wish.printOrderId],
      ['shipped', null],
    ]);
    expect(page).toMatchObject({ printStatus: 'ordered', printCost: 2 * costOf(2, 495), resendablePrintId: null, isToPrint: false });
    const [listed] = (await admin.client.get<AdminOrder[]>(`/api/admin/orders?q=Order ${orderId}`)).body;
    expect(listed).toMatchObject({ id: orderId, printStatus: 'ordered', printCost: 2 * costOf(2, 495) });
    expect((await member.client.get<Parcel[]>('/api/orders/parcels')).body).toMatchObject([{ orderId, status: 'printing' }]);

    await ship(body.order?.reference ?? '');
    const mails = `SELECT group_concat(template ORDER BY id) AS sent FROM outbox WHERE user_id = ? AND template LIKE 'cards_%'`;
    expect(await row(mails, member.id)).toEqual({ sent: 'cards_shipped,cards_resent,cards_shipped' });
    expect(await pageOf(orderId)).toMatchObject({ resendablePrintId: body.order?.id });
    expect(
      await row(
        `SELECT admin_id AS admin, user_id AS member, reason FROM audit_log WHERE action = 'print.submit' AND entity_id = ?`,
        String(body.order?.id),
      ),
    ).toEqual({ admin: superAdmin.id, member: member.id, reason });
  });

  test('makes the same codes count as known if an administrator changed the address after the first print', async () => {
    const { orderId, wish } = await shippedOrder();
    const exposed = () => row('SELECT count(*) AS n FROM cache_cards WHERE order_id = ? AND code_exposed_until > unixepoch()', orderId);
    await sendAgain(orderId, await confirmQuote(orderId, wish));
    expect(await exposed()).toEqual({ n: 0 });
    await ship((await pageOf(orderId)).prints[0]?.reference ?? '');
    const { version, resendablePrintId } = await pageOf(orderId);
    const address = { ...home, line1: '66 Thief St' };
    expect((await superAdmin.client.put(`/api/admin/orders/${orderId}/address`, { version, address })).status).toBe(200);
    const again = await confirmQuote(orderId, { ...wish, printOrderId: resendablePrintId });
    expect((await sendAgain(orderId, again)).status).toBe(200);
    expect(await exposed()).toEqual({ n: 2 });
  });

  test('gives the cards new codes on request: the old ones become unknown', async () => {
    const { orderId, cardIds, member, wish } = await shippedOrder();
    const before = await codesOf(cardIds);
    const withNewCodes = { ...wish, newCodes: true };
    const order = await confirmQuote(orderId, withNewCodes);
    expect(await codesOf(cardIds)).toEqual(before);
    expectError(await sendAgain(orderId, { ...order, newCodes: false }), 409, 'print_quote_differs');
    const { body } = await sendAgain(orderId, order);
    const after = await codesOf(cardIds);
    expect(body.order).toMatchObject({ status: 'ordered', hasNewCodes: true });
    expect(after.filter((code) => before.includes(code))).toEqual([]);
    const finder = await directMember();
    expectError(await finder.client.post('/api/scan', { cardId: cardIds[0], code: before[0] }), 404, 'card_not_found');
    expect((await finder.client.post('/api/scan', { cardId: cardIds[0], code: after[0] })).status).toBe(200);
    const [file] = (await atPrinter(body.order?.reference))[0]?.items.flatMap(({ md5sum }) => md5sum) ?? [];
    expect(file).toMatch(/^[0-9a-f]{32}$/);
    expect(
      await row(`SELECT payload ->> 'hasNewCodes' AS isNew FROM outbox WHERE user_id = ? AND template = 'cards_resent'`, member.id),
    ).toEqual({
      isNew: 'yes',
    });
    expect((await sendAgain(orderId, order)).body.order?.reference).toBe(body.order?.reference);
    expect(await codesOf(cardIds)).toEqual(after);
  });

  test('leaves out cards that now belong to someone else', async () => {
    const { orderId, cardIds, wish } = await shippedOrder();
    const other = await directMember();
    await change('UPDATE cache_cards SET user_id = ? WHERE card_id = ?', other.id, cardIds[0] ?? '');
    const before = await codesOf(cardIds);
    const { body } = await sendAgain(orderId, await confirmQuote(orderId, { ...wish, newCodes: true }));
    const [printed] = await atPrinter(body.order?.reference);
    expect(printed?.items.map((item) => item.reference)).toEqual([cardIds[1]]);
    const after = await codesOf(cardIds);
    expect(after.map((code, index) => code === before[index])).toEqual([true, false]);
    await change('UPDATE cache_cards SET user_id = ? WHERE card_id = ?', other.id, cardIds[1] ?? '');
    expectError(await superAdmin.client.get(`/api/admin/orders/${orderId}/print.pdf?reason=Lost`), 404, 'nothing_to_print');
  });

  test('happens once, even if confirmed repeatedly', async () => {
    const { orderId, cardIds, wish } = await shippedOrder();
    const order = await confirmQuote(orderId, { ...wish, newCodes: true });
    const unwatched = new Client().bearer(superAdmin.client.token ?? '');
    const answers = await Promise.all([1, 2, 3, 4].map(() => sendAgain(orderId, order, unwatched)));
    for (const answer of answers.filter(({ status }) => status !== 200)) expectError(answer, 409, 'print_in_progress');
    const { prints } = await pageOf(orderId);
    expect(prints.map(({ status }) => status)).toEqual(['ordered', 'shipped']);
    expect(await atPrinter(prints[0]?.reference)).toHaveLength(1);
    expect(new Set(await codesOf(cardIds)).size).toBe(2);
    expectError(await sendAgain(orderId, wish), 409, 'already_printing');
  });

  test('prints the codes of the first attempt if the printer did not answer it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { orderId, cardIds, wish } = await shippedOrder();
    const order = await confirmQuote(orderId, { ...wish, newCodes: true });
    await printerControl('faults', { match: 'POST /orders/add', status: 500 });
    expectError(await sendAgain(orderId, order), 502, 'printer_unanswered');
    const codes = await codesOf(cardIds);
    expectError(await sendAgain(orderId, wish), 409, 'print_awaiting_response');
    await printerControl('faults', {}, 'DELETE');
    const { prints } = await pageOf(orderId);
    expect((await superAdmin.client.post(`/api/admin/print-orders/${prints[0]?.id}/retry`)).body).toMatchObject({ status: 'ordered' });
    expect(await codesOf(cardIds)).toEqual(codes);
  });

  test('can go to a corrected address', async () => {
    const { orderId, wish } = await shippedOrder();
    const { version, canChangeAddress } = await pageOf(orderId);
    expect(canChangeAddress).toBe(true);
    await admin.client.put(`/api/admin/orders/${orderId}/address`, { version, address: { ...home, city: 'Asheville' } });
    const { body } = await sendAgain(orderId, await confirmQuote(orderId, wish));
    expect((await atPrinter(body.order?.reference))[0]?.address).toMatchObject({ city: 'Asheville' });
    expect((await pageOf(orderId)).canChangeAddress).toBe(false);
  });
});

describe('a parcel is not sent again', () => {
  test.each(['refunded', 'disputed'])('if its order is %s', async (status) => {
    const { orderId, wish } = await shippedOrder();
    const order = await confirmQuote(orderId, wish);
    await change('UPDATE orders SET status = ? WHERE id = ?', status, orderId);
    expectError(await sendAgain(orderId, wish), 409, 'order_not_paid');
    expectError(await sendAgain(orderId, order), 409, 'order_not_paid');
    expect((await pageOf(orderId)).resendablePrintId).toBeNull();
  });

  test('before it was shipped, without a reason, or by a plain administrator', async () => {
    const { orderId } = await paidOrder();
    await print(orderId);
    const { prints, resendablePrintId } = await pageOf(orderId);
    expect(resendablePrintId).toBeNull();
    const wish = { printOrderId: prints[0]?.id ?? 0, newCodes: false, reason };
    expectError(await sendAgain(orderId, wish), 409, 'print_not_shipped');
    expectError(await sendAgain(orderId, { ...wish, printOrderId: 999_999 }), 404, 'print_order_not_found');
    expectError(await sendAgain(orderId, { ...wish, confirmedQuoteId: 'q' }), 409, 'print_not_shipped');
    expectError(await sendAgain(orderId, { ...wish, reason: ' ' }), 400, 'invalid_input');
    expectError(await sendAgain(orderId, wish, admin.client), 403, 'super_admin_only');
  });
});
