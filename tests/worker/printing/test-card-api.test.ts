/** POST /api/admin/test-card-api: test orders with the fake printer. */
import { env } from 'cloudflare:workers';
import { createHash } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { PrintOrder, TestCardApiResponse } from '#schema/printing/admin-printing.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { advanceClock, Client, everyRow, expectError, row } from '#tests/worker/support/client.ts';
import {
  atPrinter,
  costOf,
  largeSize,
  placeTestOrder,
  printerControl,
  standardSize,
  testOrderPath,
  testOrder as wish,
} from '#tests/worker/support/printing/printing.ts';
import type { Env } from '#worker/env.ts';

const production = { ...wish, environment: 'production' };

let admin: TestAdmin;
let superAdmin: TestAdmin;
beforeAll(async () => {
  admin = await newAdmin('admin');
  superAdmin = await newAdmin('super_admin');
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await printerControl('faults', {}, 'DELETE');
});

const place = (body: object, by = superAdmin) => placeTestOrder(by, body);

async function requestQuote(body: object = production): Promise<string> {
  const answer = await place(body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(answer.body.order).toBeNull();
  return answer.body.quote.quoteId;
}

describe('a test order in the sandbox', () => {
  test('returns quote and order at once', async () => {
    const { status, body } = await place(wish, admin);
    expect(status).toBe(200);
    expect(body.quote).toMatchObject({ service: 'Postal service, untracked', price: costOf(3, 495), currency: 'USD' });
    expect(body.order).toMatchObject({
      environment: 'sandbox',
      cardSize: standardSize,
      numCards: 3,
      status: 'ordered',
      price: costOf(3, 495),
      // The printer's order number is still null because its response echoes only our reference. Its first webhook supplies the number.
      printerOrderId: null,
      orderId: null,
    });
    const [taken] = await atPrinter(body.order?.reference);
    expect(taken).toMatchObject({
      environment: 'sandbox',
      email: 'prints@example.test',
      address: { firstname: 'Test', lastname: 'Workshop', street1: '1 Compass Lane', country: 'US', state: 'NC', phone: '+1 828 555 0100' },
      items: [{ product: 'card_flat_105x74_mm_double_sided_fc_tnr', count: 3, options: ['paper_300mcs', 'product_finish_none'] }],
    });
  });

  test('uses one product per size, and the file behind the link has exactly the hash that was sent', async () => {
    for (const [cardSize, product] of [
      [standardSize, 'card_flat_105x74_mm_double_sided_fc_tnr'],
      [largeSize, 'card_flat_148x105_mm_double_sided_fc_tnr'],
    ] as const) {
      const { body } = await place({ ...wish, cardSize }, admin);
      const [item] = (await atPrinter(body.order?.reference))[0]?.items ?? [];
      expect(item?.product).toBe(product);
      const url = new URL(item?.url ?? '');
      advanceClock(3_600);
      const file = await new Client().fetch(url.pathname + url.search);
      expect(file.headers.get('Content-Type')).toBe('application/pdf');
      expect(
        createHash('md5')
          .update(new Uint8Array(await file.arrayBuffer()))
          .digest('hex'),
      ).toBe(item?.md5sum);
      vi.useRealTimers();
    }
  });

  test('is audited as quote and as order, and is listed', async () => {
    const { body } = await place(wish, admin);
    const audits = await row<{ actions: string }>(
      `SELECT group_concat(action ORDER BY id) AS actions FROM audit_log WHERE admin_id = ?1 AND entity_type = 'print_order' AND entity_id = ?2`,
      admin.id,
      String(body.order?.id),
    );
    expect(audits?.actions).toBe('print.quote,print.submit,print.order');
    const listed = await admin.client.get<PrintOrder[]>('/api/admin/print-orders');
    expect(listed.body[0]?.reference).toBe(body.order?.reference);
  });

  test('is a new order for each request', async () => {
    const [one, other] = await Promise.all([place(wish, admin), place(wish, admin)]);
    expect(one.body.order?.reference).not.toBe(other.body.order?.reference);
  });
});

describe('a test order in production', () => {
  test('is rejected for plain administrators, even as a quote', async () => {
    const before = await everyRow();
    expectError(await place(production, admin), 403, 'super_admin_only');
    expect(await everyRow()).toEqual(before);
  });

  test('first shows the cost and orders nothing; once confirmed, orders exactly that quote', async () => {
    const quoteId = await requestQuote();
    expect((await atPrinter()).some(({ environment, items }) => environment === 'production' && items[0]?.quote === quoteId)).toBe(false);
    const { body } = await place({ ...production, confirmedQuoteId: quoteId });
    expect(body.quote.quoteId).toBe(quoteId);
    expect(body.order).toMatchObject({ environment: 'production', status: 'ordered' });
    expect((await atPrinter(body.order?.reference))[0]).toMatchObject({ environment: 'production', items: [{ quote: quoteId, count: 3 }] });
  });

  test('is placed once if its quote is confirmed twice, sequentially or concurrently', async () => {
    const quoteId = await requestQuote();
    // Uses a client without the audit check because only one of the concurrent requests makes a change and writes an audit row.
    const unwatched = new Client().bearer(superAdmin.client.token ?? '');
    const confirm = () => unwatched.post<TestCardApiResponse>(testOrderPath, { ...production, confirmedQuoteId: quoteId });
    const atOnce = await Promise.all([confirm(), confirm(), confirm(), confirm()]);
    // While the first request waits for the printer, no other request contacts the printer.
    for (const answer of atOnce.filter(({ status }) => status !== 200)) expectError(answer, 409, 'print_in_progress');
    const answers = [...atOnce.filter(({ status }) => status === 200), await confirm()];
    expect(answers.length).toBeGreaterThan(1);
    expect(new Set(answers.map(({ body }) => body.order?.id)).size).toBe(1);
    expect(await atPrinter(answers[0]?.body.order?.reference)).toHaveLength(1);
    const audits = await row<{ actions: string }>(
      `SELECT group_concat(action ORDER BY id) AS actions FROM audit_log WHERE entity_type = 'print_order' AND entity_id = ?`,
      String(answers[0]?.body.order?.id),
    );
    expect(audits?.actions).toBe('print.quote,print.submit,print.order');
  });

  test('with an unconfirmed cost is not placed by a retry, which says what to confirm', async () => {
    const quoteId = await requestQuote();
    const draft = await row<{ id: number; reference: string }>('SELECT id, reference FROM print_orders WHERE quote_id = ?', quoteId);
    expectError(await superAdmin.client.post(`/api/admin/print-orders/${draft?.id}/retry`), 409, 'print_not_awaiting_response');
    expect(await atPrinter(draft?.reference)).toHaveLength(0);
    const listed = (await superAdmin.client.get<PrintOrder[]>('/api/admin/print-orders')).body.find(({ id }) => id === draft?.id);
    expect(listed?.quote).toMatchObject({ quoteId, service: 'Postal service, untracked', price: costOf(3, 495), currency: 'USD' });
    const { body } = await place({ ...production, confirmedQuoteId: quoteId });
    expect(body.order).toMatchObject({ status: 'ordered', quote: null });
  });

  test('is not placed with a quote for something else, an unknown one or an expired one', async () => {
    const quoteId = await requestQuote();
    for (const other of [{ numCards: 4 }, { cardSize: largeSize }, { environment: 'sandbox' }]) {
      expectError(await place({ ...production, ...other, confirmedQuoteId: quoteId }), 409, 'print_quote_differs');
    }
    expectError(await place({ ...production, confirmedQuoteId: 'nobody-gave-it' }), 404, 'print_quote_unknown');
    advanceClock(49 * 3_600);
    // Uses a new administrator because the first one's session has expired by now.
    const fresh = await newAdmin('super_admin');
    expectError(await place({ ...production, confirmedQuoteId: quoteId }, fresh), 409, 'print_quote_expired');
    expect((await atPrinter()).filter(({ items }) => items[0]?.quote === quoteId)).toHaveLength(0);
  });

  test('can be discarded as a draft, and is then not placed', async () => {
    const quoteId = await requestQuote();
    const draft = await row<{ id: number }>('SELECT id FROM print_orders WHERE quote_id = ?', quoteId);
    expectError(await admin.client.post(`/api/admin/print-orders/${draft?.id}/cancel`), 403, 'super_admin_only');
    expect((await superAdmin.client.post(`/api/admin/print-orders/${draft?.id}/cancel`)).body.status).toBe('cancelled');
    expectError(await superAdmin.client.post(`/api/admin/print-orders/${draft?.id}/cancel`), 409, 'print_not_draft');
    expectError(await place({ ...production, confirmedQuoteId: quoteId }), 404, 'print_quote_unknown');
  });
});

describe('invalid test order input', () => {
  test.each([
    [{ numCards: 0 }, 'numCards', 'Minimum 1 card'],
    [{ numCards: 101 }, 'numCards', 'Maximum 100 cards'],
    [{ numCards: 1.5 }, 'numCards', 'Please enter a whole number of cards'],
    [{ numCards: '3' }, 'numCards', 'Please enter a whole number of cards'],
    [{ cardSize: 'card_flat_1x1_mm' }, 'cardSize', 'Please choose a card size'],
    [{ environment: 'live' }, 'environment', 'Please choose sandbox or production'],
    [{ designUrl: 'http://example.com/a.pdf' }, 'designUrl', 'The design URL must begin with https://'],
    [{ designUrl: 'https://169.254.169.254/latest/meta-data' }, 'designUrl', 'The design must be on the public internet'],
    [{ price: 0 }, 'price', 'This field is not accepted here'],
  ])('%j is rejected without asking the printer', async (wrong, field, message) => {
    const fetchSpy = vi.fn();
    vi.stubGlobal('fetch', fetchSpy);
    const { fields } = expectError(await place({ ...wish, ...wrong }, admin), 400, 'invalid_input');
    expect(fields?.[field]).toBe(message);
    expect(fetchSpy).not.toHaveBeenCalled();
  });
});

describe('a printed product', () => {
  const withVariables = (variables: Partial<Record<keyof Env, string>>) => {
    const client = admin.client.bearer(admin.client.token ?? '');
    client.workerEnv = { ...env, ...variables } as unknown as Env;
    return { client };
  };

  test('has the configured paper and finish, at their price', async () => {
    const by = withVariables({ CLOUDPRINTER_OPTIONS_STANDARD: 'paper_350mcs, product_finish_matte' });
    const { body } = await placeTestOrder(by, wish);
    expect(body.quote.price).toBe(676);
    expect((await atPrinter(body.order?.reference))[0]?.items).toMatchObject([{ options: ['paper_350mcs', 'product_finish_matte'] }]);
  });

  test('with an unknown paper is rejected with the available ones', async () => {
    const answer = await placeTestOrder(withVariables({ CLOUDPRINTER_OPTIONS_STANDARD: 'papyrus' }), wish);
    expect(expectError(answer, 503, 'print_options_unknown').message).toMatch(
      /papyrus does not exist.*Available: paper_300mcs, paper_350mcs/,
    );
  });

  test('below the printer’s minimum per design is rejected before a quote', async () => {
    const by = withVariables({ CLOUDPRINTER_PRODUCT_LARGE: 'businesscard_ds_int_bc_fc' });
    const refused = await placeTestOrder(by, { ...wish, cardSize: largeSize, numCards: 49 });
    expect(expectError(refused, 400, 'print_too_few').message).toMatch(/is 50 of one design/);
    expect((await placeTestOrder(by, { ...wish, cardSize: largeSize, numCards: 50 })).body.order).toMatchObject({ status: 'ordered' });
  });

  test('unknown to the printer is rejected with its message', async () => {
    const answer = await placeTestOrder(withVariables({ CLOUDPRINTER_PRODUCT_STANDARD: 'poster' }), wish);
    expect(expectError(answer, 502, 'printer_failed').message).toMatch(/Unknown product poster/);
  });
});

describe('an external design', () => {
  const design = 'https://designs.example.com/card.pdf';
  const pdf = new TextEncoder().encode('%PDF-1.7 a card');

  /** Mocks the design server's response; requests to the printer are not affected. */
  function serveDesign(answer: () => Response) {
    const real = globalThis.fetch;
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => (String(input) === design ? answer() : real(input, init)));
  }

  test('is fetched, hashed and passed on unchanged', async () => {
    serveDesign(() => new Response(pdf));
    // Intercepts the order request because the fake printer cannot download the design.
    const real = globalThis.fetch;
    let sent: { items: { files: unknown }[] } | undefined;
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      if (!String(input).endsWith('/orders/add')) return real(input, init);
      sent = JSON.parse(String(init?.body));
      return Response.json({ order: JSON.parse(String(init?.body)).reference }, { status: 201 });
    });
    const { body } = await place({ ...wish, designUrl: design }, admin);
    expect(body.order).toMatchObject({ designUrl: design, status: 'ordered' });
    expect(sent?.items[0]?.files).toEqual([{ type: 'product', url: design, md5sum: createHash('md5').update(pdf).digest('hex') }]);
  });

  test.each<[string, () => Response, string]>([
    ['redirects', () => new Response(null, { status: 302, headers: { Location: 'https://10.0.0.1/' } }), 'redirects'],
    ['is not found', () => new Response('', { status: 404 }), 'returned 404'],
    ['is not a PDF', () => new Response('<html>'), 'must be a PDF'],
    ['is empty', () => new Response(''), 'must be a PDF'],
    ['declares itself too large', () => new Response(pdf, { headers: { 'Content-Length': '60000000' } }), 'at most 50 MB'],
    [
      'cannot be reached',
      () => {
        throw new TypeError('network');
      },
      'could not be downloaded',
    ],
  ])('that %s is rejected at its field, and nothing is stored', async (_, answer, words) => {
    serveDesign(answer);
    const before = await everyRow();
    const { fields } = expectError(await place({ ...wish, designUrl: design }, admin), 400, 'invalid_input');
    expect(fields?.designUrl).toContain(words);
    expect(await everyRow()).toEqual(before);
  });

  test('that never ends is aborted at 50 MB', async () => {
    const megabyte = new Uint8Array(1_048_576).fill(37);
    megabyte.set(pdf);
    let sent = 0;
    serveDesign(() => {
      const body = new ReadableStream({
        pull(controller) {
          sent += 1;
          controller.enqueue(megabyte);
        },
      });
      return new Response(body);
    });
    const { fields } = expectError(await place({ ...wish, designUrl: design }, admin), 400, 'invalid_input');
    expect(fields?.designUrl).toBe('The design can be at most 50 MB');
    expect(sent).toBeLessThan(60);
  });
});

describe('a print file', () => {
  test('does not open for an altered or expired link, or for a canceled order', async () => {
    const { body } = await place(wish, admin);
    const [item] = (await atPrinter(body.order?.reference))[0]?.items ?? [];
    const { pathname, search } = new URL(item?.url ?? '');
    const open = async (address: string) => new Client().get(address);
    expect((await open(pathname + search)).status).toBe(200);
    expectError(await open(pathname), 403, 'print_file_closed');
    expectError(await open(pathname.replace('TC-0000000', 'TC-0000001') + search), 403, 'print_file_closed');
    expectError(await open(`${pathname}${search.replace(/expires=\d+/, 'expires=99999999999')}`), 403, 'print_file_closed');
    advanceClock(7 * 86_400 + 1);
    expectError(await open(pathname + search), 403, 'print_file_closed');
  });
});
