/**
 * Print orders when the printer is down, rejects the order, or leaves the outcome unknown.
 *
 * @module-tag long
 */
import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { PrintOrder } from '#schema/printing/admin-printing.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { change, expectError, row } from '#tests/worker/support/client.ts';
import {
  atPrinter,
  placeTestOrder,
  printerControl,
  signal,
  testOrderPath,
  testOrder as wish,
} from '#tests/worker/support/printing/printing.ts';
import type { Env } from '#worker/env.ts';

let admin: TestAdmin;
let superAdmin: TestAdmin;
beforeAll(async () => {
  admin = await newAdmin('admin');
  superAdmin = await newAdmin('super_admin');
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await printerControl('faults', {}, 'DELETE');
});

const place = (body: object, by = superAdmin) => placeTestOrder(by, body);

describe('when the printer', () => {
  const draftsOf = (adminId: number) =>
    row<{ count: number }>('SELECT count(*) AS count FROM print_orders WHERE requested_by_admin_id = ?', adminId);

  test.each([
    ['is unreachable', { match: 'POST /orders/quote', drop: true }, /cannot be reached/],
    ['has an internal error', { match: 'POST /orders/quote', status: 500 }, /a server error \(status 500\)/],
    ['refuses', { match: 'POST /orders/quote', status: 402 }, /refused: This call fails on purpose/],
    ['returns malformed data', { match: 'POST /orders/quote', status: 200 }, /unexpected response/],
  ])('%s at the quote, the error is shown and nothing is stored', async (_, fault, words) => {
    const someone = await newAdmin('admin');
    await printerControl('faults', fault);
    expect(expectError(await place(wish, someone), 502, 'printer_failed').message).toMatch(words);
    expect(await draftsOf(someone.id)).toEqual({ count: 0 });
  });

  test('refuses the order, the draft shows why and can be confirmed again or discarded', async () => {
    await printerControl('faults', { match: 'POST /orders/add', status: 402 });
    const someone = await newAdmin('admin');
    expectError(await place(wish, someone), 502, 'printer_failed');
    const [draft] = (await someone.client.get<PrintOrder[]>('/api/admin/print-orders')).body;
    expect(draft).toMatchObject({ status: 'draft', isUnanswered: false, error: 'Cloudprinter refused: This call fails on purpose' });
    const { body } = await place({ ...wish, confirmedQuoteId: draft?.quote?.quoteId }, someone);
    expect(body.order).toMatchObject({ id: draft?.id, status: 'ordered', error: null });
  });

  /** Creates a draft order whose request to the printer got no response. */
  async function unansweredDraft(by: TestAdmin, fault: object = { dropAfter: true }, body: object = wish): Promise<PrintOrder> {
    await printerControl('faults', { match: 'POST /orders/add', ...fault });
    const answer = expectError(await place(body, by), 502, 'printer_unanswered');
    expect(answer.message).toMatch(/We don’t know whether the order was accepted\./);
    const [draft] = (await by.client.get<PrintOrder[]>('/api/admin/print-orders')).body;
    expect(draft).toMatchObject({ status: 'draft', isUnanswered: true, quote: null });
    return draft as PrintOrder;
  }
  const lost: [string, object][] = [
    ['takes the order and drops the connection before its response', { dropAfter: true }],
    ['drops the connection before it takes the order', { drop: true }],
    ['returns malformed data', { status: 200 }],
  ];

  test.each(lost)('%s, the draft can be retried, which orders it once', async (_, fault) => {
    const someone = await newAdmin('admin');
    const draft = await unansweredDraft(someone, fault);
    expectError(await someone.client.post(`/api/admin/print-orders/${draft.id}/cancel`), 409, 'print_not_draft');
    const retry = () => someone.client.post<PrintOrder>(`/api/admin/print-orders/${draft.id}/retry`);
    expect((await retry()).body).toMatchObject({ status: 'ordered', isUnanswered: false, error: null });
    expect((await retry()).body).toMatchObject({ status: 'ordered' });
    expect(await atPrinter(draft.reference)).toHaveLength(1);
  });

  test('did take an unanswered order, the retry asks first and orders nothing', async () => {
    const someone = await newAdmin('admin');
    const draft = await unansweredDraft(someone);
    // The printer already has the order, so the retry must not place it again. From here on, any further order request would fail.
    await printerControl('faults', { match: 'POST /orders/add', status: 500 });
    const retried = await someone.client.post<PrintOrder>(`/api/admin/print-orders/${draft.id}/retry`);
    expect(retried.body).toMatchObject({ status: 'ordered', error: null });
    expect(await atPrinter(draft.reference)).toHaveLength(1);
  });

  test.each([
    { drop: true },
    { status: 403 },
    { status: 200 },
  ])('does not say whether it has the order (%j), the retry orders nothing', async (fault) => {
    const someone = await newAdmin('admin');
    const draft = await unansweredDraft(someone, { drop: true });
    await change('UPDATE print_orders SET submitted_at = submitted_at - 61 WHERE id = ?', draft.id);
    await printerControl('faults', { match: 'POST /orders/info', ...fault });
    expectError(await someone.client.post(`/api/admin/print-orders/${draft.id}/retry`), 502, 'printer_unanswered');
    expect(await atPrinter(draft.reference)).toHaveLength(0);
    expectError(await someone.client.post(`/api/admin/print-orders/${draft.id}/cancel`), 409, 'print_not_draft');
  });

  test('refuses an order that it never had a minute later, the outcome is known and a new quote is possible', async () => {
    const someone = await newAdmin('admin');
    const draft = await unansweredDraft(someone, { drop: true });
    await change('UPDATE print_orders SET submitted_at = submitted_at - 61 WHERE id = ?', draft.id);
    await printerControl('quotes/expire', {});
    const answer = await someone.client.post(`/api/admin/print-orders/${draft.id}/retry`);
    expect(expectError(answer, 502, 'printer_failed').message).toMatch(/quote has expired/);
    expect((await someone.client.post(`/api/admin/print-orders/${draft.id}/cancel`)).body).toMatchObject({ status: 'cancelled' });
  });

  test('refuses the repeated reference, it may still be printing it, so the draft cannot be discarded', async () => {
    const someone = await newAdmin('admin');
    const draft = await unansweredDraft(someone, { drop: true });
    await printerControl('faults', { match: 'POST /orders/add', status: 409 });
    expectError(await someone.client.post(`/api/admin/print-orders/${draft.id}/retry`), 502, 'printer_unanswered');
    expectError(await someone.client.post(`/api/admin/print-orders/${draft.id}/cancel`), 409, 'print_not_draft');
    const retried = await someone.client.post<PrintOrder>(`/api/admin/print-orders/${draft.id}/retry`);
    expect(retried.body).toMatchObject({ status: 'ordered' });
  });

  test('has confirmed the order by signals, a lost response is not a failure', async () => {
    const real = globalThis.fetch;
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      if (!String(input).endsWith('/orders/add')) return real(input, init);
      await signal(JSON.parse(String(init?.body)).reference, 'CloudprinterOrderValidated', { order: '471100' });
      throw new TypeError('network');
    });
    const { status, body } = await place(wish, admin);
    expect(status).toBe(200);
    expect(body.order).toMatchObject({ status: 'validated', printerOrderId: '471100', error: null });
  });

  test('never answers, a super administrator may discard the order, and later signals do not revive it', async () => {
    const draft = await unansweredDraft(admin);
    const writeOff = `/api/admin/print-orders/${draft.id}/write-off`;
    expectError(await admin.client.post(writeOff), 403, 'super_admin_only');
    expect((await superAdmin.client.post<PrintOrder>(writeOff)).body).toMatchObject({ status: 'cancelled' });
    expectError(await superAdmin.client.post(writeOff), 409, 'print_not_awaiting_response');
    expectError(await superAdmin.client.post(`/api/admin/print-orders/${draft.id}/retry`), 409, 'print_not_awaiting_response');
    const audit = await row(
      `SELECT admin_id AS admin, before, after FROM audit_log WHERE action = 'print.write_off' AND entity_id = ?`,
      String(draft.id),
    );
    expect(audit).toEqual({ admin: superAdmin.id, before: '{"status":"draft","isUnanswered":true}', after: '{"status":"cancelled"}' });
    expect((await signal(draft.reference, 'ItemProduce', { order: '815' })).status).toBe(200);
    const listed = (await admin.client.get<PrintOrder[]>('/api/admin/print-orders')).body.find(({ id }) => id === draft.id);
    expect(listed).toMatchObject({ status: 'cancelled', printerOrderId: '815', error: expect.stringContaining('the printer accepted it') });
  });

  test('is still processing the request, nobody can retry or discard it for a minute', async () => {
    const draft = await unansweredDraft(superAdmin);
    const now = Math.floor(Date.now() / 1_000);
    await change('UPDATE print_orders SET error = NULL, submitted_at = ? WHERE id = ?', now, draft.id);
    expectError(await superAdmin.client.post(`/api/admin/print-orders/${draft.id}/retry`), 409, 'print_in_progress');
    expectError(await superAdmin.client.post(`/api/admin/print-orders/${draft.id}/write-off`), 409, 'print_not_awaiting_response');
    await change('UPDATE print_orders SET submitted_at = ? WHERE id = ?', now - 61, draft.id);
    expect((await superAdmin.client.post(`/api/admin/print-orders/${draft.id}/retry`)).body).toMatchObject({ status: 'ordered' });
  });

  test('is not configured, every call says so', async () => {
    const client = superAdmin.client.bearer(superAdmin.client.token ?? '');
    for (const name of [
      'CLOUDPRINTER_SANDBOX_KEY',
      'PRINT_TEST_ADDRESS_COUNTRY',
      'PRINT_TEST_ADDRESS_PHONE',
      'PRINT_TEST_ADDRESS_EMAIL',
    ] as const) {
      client.workerEnv = { ...env, [name]: undefined } as unknown as Env;
      expectError(await client.post(testOrderPath, wish), 503, 'printer_not_set_up');
    }
  });
});
