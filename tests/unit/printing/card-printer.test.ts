/** The fake card printer, called through the Worker's own client. */
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { serve } from '#scripts/fakes/card-printer/server.ts';
import type { AcceptedOrder } from '#scripts/fakes/card-printer/state.ts';
import type { RunningFake } from '#scripts/fakes/core/server.ts';
import type { CardPrinter, OrderToPrint } from '#worker/clients/card-printer.ts';
import { cloudprinter } from '#worker/clients/cloudprinter.ts';
import type { Destination } from '#worker/domain/printing/print-order.ts';

const keys = { production: 'live', sandbox: 'try', webhook: 'hook' };
const pdf = Buffer.from('%PDF-1.7 a card');
const md5sum = createHash('md5').update(pdf).digest('hex');
const product = 'card_flat_105x74_mm_double_sided_fc_tnr';
const to: Destination = {
  firstName: 'Fay',
  lastName: 'B. Finder',
  address: { line1: '1 Trail', line2: null, city: 'Boone', zip: '28607' },
  country: 'US',
  state: 'NC',
  phone: '+1 828 555 0100',
};

let printer: RunningFake;
let neighbor: Server;
let neighborUrl: string;
let receivedSignals: Record<string, string>[];
let answerStatus: number;
let client: CardPrinter;

/** Starts a server that serves the design file and receives the printer's webhooks. */
beforeEach(async () => {
  receivedSignals = [];
  answerStatus = 200;
  neighbor = createServer(async (request, response) => {
    if (request.url === '/card.pdf') return void response.end(pdf);
    if (request.url !== '/signals') return void response.writeHead(404).end();
    let body = '';
    for await (const chunk of request) body += chunk;
    receivedSignals.push(JSON.parse(body));
    response.writeHead(answerStatus).end();
  });
  await new Promise<void>((resolve) => neighbor.listen(0, '127.0.0.1', resolve));
  neighborUrl = `http://127.0.0.1:${(neighbor.address() as AddressInfo).port}`;
  printer = await serve({ port: 0, keys, webhookUrl: `${neighborUrl}/signals` });
  client = cloudprinter(keys.sandbox, printer.url);
});
afterEach(() => {
  printer.stop();
  neighbor.close();
});

const job = { product, options: ['paper_300mcs', 'product_finish_none'], items: [{ reference: 'one', count: 2 }], to };

async function toPrint(more: Partial<OrderToPrint> = {}): Promise<OrderToPrint> {
  const [service] = await client.quote(job);
  return {
    ...job,
    reference: 'cc-1',
    email: 'prints@example.test',
    to,
    getQuote: () => service?.parcels[0]?.quote ?? '',
    getFile: () => ({ url: `${neighborUrl}/card.pdf`, md5sum }),
    ...more,
  };
}

const listOrders = async () => (await (await fetch(`${printer.url}/fake/orders`)).json()) as AcceptedOrder[];
const control = (path: string, body: object) => fetch(`${printer.url}/fake/${path}`, { method: 'POST', body: JSON.stringify(body) });

test('the printer lists the options of a product, and its minimum quantity', async () => {
  const offeredProduct = await client.product(product);
  expect(offeredProduct).toMatchObject({ reference: product, minimumCount: 1 });
  expect(offeredProduct.options.filter(({ isDefault }) => isDefault)).toEqual([
    { reference: 'paper_300mcs', family: 'type_product_material', isDefault: true },
    { reference: 'product_finish_none', family: 'type_sheet_product_finish', isDefault: true },
  ]);
  expect(await client.product('businesscard_ds_int_bc_fc')).toMatchObject({ minimumCount: 50 });
});

test('the printer quotes each service, cheapest first: cards, shipping and fees', async () => {
  const services = await client.quote(job);
  expect(services.map(({ shippingLevel, cost, currency }) => [shippingLevel, cost.total, currency])).toEqual([
    ['cp_saver', 607, 'USD'],
    ['cp_ground', 1_007, 'USD'],
    ['cp_fast', 2_262, 'USD'],
  ]);
  expect(services[0]?.cost).toEqual({ cards: 77, sending: 495, fees: 35, vat: 0, total: 607 });
  expect(services[0]?.expiresAt).toBeGreaterThan(Date.now() / 1_000);
});

test('the printer adds VAT to cards and shipping where it applies', async () => {
  const [cheapest] = await client.quote({ ...job, to: { country: 'ES', state: null } });
  expect(cheapest?.cost).toEqual({ cards: 77, sending: 495, fees: 35, vat: 114, total: 721 });
});

