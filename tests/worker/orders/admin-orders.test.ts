import { createHash } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { AdminOrder, AdminOrderPage } from '#schema/orders/admin-orders.ts';
import type { SendToPrintResponse } from '#schema/printing/admin-printing.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { auditOf } from '#tests/worker/support/admin/audit-log.ts';
import { beforeWrite } from '#tests/worker/support/before-write.ts';
import { Client, change, expectError, row } from '#tests/worker/support/client.ts';
import { atPrinter, costOf, home, largeSize, paidOrder, printerControl, standardSize } from '#tests/worker/support/printing/printing.ts';

let admin: TestAdmin;
let superAdmin: TestAdmin;
beforeAll(async () => {
  admin = await newAdmin('admin');
  superAdmin = await newAdmin('super_admin');
});
afterEach(() => printerControl('faults', {}, 'DELETE'));

const wish = { cardSize: standardSize, environment: 'production' };
const send = (orderId: number, body: object = wish, client: Client = superAdmin.client) =>
  client.post<SendToPrintResponse>(`/api/admin/orders/${orderId}/print`, body);
const listOrders = async (query: string) => (await admin.client.get<AdminOrder[]>(`/api/admin/orders?${query}`)).body;

describe('the administrators’ order list', () => {
  test('filters by member, number, status, kind and waiting for print', async () => {
    const waiting = await paidOrder();
    const byHand = await paidOrder({ delivery: 'self_print' });
    const refunded = await paidOrder({ status: 'refunded' });
    const ids = async (query: string) => (await listOrders(query)).map(({ id }) => id);
    expect(await ids(`q=${encodeURIComponent(waiting.member.email)}`)).toEqual([waiting.orderId]);
    expect(await ids(`q=Order ${byHand.orderId}`)).toContain(byHand.orderId);
    expect(await ids('status=refunded')).toContain(refunded.orderId);
    expect(await ids('status=refunded')).not.toContain(waiting.orderId);
    expect(await ids('kind=membership')).toEqual([]);
    const toPrint = await ids('print=waiting');
    expect(toPrint).toContain(waiting.orderId);
    expect(toPrint).not.toContain(byHand.orderId);
    expect(toPrint).not.toContain(refunded.orderId);
  });

  test('shows an order as waiting for print only while the buyer has some of its cards', async () => {
    const { orderId, cardIds } = await paidOrder();
    const isWaiting = async () => {
      const isListed = (await listOrders('print=waiting')).some(({ id }) => id === orderId);
      const { body } = await admin.client.get<AdminOrderPage>(`/api/admin/orders/${orderId}`);
      expect(body.isToPrint).toBe(isListed);
      return isListed;
    };
    await change('UPDATE cache_cards SET user_id = ? WHERE card_id = ?', (await directMember()).id, cardIds[0] ?? '');
    expect(await isWaiting()).toBe(true);
    await change('UPDATE cache_cards SET user_id = NULL WHERE card_id = ?', cardIds[1] ?? '');
    expect(await isWaiting()).toBe(false);
    expectError(await send(orderId), 404, 'nothing_to_print');
  });

  test('shows each order and can be exported', async () => {
    const { orderId, member } = await paidOrder({ cards: 3 });
    const [order] = await listOrders('limit=1');
    expect(order).toMatchObject({
      id: orderId,
      member: { id: member.id, email: member.email },
      kind: 'cache_cards',
      description: '3 Cache Cards',
      amount: 300,
      status: 'paid',
      delivery: 'ship',
      printStatus: null,
      printCost: null,
    });
    const csv = await (await admin.client.fetch('/api/admin/orders/export.csv?print=waiting')).text();
    expect(csv).toContain(`${orderId},${member.email},${member.id},3 Cache Cards,3.00,0.00,paid,ship,,,`);
  });
});

