/** The Cloudprinter client, tested with responses from Cloudprinter's documentation and sandbox. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { cloudprinter } from '#worker/clients/cloudprinter.ts';

afterEach(() => vi.unstubAllGlobals());

const client = cloudprinter('key', 'https://printer.test');
const to = { country: 'NL', state: null };
const job = { product: 'card_flat', options: [], items: [{ reference: 'ref_id_1234567', count: 1 }], to };

function answering(body: unknown, status = 200) {
  const requests: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
    requests.push(JSON.parse(String(init?.body)));
    return new Response(JSON.stringify(body), { status });
  });
  return requests;
}

/** The price example in Cloudprinter's documentation, which is in euros. */
const published = {
  price: '4.5412',
  vat: '0.00',
  currency: 'EUR',
  expire_date: '2026-11-23T14:22:44+00:00',
  shipments: [
    {
      total_weight: '281',
      items: [{ reference: 'ref_id_1234567' }],
      quotes: [
        { quote: 'a'.repeat(64), service: 'Postal service, untracked', shipping_level: 'cp_saver', price: '4.2000', currency: 'EUR' },
        { quote: 'b'.repeat(64), service: 'Ground', shipping_level: 'cp_ground', price: '7.1000', currency: 'EUR' },
      ],
    },
  ],
};
const inDollars = JSON.parse(JSON.stringify(published).replaceAll('EUR', 'USD')) as typeof published;
/** A price response that includes tax, in the sandbox's format. */
const taxed = {
  subtotals: { currency: 'USD', items: '11.8333', fee: '0.0000', app_fee: '0.0000' },
  ...{ price: '11.8333', vat: '2.3667', vat_rate: 20, currency: 'USD', expire_date: '2026-11-28T21:00:00.000000Z' },
  shipments: [
    {
      total_weight: '627',
      items: [{ reference: 'ref_id_1234567' }],
      quotes: [{ quote: 'c', service: 'Limited', shipping_level: 'cp_limited', price: '5.6320', vat: '1.1264', currency: 'USD' }],
    },
  ],
  ...{ invoice_currency: 'EUR', invoice_exchange_rate: '1.0800', production_sla_days: 4 },
};

describe('the cost of a quote', () => {
  test('is the cards and their shipping: 8.74 in the published example, not 4.20', async () => {
    const requests = answering(inDollars);
    const services = await client.quote(job);
    expect(services.map(({ cost }) => cost.total)).toEqual([874, 1_164]);
    expect(services[0]?.cost).toEqual({ cards: 454, sending: 420, fees: 0, vat: 0, total: 874 });
    expect(requests).toEqual([
      {
        apikey: 'key',
        country: 'NL',
        currency: 'USD',
        items: [{ reference: 'ref_id_1234567', product: 'card_flat', count: '1', options: [] }],
      },
    ]);
  });

  test('includes the tax on cards and shipping', async () => {
    answering(taxed);
    const [service] = await client.quote(job);
    expect(service?.cost).toEqual({ cards: 1_184, sending: 563, fees: 0, vat: 349, total: 2_096 });
    expect(service?.expiresAt).toBe(Date.parse('2026-11-28T21:00:00Z') / 1_000);
  });

  test.each([
    ['excludes them', '10.0000'],
    ['includes them already', '10.7500'],
  ])('includes the fees once if the price %s', async (_, price) => {
    answering({ ...inDollars, price, subtotals: { currency: 'USD', items: '10.0000', fee: '0.5000', app_fee: '0.2500' } });
    expect((await client.quote(job))[0]?.cost).toEqual({ cards: 1_000, sending: 420, fees: 75, vat: 0, total: 1_495 });
  });

  test('covers each parcel, at the cheapest offer of the level', async () => {
    const [parcel] = inDollars.shipments;
    const other = { items: [{ reference: 'two' }], quotes: [{ ...parcel?.quotes[0], quote: 'd', price: '1.0000' }] };
    answering({ ...inDollars, shipments: [parcel, other] });
    const services = await client.quote(job);
    expect(services).toMatchObject([{ shippingLevel: 'cp_saver', quoteId: `${'a'.repeat(64)}+d`, cost: { sending: 520, total: 974 } }]);
    expect(services[0]?.parcels).toEqual([
      { quote: 'a'.repeat(64), items: ['ref_id_1234567'] },
      { quote: 'd', items: ['two'] },
    ]);
  });

  test.each([
    ['the whole answer', published],
    ['one offer', { ...inDollars, shipments: [{ quotes: [{ ...published.shipments[0]?.quotes[0] }] }] }],
  ])('is refused if %s is in another currency', async (_, answer) => {
    answering(answer);
    await expect(client.quote(job)).rejects.toThrow(/quoted in EUR instead of USD.* ask Cloudprinter to quote this account in US dollars/);
  });

  test.each(['-1', '1e3', '12,50', '', 'NaN', '99999999'])('is refused if it is %j', async (price) => {
    answering({ ...inDollars, price });
    await expect(client.quote(job)).rejects.toThrow(/unexpected response/);
  });
});

test('an order is returned with our reference', async () => {
  answering({ order: 'order-1234' }, 201);
  const address = { line1: 'Street1', line2: null, city: 'Amsterdam', zip: '1071 JA' };
  const recipient = { ...to, firstName: 'John', lastName: 'Doe', address, phone: '+31-655-538-848' };
  const file = () => ({ url: 'https://shop.test/a.pdf', md5sum: '0'.repeat(32) });
  const order = { ...job, reference: 'order-1234', email: 'a@b.test', to: recipient, getQuote: () => 'q', getFile: file };
  await expect(client.order(order)).resolves.toBeUndefined();
});

test.each([
  ['the text of an error', { error: { type: 'missing_parameter', info: 'state is missing' } }, /refused: state is missing/],
  ['its kind', { error: 'option_unknown: type_product_material' }, /refused: option_unknown/],
])('a refusal contains %s', async (_, answer, words) => {
  answering(answer, 400);
  await expect(client.quote(job)).rejects.toThrow(words);
});

describe('a printer’s product', () => {
  const options = [
    { type: 'type_product_material', reference: 'paper_250ecb', note: '250gsm', default: 1, availability: 'Global' },
    { type: 'type_product_material', reference: 'paper_300off', note: '300gsm', default: 0 },
    { type: 'type_sheet_product_finish', reference: 'product_finish_none', default: '1' },
  ];

  test('has options, one of each family as the default', async () => {
    const requests = answering({ reference: 'card_flat', options, specs: [{ note: 'Width', value: '105' }] });
    expect(await client.product('card_flat')).toEqual({
      reference: 'card_flat',
      minimumCount: 1,
      options: [
        { reference: 'paper_250ecb', family: 'type_product_material', isDefault: true },
        { reference: 'paper_300off', family: 'type_product_material', isDefault: false },
        { reference: 'product_finish_none', family: 'type_sheet_product_finish', isDefault: true },
      ],
    });
    expect(requests).toEqual([{ apikey: 'key', reference: 'card_flat' }]);
  });

  test.each([
    { minimum_count: 25 },
    { min_order_quantity: '25' },
    { specs: [{ reference: 'min_count', value: '25' }] },
    { specs: [{ reference: 'x', note: 'Minimum order quantity', value: 25 }] },
  ])('has the minimum quantity given as %j', async (minimum) => {
    answering({ options, ...minimum });
    expect(await client.product('card_flat')).toMatchObject({ minimumCount: 25 });
  });
});
