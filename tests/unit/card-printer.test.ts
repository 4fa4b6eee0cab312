/** The card printer's fake, through the client that the Worker uses. */
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { serve } from '#scripts/fakes/card-printer/server.ts';
import type { TakenOrder } from '#scripts/fakes/card-printer/state.ts';
import type { RunningFake } from '#scripts/fakes/core/server.ts';
import type { CardPrinter, OrderToPrint } from '#worker/clients/card-printer.ts';
import { cloudprinter } from '#worker/clients/cloudprinter.ts';

const keys = { production: 'live', sandbox: 'try', webhook: 'hook' };
const pdf = Buffer.from('%PDF-1.7 a card');
const md5sum = createHash('md5').update(pdf).digest('hex');
const product = 'card_flat_105x74_mm_double_sided_fc_tnr';
const address = { name: 'Fay B. Finder', line1: '1 Trail', line2: null, city: 'Boone', state: 'NC', zip: '28607', country: 'US' };

let printer: RunningFake;
let neighbour: Server;
let neighbourUrl: string;
let heard: Record<string, string>[];
let answerStatus: number;
let client: CardPrinter;

/** Serves the file, and hears the signals. */
beforeEach(async () => {
  heard = [];
  answerStatus = 200;
  neighbour = createServer(async (request, response) => {
    if (request.url === '/card.pdf') return void response.end(pdf);
    if (request.url !== '/signals') return void response.writeHead(404).end();
    let body = '';
    for await (const chunk of request) body += chunk;
    heard.push(JSON.parse(body));
    response.writeHead(answerStatus).end();
  });
  await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve));
  neighbourUrl = `http://127.0.0.1:${(neighbour.address() as AddressInfo).port}`;
  printer = await serve({ port: 0, keys, webhookUrl: `${neighbourUrl}/signals` });
  client = cloudprinter(keys.sandbox, printer.url);
});
afterEach(() => {
  printer.stop();
  neighbour.close();
});

const job = { product, items: [{ reference: 'one', count: 2 }], country: 'US' };

async function toPrint(more: Partial<OrderToPrint> = {}): Promise<OrderToPrint> {
  const [service] = await client.quote(job);
  return {
    ...job,
    reference: 'cc-1',
    email: 'prints@example.test',
    address,
    quoteOf: () => service?.parcels[0]?.quote ?? '',
    fileOf: () => ({ url: `${neighbourUrl}/card.pdf`, md5sum }),
    ...more,
  };
}

const taken = async () => (await (await fetch(`${printer.url}/fake/orders`)).json()) as TakenOrder[];
const control = (path: string, body: object) => fetch(`${printer.url}/fake/${path}`, { method: 'POST', body: JSON.stringify(body) });

test('quotes each service, cheapest first', async () => {
  const services = await client.quote(job);
  expect(services.map(({ shippingLevel, priceCents, currency }) => [shippingLevel, priceCents, currency])).toEqual([
    ['cp_saver', 571, 'USD'],
    ['cp_ground', 971, 'USD'],
    ['cp_fast', 2_226, 'USD'],
  ]);
  expect(services[0]?.expiresAt).toBeGreaterThan(Date.now() / 1_000);
});

test('takes an order, once for its reference, also when it is asked twice at once', async () => {
  const order = await toPrint();
  const [one, other] = await Promise.all([client.order(order), client.order(order)]);
  expect(other).toBe(one);
  expect(await client.order(order)).toBe(one);
  expect(await taken()).toMatchObject([{ order: one, reference: 'cc-1', environment: 'sandbox', items: [{ count: 2, md5sum }] }]);
});

describe('refuses in words that reach whoever asked:', () => {
  test.each<[string, () => Promise<unknown>, RegExp]>([
    ['a wrong key', () => cloudprinter('no', printer.url).quote(job), /Unknown API key/],
    ['an unknown product', () => client.quote({ ...job, product: 'poster' }), /Unknown product poster/],
    ['no country', () => client.quote({ ...job, country: 'America' }), /ISO 3166/],
    ['no cards', () => client.quote({ ...job, items: [{ reference: 'one', count: 0 }] }), /count is not valid/],
    ['an unknown quote', async () => client.order(await toPrint({ quoteOf: () => 'made-up' })), /Unknown quote/],
    ['the quote of the other key', async () => cloudprinter(keys.production, printer.url).order(await toPrint()), /Unknown quote/],
    ['a quote for less', async () => client.order(await toPrint({ items: [{ reference: 'one', count: 3 }] })), /something else/],
    ['a quote for another country', async () => client.order(await toPrint({ country: 'CA' })), /something else/],
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
      async () => client.order(await toPrint({ fileOf: () => ({ url: `${neighbourUrl}/card.pdf`, md5sum: '0'.repeat(32) }) })),
      /does not match its md5sum/,
    ],
    [
      'a file that is not there',
      async () => client.order(await toPrint({ fileOf: () => ({ url: `${neighbourUrl}/no`, md5sum }) })),
      /could not be downloaded/,
    ],
  ])('%s', async (_, call, words) => {
    await expect(call()).rejects.toThrow(words);
    await expect(call()).rejects.toMatchObject({ name: 'CardPrinterError', isRefusal: true });
    expect(await taken()).toEqual([]);
  });
});