describe('order details', () => {
  test('include payments, cards, address and print orders', async () => {
    const { orderId, member, cardIds } = await paidOrder();
    await change(
      `INSERT INTO payments (user_id, order_id, stripe_payment_intent_id, amount_cents, currency, refunded_cents, dispute_status, description, paid_at)
       VALUES (?, ?, ?, 200, 'usd', 0, 'open', '2 Cache Cards', 1)`,
      member.id,
      orderId,
      `pi_shown_${orderId}`,
    );
    const { body } = await admin.client.get<AdminOrderPage>(`/api/admin/orders/${orderId}`);
    expect(body).toMatchObject({ payments: [{ amount: 200, status: 'disputed' }], prints: [], isToPrint: true });
    expect(body.cards.map(({ cardId }) => cardId)).toEqual(cardIds);
    expect(body.shippingAddress).toMatchObject({ name: 'Mem B. Ber', line2: 'Hut 2' });
    expectError(await admin.client.get('/api/admin/orders/999999'), 404, 'order_not_found');
  });

  test('include a print sheet by a link that a browser opens', async () => {
    const { orderId, member } = await paidOrder();
    const path = `/api/admin/orders/${orderId}/print.pdf?reason=Print%20run`;
    const { body } = await superAdmin.client.post<{ url: string }>('/api/admin/download-links', { path });
    for (let time = 0; time < 2; time += 1) {
      const pdf = await new Client().fetch(body.url);
      expect(pdf.headers.get('Content-Type')).toBe('application/pdf');
      await pdf.arrayBuffer();
    }
    expect((await auditOf('order', orderId)).map(({ admin_id, action, user_id, after }) => ({ admin_id, action, user_id, after }))).toEqual(
      Array(2).fill({ admin_id: superAdmin.id, action: 'order.print_file', user_id: member.id, after: { cards: 2 } }),
    );
    const unpaid = await paidOrder({ status: 'open' });
    expectError(await superAdmin.client.get(`/api/admin/orders/${unpaid.orderId}/print.pdf?reason=Print%20run`), 404, 'nothing_to_print');
    expect(await auditOf('order', unpaid.orderId)).toEqual([]);
  });

  test('of several orders share one print sheet, audited for each', async () => {
    const [one, other, unpaid] = [
      await paidOrder(),
      await paidOrder({ delivery: 'self_print', cards: 3 }),
      await paidOrder({ status: 'open' }),
    ];
    const path = (ids: readonly (number | string)[]) => `/api/admin/orders/print.pdf?orders=${ids.join(',')}&reason=Print%20run`;
    const chosen = [one, other, unpaid].map(({ orderId }) => orderId);
    const { body } = await superAdmin.client.post<{ url: string }>('/api/admin/download-links', { path: path(chosen) });
    const pdf = await new Client().fetch(body.url);
    expect((await PDFDocument.load(await pdf.arrayBuffer())).getPageCount()).toBe(10);
    expect(await Promise.all(chosen.map(async (id) => (await auditOf('order', id)).map(({ after }) => after)))).toEqual([
      [{ cards: 2 }],
      [{ cards: 3 }],
      [],
    ]);
    await change('UPDATE orders SET quantity = 999 WHERE id = ?', one.orderId);
    expectError(await superAdmin.client.get(path(chosen)), 400, 'too_many_to_print');
    expectError(await superAdmin.client.get(path(['x'])), 400, 'invalid_input');
    expectError(await admin.client.get(path([other.orderId])), 403, 'super_admin_only');
    expect(await auditOf('order', other.orderId)).toHaveLength(1);
  });

  test('have no print sheet for an administrator who is not a super administrator', async () => {
    const { orderId } = await paidOrder();
    const path = `/api/admin/orders/${orderId}/print.pdf?reason=Print%20run`;
    expectError(await admin.client.get(path), 403, 'super_admin_only');
    expectError(await admin.client.post('/api/admin/download-links', { path }), 403, 'super_admin_only');
    expect(await auditOf('order', orderId)).toEqual([]);
  });
});