test('the printer accepts an order once per reference, and can look it up', async () => {
  const order = await toPrint();
  expect(await client.hasOrder('cc-1')).toBe(false);
  const outcomes = await Promise.allSettled([client.order(order), client.order(order)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await listOrders()).toMatchObject([
    { reference: 'cc-1', environment: 'sandbox', items: [{ count: 2, options: job.options, md5sum }] },
  ]);
  expect(await client.hasOrder('cc-1')).toBe(true);
  expect(await cloudprinter(keys.production, printer.url).hasOrder('cc-1')).toBe(false);
  await expect(cloudprinter('no', printer.url).hasOrder('cc-1')).rejects.toMatchObject({ name: 'CardPrinterError', isRefusal: false });
});

describe('the printer refuses with a reason that reaches the caller:', () => {
  test.each<[string, () => Promise<unknown>, RegExp]>([
    ['a wrong key', () => cloudprinter('no', printer.url).quote(job), /Unknown API key/],
    ['an unknown product', () => client.quote({ ...job, product: 'poster' }), /Unknown product poster/],
    ['a product that it has not', () => client.product('poster'), /Unknown product poster/],
    ['a country in words', () => client.quote({ ...job, to: { country: 'America', state: null } }), /ISO 3166/],
    ['no state where one is needed', () => client.quote({ ...job, to: { country: 'CA', state: null } }), /state is missing/],
    ['a state in words', () => client.quote({ ...job, to: { country: 'US', state: 'North Carolina' } }), /two-letter code/],
    ['a paper that it has not', () => client.quote({ ...job, options: ['paper_made_of_gold'] }), /option_unknown: paper_made_of_gold/],
    ['no cards', () => client.quote({ ...job, items: [{ reference: 'one', count: 0 }] }), /count is invalid: at least 1/],
    ['too few cards', () => client.quote({ ...job, product: 'businesscard_ds_int_bc_fc', options: [] }), /count is invalid: at least 50/],
    ['no phone', async () => client.order(await toPrint({ to: { ...to, phone: '' } })), /phone is missing/],
    ['one name alone', async () => client.order(await toPrint({ to: { ...to, lastName: '' } })), /lastname is missing/],
    ['a quote for other options', async () => client.order(await toPrint({ options: [] })), /different order/],
    ['a quote for another state', async () => client.order(await toPrint({ to: { ...to, state: 'CA' } })), /different order/],
    [
      'a hash that is none',
      async () => client.order(await toPrint({ getFile: () => ({ url: neighborUrl, md5sum: 'x' }) })),
      /md5sum is not valid/,
    ],
    ['an unknown quote', async () => client.order(await toPrint({ getQuote: () => 'made-up' })), /Unknown quote/],
    ['the quote of the other key', async () => cloudprinter(keys.production, printer.url).order(await toPrint()), /Unknown quote/],
    ['a quote for less', async () => client.order(await toPrint({ items: [{ reference: 'one', count: 3 }] })), /different order/],
    [
      'a quote for another country',
      async () => client.order(await toPrint({ to: { ...to, country: 'ES', state: null } })),
      /different order/,
    ],
    [
      'a quote that has expired',
      async () => {
        const order = await toPrint();
        await control('quotes/expire', {});
        return client.order(order);
      },
      /has expired/,
    ],
    [
      'a file that is another',
      async () => client.order(await toPrint({ getFile: () => ({ url: `${neighborUrl}/card.pdf`, md5sum: '0'.repeat(32) }) })),
      /does not match its md5sum/,
    ],
    [
      'a file that is not there',
      async () => client.order(await toPrint({ getFile: () => ({ url: `${neighborUrl}/no`, md5sum }) })),
      /could not be downloaded/,
    ],
  ])('%s', async (_, call, words) => {
    await expect(call()).rejects.toThrow(words);
    await expect(call()).rejects.toMatchObject({ name: 'CardPrinterError', isRefusal: true });
    expect(await listOrders()).toEqual([]);
  });
});

test.each([
  [{ drop: true }, /cannot be reached/],
  [{ status: 503 }, /a server error/],
  [{ status: 201 }, /unexpected response/],
])('after a failure of %j the outcome of the order is unknown', async (fault, words) => {
  const order = await toPrint();
  await control('faults', { match: 'POST /orders/add', ...fault });
  await expect(client.order(order)).rejects.toThrow(words);
  await control('faults', { match: 'POST /orders/add', ...fault });
  await expect(client.order(order)).rejects.toMatchObject({ isRefusal: false });
});

describe('the printer’s signals', () => {
  async function orderCards(): Promise<void> {
    await client.order(await toPrint());
    await expect.poll(() => receivedSignals.length).toBe(1);
  }

  test('cover the order, then each item, and can be sent twice', async () => {
    await orderCards();
    expect(receivedSignals[0]).toMatchObject({ apikey: 'hook', type: 'CloudprinterOrderValidated', order_reference: 'cc-1' });
    await control('signals', { reference: 'cc-1', signals: [{ type: 'ItemShipped', tracking: '1Z' }], times: 2 });
    expect(receivedSignals.slice(1)).toMatchObject([
      { type: 'ItemShipped', item_reference: 'one', tracking: '1Z' },
      { type: 'ItemShipped', item_reference: 'one', tracking: '1Z' },
    ]);
    expect(Date.parse(receivedSignals[1]?.datetime ?? '')).not.toBeNaN();
  });

  test('are retried until they are accepted', async () => {
    await orderCards();
    answerStatus = 500;
    await control('signals', { reference: 'cc-1', signals: [{ type: 'ItemProduce' }] });
    answerStatus = 204;
    await expect.poll(() => receivedSignals.filter(({ type }) => type === 'ItemProduce').length, { timeout: 5_000 }).toBe(2);
  });

  test('can be selected on a page', async () => {
    await orderCards();
    const page = await (await fetch(printer.url)).text();
    expect(page).toContain('cc-1');
    expect(page).toContain('value="ItemShipped"');
    const pressed = await fetch(`${printer.url}/signals`, {
      method: 'POST',
      body: new URLSearchParams({ reference: 'cc-1', type: 'ItemShipped' }),
      redirect: 'manual',
    });
    expect(pressed.status).toBe(303);
    expect(receivedSignals.at(-1)).toMatchObject({ type: 'ItemShipped' });
  });
});

/** Requests and responses according to Cloudprinter's CORE 1.0 manual. */
describe('the fake’s interface matches CORE:', () => {
  const text = v.pipe(v.string(), v.nonEmpty());
  const amount = v.pipe(v.string(), v.regex(/^\d+\.\d{4}$/));
  const countText = v.pipe(v.string(), v.digits());
  const price = { price: amount, vat: amount, currency: v.literal('USD') };
  const file = v.strictObject({
    type: v.literal('product'),
    url: v.pipe(text, v.url()),
    md5sum: v.pipe(text, v.hexadecimal(), v.length(32)),
  });
  const Address = v.strictObject({
    ...{ type: v.literal('delivery'), firstname: text, lastname: text, street1: text, street2: v.optional(text), zip: text, city: text },
    ...{ state: v.optional(v.pipe(text, v.length(2))), country: v.pipe(text, v.length(2)), email: text, phone: text },
  });
  const option = v.strictObject({ type: text, count: countText });
  const item = { reference: text, product: text, count: countText, options: v.array(option) };
  const productRequest = { apikey: text, reference: text };
  const shapes = {
    '/products/info': {
      asked: v.strictObject(productRequest),
      answered: v.strictObject({
        ...{ name: text, note: text, reference: text, specs: v.array(v.strictObject({ reference: text, note: text, value: text })) },
        options: v.array(v.strictObject({ type: text, reference: text, note: text, default: v.picklist([0, 1]) })),
      }),
    },
    '/orders/info': {
      asked: v.strictObject(productRequest),
      answered: v.strictObject({ reference: text, state: countText, state_code: text, order_date: v.pipe(text, v.isoTimestamp()) }),
    },
    '/orders/quote': {
      asked: v.strictObject({
        ...{ apikey: text, country: v.pipe(text, v.length(2)), state: v.optional(v.pipe(text, v.length(2))), currency: v.literal('USD') },
        items: v.array(v.strictObject(item)),
      }),
      answered: v.strictObject({
        ...price,
        subtotals: v.strictObject({ currency: v.literal('USD'), items: amount, fee: amount, app_fee: amount }),
        ...{ vat_rate: v.number(), invoice_currency: text, invoice_exchange_rate: amount, production_sla_days: v.number() },
        expire_date: v.pipe(text, v.isoTimestamp()),
        shipments: v.array(
          v.strictObject({
            total_weight: countText,
            items: v.array(v.strictObject({ reference: text })),
            quotes: v.array(v.strictObject({ ...price, quote: text, service: text, shipping_level: text, shipping_option: text })),
          }),
        ),
      }),
    },
    '/orders/add': {
      asked: v.strictObject({
        ...{ apikey: text, reference: text, email: text, addresses: v.array(Address) },
        items: v.array(v.strictObject({ ...item, quote: text, files: v.array(file) })),
      }),
      // The printer's response identifies the order by our own reference, not by the printer's order number.
      answered: v.strictObject({ order: v.literal('cc-1') }),
    },
  };
  const Signal = v.strictObject({
    ...{ apikey: text, type: text, order: text, order_reference: text, datetime: v.pipe(text, v.isoTimestamp()) },
    ...{ item: v.optional(text), item_reference: v.optional(text), tracking: v.optional(text), shipping_option: v.optional(text) },
  });

  test('products, quotes, orders and signals', async () => {
    const realFetch = globalThis.fetch;
    const calls: { path: keyof typeof shapes; asked: unknown; answered: unknown }[] = [];
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      const answer = await realFetch(input, init);
      const { origin, pathname } = new URL(input);
      if (origin === printer.url && pathname in shapes) {
        calls.push({ path: pathname as keyof typeof shapes, asked: JSON.parse(String(init?.body)), answered: await answer.clone().json() });
      }
      return answer;
    });
    await client.product(product);
    await client.order(await toPrint());
    await client.hasOrder('cc-1');
    await control('signals', { reference: 'cc-1', signals: [{ type: 'ItemProduced' }, { type: 'ItemShipped' }] });
    vi.unstubAllGlobals();
    expect(calls.map(({ path }) => path)).toEqual(['/products/info', '/orders/quote', '/orders/add', '/orders/info']);
    for (const { path, asked, answered } of calls) {
      v.parse(shapes[path].asked, asked);
      v.parse(shapes[path].answered, answered);
    }
    await expect.poll(() => receivedSignals.length).toBe(3);
    for (const body of receivedSignals) v.parse(Signal, body);
  });
});