test.each([
  [{ drop: true }, /cannot be reached/],
  [{ status: 503 }, /a problem of its own/],
  [{ status: 201 }, /do not understand/],
])('a failure as %j leaves open whether the order was taken', async (fault, words) => {
  const order = await toPrint();
  await control('faults', { match: 'POST /orders/add', ...fault });
  await expect(client.order(order)).rejects.toThrow(words);
  await control('faults', { match: 'POST /orders/add', ...fault });
  await expect(client.order(order)).rejects.toMatchObject({ isRefusal: false });
});

describe('signals', () => {
  async function ordered(): Promise<void> {
    await client.order(await toPrint());
    await expect.poll(() => heard.length).toBe(1);
  }

  test('tell of the order, then of each item, twice where that is wanted', async () => {
    await ordered();
    expect(heard[0]).toMatchObject({ apikey: 'hook', type: 'CloudprinterOrderValidated', order_reference: 'cc-1' });
    await control('signals', { reference: 'cc-1', signals: [{ type: 'ItemShipped', tracking: '1Z' }], times: 2 });
    expect(heard.slice(1)).toMatchObject([
      { type: 'ItemShipped', item_reference: 'one', tracking: '1Z' },
      { type: 'ItemShipped', item_reference: 'one', tracking: '1Z' },
    ]);
    expect(Date.parse(heard[1]?.datetime ?? '')).not.toBeNaN();
  });

  test('are sent again until they are taken', async () => {
    await ordered();
    answerStatus = 500;
    await control('signals', { reference: 'cc-1', signals: [{ type: 'ItemProduce' }] });
    answerStatus = 204;
    await expect.poll(() => heard.filter(({ type }) => type === 'ItemProduce').length, { timeout: 5_000 }).toBe(2);
  });

  test('can be chosen on a page', async () => {
    await ordered();
    const page = await (await fetch(printer.url)).text();
    expect(page).toContain('cc-1');
    expect(page).toContain('value="ItemShipped"');
    const pressed = await fetch(`${printer.url}/signals`, {
      method: 'POST',
      body: new URLSearchParams({ reference: 'cc-1', type: 'ItemShipped' }),
      redirect: 'manual',
    });
    expect(pressed.status).toBe(303);
    expect(heard.at(-1)).toMatchObject({ type: 'ItemShipped' });
  });
});

/** By Cloudprinter's manual of CORE 1.0: what is called, and what is answered. */
describe('the shapes on the wire are those of CORE:', () => {
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
    ...{ state: v.optional(text), country: v.pipe(text, v.length(2)), email: text },
  });
  const item = { reference: text, product: text, count: countText };
  const shapes = {
    '/orders/quote': {
      asked: v.strictObject({
        ...{ apikey: text, country: v.pipe(text, v.length(2)) },
        items: v.array(v.strictObject({ ...item, options: v.array(v.unknown()) })),
      }),
      answered: v.strictObject({
        ...price,
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
      answered: v.strictObject({ order: text }),
    },
  };
  const Signal = v.strictObject({
    ...{ apikey: text, type: text, order: text, order_reference: text, datetime: v.pipe(text, v.isoTimestamp()) },
    ...{ item: v.optional(text), item_reference: v.optional(text), tracking: v.optional(text), shipping_option: v.optional(text) },
  });

  test('quotes, orders and signals', async () => {
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
    await client.order(await toPrint());
    await control('signals', { reference: 'cc-1', signals: [{ type: 'ItemProduced' }, { type: 'ItemShipped' }] });
    vi.unstubAllGlobals();
    expect(calls.map(({ path }) => path)).toEqual(['/orders/quote', '/orders/add']);
    for (const { path, asked, answered } of calls) {
      v.parse(shapes[path].asked, asked);
      v.parse(shapes[path].answered, answered);
    }
    await expect.poll(() => heard.length).toBe(3);
    for (const body of heard) v.parse(Signal, body);
  });
});