describe('ordering a print', () => {
  test('first shows the cost per service, then orders the chosen one with a file per card', async () => {
    const { orderId, cardIds } = await paidOrder({ cards: 3 });
    const { body } = await send(orderId);
    expect(body.order).toBeNull();
    expect(body.quotes.map(({ service, price }) => [service, price])).toEqual([
      ['Postal service, untracked', costOf(3, 495)],
      ['Ground, tracked', costOf(3, 895)],
      ['Express', costOf(3, 2_150)],
    ]);
    const chosen = body.quotes[1];
    const placed = await send(orderId, { ...wish, confirmedQuoteId: chosen?.quoteId });
    expect(placed.body.order).toMatchObject({ orderId, status: 'ordered', price: chosen?.price, numCards: 3 });
    const [taken] = await atPrinter(placed.body.order?.reference);
    expect(taken?.address).toMatchObject({
      firstname: 'Mem',
      lastname: 'B. Ber',
      street1: '1 Trail',
      street2: 'Hut 2',
      country: 'US',
      state: 'NC',
      phone: home.phone,
    });
    expect(taken?.items.map(({ reference, count, quote }) => [reference, count, quote])).toEqual(
      cardIds.map((cardId) => [cardId, 1, chosen?.quoteId]),
    );
    expect(new Set(taken?.items.map(({ md5sum }) => md5sum)).size).toBe(3);
    expect(
      await row(
        'SELECT count(DISTINCT print_order_id) AS prints, count(print_order_id) AS cards FROM cache_cards WHERE order_id = ?',
        orderId,
      ),
    ).toEqual({
      prints: 1,
      cards: 3,
    });
    expect((await listOrders('print=waiting')).map(({ id }) => id)).not.toContain(orderId);
  });

  test('happens once, even if requested repeatedly or concurrently', async () => {
    const { orderId } = await paidOrder();
    const { body } = await send(orderId);
    const confirmed = { ...wish, confirmedQuoteId: body.quotes[0]?.quoteId };
    const unwatched = new Client().bearer(superAdmin.client.token ?? '');
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(orderId, confirmed, unwatched)));
    const taken = answers.filter(({ status }) => status === 200);
    // While the first request waits for the printer, no other request contacts the printer.
    for (const answer of answers.filter(({ status }) => status !== 200)) expectError(answer, 409, 'print_in_progress');
    expect(new Set(taken.map(({ body }) => body.order?.reference)).size).toBe(1);
    expect(await atPrinter(taken[0]?.body.order?.reference)).toHaveLength(1);
    expect(await send(orderId, confirmed)).toMatchObject({ status: 200, body: { order: { reference: taken[0]?.body.order?.reference } } });
    const audits = await row(
      `SELECT group_concat(action ORDER BY id) AS actions, count(DISTINCT user_id) AS members FROM audit_log
       WHERE entity_type = 'print_order' AND entity_id = ?`,
      String(taken[0]?.body.order?.id),
    );
    expect(audits).toEqual({ actions: 'print.quote,print.submit,print.order', members: 1 });
    expectError(await send(orderId), 409, 'already_printing');
    expectError(await send(orderId, { ...confirmed, confirmedQuoteId: body.quotes[2]?.quoteId }), 409, 'print_quote_differs');
  });

  test('shares one draft between concurrent quotes, and a new quote voids the earlier one', async () => {
    const { orderId } = await paidOrder();
    const first = await send(orderId);
    const second = await send(orderId, { ...wish, cardSize: largeSize });
    expectError(await send(orderId, { ...wish, confirmedQuoteId: first.body.quotes[0]?.quoteId }), 404, 'print_quote_unknown');
    expect((await send(orderId, { ...wish, cardSize: largeSize, confirmedQuoteId: second.body.quotes[0]?.quoteId })).status).toBe(200);
    expect(await row('SELECT count(*) AS count FROM print_orders WHERE order_id = ?', orderId)).toEqual({ count: 1 });
  });

  test('is limited to the sandbox for plain administrators, which emails nothing to the member', async () => {
    const { orderId } = await paidOrder();
    expectError(await send(orderId, wish, admin.client), 403, 'super_admin_only');
    const sandbox = { ...wish, environment: 'sandbox' };
    const { body } = await send(orderId, sandbox, admin.client);
    const placed = await send(orderId, { ...sandbox, confirmedQuoteId: body.quotes[0]?.quoteId }, admin.client);
    expect(placed.body.order).toMatchObject({ environment: 'sandbox', status: 'ordered' });
    expect(await row('SELECT sent_to_print_at AS sent FROM orders WHERE id = ?', orderId)).toEqual({ sent: null });
    expect((await send(orderId)).status).toBe(200);
  });

  test.each([
    ['sandbox', false],
    ['production', true],
  ])('in the %s environment prints the cards’ codes: %s', async (environment, dependsOnCode) => {
    const { orderId, cardIds } = await paidOrder();
    const { body } = await send(orderId, { ...wish, environment });
    const placed = await send(orderId, { ...wish, environment, confirmedQuoteId: body.quotes[0]?.quoteId });
    const [item] = (await atPrinter(placed.body.order?.reference))[0]?.items ?? [];
    const { pathname, search } = new URL(item?.url ?? '');
    const download = async () => {
      const response = await new Client().fetch(pathname + search);
      expect(response.headers.get('Content-Type')).toBe('application/pdf');
      return createHash('md5')
        .update(new Uint8Array(await response.arrayBuffer()))
        .digest('hex');
    };
    expect(await download()).toBe(item?.md5sum);
    await change(`UPDATE cache_cards SET code = 'ZZZZZZZZ' WHERE card_id = ?`, cardIds[0] ?? '');
    expect((await download()) !== item?.md5sum).toBe(dependsOnCode);
  });

  test.each([
    [{ status: 'open' }, 'order_not_paid'],
    [{ status: 'refunded' }, 'order_not_paid'],
    [{ status: 'disputed' }, 'order_not_paid'],
    [{ delivery: 'self_print' as const }, 'order_not_shipped'],
    [{ address: { country: 'Middle Earth' } }, 'print_country_unknown'],
    [{ address: { state: 'Carolina' } }, 'print_state_unknown'],
    [{ address: { state: null, country: 'Canada' } }, 'print_state_unknown'],
    [{ address: { name: 'Mem' } }, 'print_name_incomplete'],
    [{ address: { phone: undefined } }, 'print_phone_missing'],
  ])('is rejected for an order with %j', async (options, reason) => {
    const { orderId } = await paidOrder(options);
    const answer = await send(orderId);
    expectError(answer, answer.status, reason);
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });

  test('costs more for other countries with their VAT, and needs no state there', async () => {
    const { orderId } = await paidOrder({ address: { country: 'Spain', state: null } });
    const { body } = await send(orderId);
    expect(body.quotes[0]).toMatchObject({ price: 721, parts: { cards: 77, sending: 495, fees: 35, vat: 114 } });
  });

  test('shows its cost next to the payment in the list', async () => {
    const { orderId, member } = await paidOrder();
    const query = `q=${encodeURIComponent(member.email)}`;
    const { body } = await send(orderId);
    expect((await listOrders(query))[0]).toMatchObject({ amount: 200, printStatus: 'draft', printCost: null });
    await send(orderId, { ...wish, confirmedQuoteId: body.quotes[0]?.quoteId });
    expect((await listOrders(query))[0]).toMatchObject({ amount: 200, printStatus: 'ordered', printCost: costOf(2, 495) });
    const csv = await (await admin.client.fetch(`/api/admin/orders/export.csv?${query}`)).text();
    expect(csv).toContain('2 Cache Cards,2.00,0.00,paid,ship,ordered,6.07,');
  });

  test('refused by the printer sends nothing, shows the reason in the draft, and orders once on the next try', async () => {
    const { orderId } = await paidOrder();
    const { body } = await send(orderId);
    const confirmed = { ...wish, confirmedQuoteId: body.quotes[0]?.quoteId };
    await printerControl('faults', { match: 'POST /orders/add', status: 400 });
    expectError(await send(orderId, confirmed), 502, 'printer_failed');
    const draftRow = 'SELECT status, submitted_at AS submitted, error, reference FROM print_orders WHERE order_id = ?';
    const draft = await row<{ reference: string }>(draftRow, orderId);
    expect(draft).toMatchObject({ status: 'draft', submitted: null, error: expect.stringContaining('on purpose') });
    expect(await row('SELECT sent_to_print_at AS sent FROM orders WHERE id = ?', orderId)).toEqual({ sent: null });
    expect((await send(orderId, confirmed)).body.order).toMatchObject({ status: 'ordered', error: null });
    expect(await atPrinter(draft?.reference)).toHaveLength(1);
  });

  test('is rejected if the order was refunded between quote and confirmation', async () => {
    const { orderId } = await paidOrder();
    const { body } = await send(orderId);
    await change(`UPDATE orders SET status = 'refunded' WHERE id = ?`, orderId);
    expectError(await send(orderId, { ...wish, confirmedQuoteId: body.quotes[0]?.quoteId }), 409, 'order_not_paid');
    const draft = await row<{ reference: string }>('SELECT reference FROM print_orders WHERE order_id = ?', orderId);
    expect(await atPrinter(draft?.reference)).toHaveLength(0);
  });

  test('without a response from the printer repeats exactly the same request', async () => {
    const { orderId } = await paidOrder();
    const { body } = await send(orderId);
    await printerControl('faults', { match: 'POST /orders/add', dropAfter: true });
    expectError(await send(orderId, { ...wish, confirmedQuoteId: body.quotes[0]?.quoteId }), 502, 'printer_unanswered');
    expectError(await send(orderId), 409, 'print_awaiting_response');
    const { body: page } = await superAdmin.client.get<AdminOrderPage>(`/api/admin/orders/${orderId}`);
    expect(page.prints[0]).toMatchObject({ isUnanswered: true, status: 'draft' });
    expect(page.isToPrint).toBe(false);
    expectError(await admin.client.post(`/api/admin/print-orders/${page.prints[0]?.id}/retry`), 403, 'super_admin_only');
    const retried = await superAdmin.client.post(`/api/admin/print-orders/${page.prints[0]?.id}/retry`);
    expect(retried.body).toMatchObject({ status: 'ordered', orderId });
    expect(await atPrinter(page.prints[0]?.reference)).toHaveLength(1);
  });

  test('without a response is stopped by a refund; a super administrator may discard it', async () => {
    const { orderId, member } = await paidOrder();
    const { body } = await send(orderId);
    await printerControl('faults', { match: 'POST /orders/add', drop: true });
    expectError(await send(orderId, { ...wish, confirmedQuoteId: body.quotes[0]?.quoteId }), 502, 'printer_unanswered');
    await change(`UPDATE orders SET status = 'refunded' WHERE id = ?`, orderId);
    const draft = await row<{ id: number; reference: string }>('SELECT id, reference FROM print_orders WHERE order_id = ?', orderId);
    expectError(await superAdmin.client.post(`/api/admin/print-orders/${draft?.id}/retry`), 409, 'order_not_paid');
    expect((await superAdmin.client.post(`/api/admin/print-orders/${draft?.id}/write-off`)).body).toMatchObject({ status: 'cancelled' });
    expect(await atPrinter(draft?.reference)).toHaveLength(0);
    const audit = await row(
      'SELECT user_id AS member FROM audit_log WHERE action = ? AND entity_id = ?',
      'print.write_off',
      String(draft?.id),
    );
    expect(audit).toEqual({ member: member.id });
  });
});

describe('correcting the delivery address', () => {
  const correct = (orderId: number, version: number, address: object = {}, by = admin) =>
    by.client.put<AdminOrderPage>(`/api/admin/orders/${orderId}/address`, { version, address: { ...home, ...address } });
  const pageOf = async (orderId: number) => (await admin.client.get<AdminOrderPage>(`/api/admin/orders/${orderId}`)).body;

  test('changes what is sent to the printer and is audited with old and new values', async () => {
    const { orderId, member } = await paidOrder({ address: { phone: undefined, state: 'Carolina' } });
    expectError(await send(orderId), 400, 'print_state_unknown');
    const { version, canChangeAddress } = await pageOf(orderId);
    expect(canChangeAddress).toBe(true);
    const { body } = await correct(orderId, version);
    expect(body).toMatchObject({ version: version + 1, shippingAddress: { ...home, state: 'NC' } });
    const audit = await row<{ member: number; before: string; after: string }>(
      `SELECT user_id AS member, before, after FROM audit_log WHERE action = 'order.address' AND entity_id = ?`,
      String(orderId),
    );
    expect(audit?.member).toBe(member.id);
    expect(
      await row(
        "SELECT count(*) AS n, max(payload) AS payload FROM outbox WHERE template = 'order_address_changed' AND user_id = ?",
        member.id,
      ),
    ).toEqual({
      n: 1,
      payload: JSON.stringify({
        firstName: 'Mem',
        order: String(orderId),
        address: 'Mem B. Ber, 1 Trail, Hut 2, Boone, NC, 28607, United States',
      }),
    });
    expect([JSON.parse(audit?.before ?? '').state, JSON.parse(audit?.after ?? '').state]).toEqual(['Carolina', 'NC']);
    expect((await send(orderId)).status).toBe(200);
  });

  test('is refused while the member would not learn of it, also after the same administrator, or a connected one, resumed their emails', async () => {
    const { orderId, member } = await paidOrder();
    const { version } = await pageOf(orderId);
    const bounce = (reason: string) =>
      change(
        `INSERT INTO bounced_addresses (email_key, reason, bounced_at) SELECT email_key, ?2, 1 FROM users WHERE id = ?1
           ON CONFLICT (email_key) DO UPDATE SET reason = ?2`,
        member.id,
        reason,
      );
    await bounce('bounced');
    expectError(await correct(orderId, version), 409, 'member_unreachable');
    const resumed = await admin.client.fetch(`/api/admin/users/${member.id}/bounce`, { method: 'DELETE' });
    expect(resumed.status).toBe(200);
    expectError(await correct(orderId, version), 409, 'member_unreachable');
    const audited = (by: number, entity: number) =>
      change(
        `INSERT INTO audit_log (admin_id, action, entity_type, entity_id, request_id, created_at) VALUES (?, 'admin.create', 'admin', ?, 'x', unixepoch())`,
        by,
        String(entity),
      );
    const [puppet, founder] = [await newAdmin(), await newAdmin()];
    await audited(admin.id, puppet.id);
    await audited(founder.id, admin.id);
    for (const connected of [puppet, founder]) expectError(await correct(orderId, version, {}, connected), 409, 'member_unreachable');
    expect((await correct(orderId, version, {}, superAdmin)).status).toBe(200);
    await bounce('complained');
    expect((await correct(orderId, version + 1, {}, superAdmin)).status).toBe(200);
  });

  test('is emailed to a leaving member, marks the codes and prints nothing while they leave', async () => {
    const { orderId, member } = await paidOrder();
    await change('UPDATE users SET deletion_requested_at = 1 WHERE id = ?', member.id);
    expect((await correct(orderId, (await pageOf(orderId)).version)).status).toBe(200);
    expect(await row("SELECT count(*) AS n FROM outbox WHERE template = 'order_address_changed' AND user_id = ?", member.id)).toEqual({
      n: 1,
    });
    expect(await row('SELECT count(*) AS n FROM cache_cards WHERE order_id = ? AND code_exposed_from IS NULL', orderId)).toEqual({ n: 0 });
    expectError(await send(orderId), 409, 'member_leaving');
    expectError(await superAdmin.client.get(`/api/admin/orders/${orderId}/print.pdf?reason=Print`), 404, 'nothing_to_print');
  });

  test('names each missing field', async () => {
    const { orderId } = await paidOrder();
    const answer = await correct(orderId, 1, { phone: '', state: 'Carolina', name: 'Mem' });
    expect(expectError(answer, 400, 'invalid_input').fields).toEqual({
      'address.name': 'Please enter a first and last name',
      'address.phone': 'Please enter a phone number for the carrier',
      'address.state': 'Please enter a state or province, such as North Carolina or NC',
    });
  });

  test('voids earlier quotes, which were for another address', async () => {
    const { orderId } = await paidOrder();
    const { body } = await send(orderId);
    const { version } = await pageOf(orderId);
    await correct(orderId, version, { state: 'California', city: 'Fresno', zip: '93650' });
    expectError(await send(orderId, { ...wish, confirmedQuoteId: body.quotes[0]?.quoteId }), 404, 'print_quote_unknown');
    const renewed = await send(orderId);
    const placed = await send(orderId, { ...wish, confirmedQuoteId: renewed.body.quotes[0]?.quoteId });
    expect((await atPrinter(placed.body.order?.reference))[0]?.address).toMatchObject({ state: 'CA', city: 'Fresno' });
  });

  test('prevents a print that was confirmed before the change', async () => {
    const { orderId } = await paidOrder();
    const { body } = await send(orderId);
    const { workerEnv } = superAdmin.client;
    const recovered = () => change('UPDATE orders SET shipping_address = NULL, version = version + 1 WHERE id = ?', orderId);
    superAdmin.client.workerEnv = beforeWrite(workerEnv, 'print_orders', recovered);
    const late = await send(orderId, { ...wish, confirmedQuoteId: body.quotes[0]?.quoteId });
    superAdmin.client.workerEnv = workerEnv;
    expectError(late, 409, 'changed_meanwhile');
    expect(await row('SELECT submitted_at FROM print_orders WHERE order_id = ?', orderId)).toEqual({ submitted_at: null });
  });

  test('succeeds for one of two concurrent edits, until the printer has the address', async () => {
    const { orderId, member } = await paidOrder();
    const { version } = await pageOf(orderId);
    const answers = await Promise.all(['Oslo', 'Bergen', 'Tromsø'].map((city) => correct(orderId, version, { city })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await row("SELECT count(*) AS n FROM outbox WHERE template = 'order_address_changed' AND user_id = ?", member.id)).toEqual({
      n: 1,
    });
    const { body } = await send(orderId);
    await send(orderId, { ...wish, confirmedQuoteId: body.quotes[0]?.quoteId });
    const ordered = await pageOf(orderId);
    expect(ordered.canChangeAddress).toBe(false);
    expectError(await correct(orderId, ordered.version), 409, 'order_address_fixed');
    for (const options of [{ status: 'open' }, { delivery: 'self_print' as const }]) {
      expectError(await correct((await paidOrder(options)).orderId, 1), 409, 'order_address_fixed');
    }
  });
});
