import { createHash, randomBytes } from 'node:crypto';
import { fee, levels, products, rates, vatRate } from '#scripts/fakes/card-printer/catalog.ts';
import {
  catchFailure,
  type Item,
  Refusal,
  type RequestBody,
  readAddress,
  readCountry,
  readFile,
  readItems,
  readText,
  refuse,
} from '#scripts/fakes/card-printer/requests.ts';
import type { AcceptedOrder, Environment, IssuedQuote, Workshop } from '#scripts/fakes/card-printer/state.ts';
import { fakeNow } from '#scripts/fakes/core/clock.ts';
import { type FakeResponse, json } from '#scripts/fakes/core/responses.ts';

const quoteTtlMs = 48 * 3_600_000;
const fileTimeoutMs = 20_000;

export function info(workshop: Workshop, requestBody: RequestBody): Promise<FakeResponse> {
  return catchFailure(() => {
    requireEnvironment(workshop, requestBody);
    const reference = readText(requestBody, 'reference');
    const product = products[reference];
    if (!product) throw new Refusal(410, 'product_unknown', `Unknown product ${reference}`);
    return json(200, {
      name: product.name,
      note: product.name,
      reference,
      specs: [{ reference: 'min_count', note: 'Minimum count', value: String(product.minimumCount) }],
      options: product.options.map(({ isDefault, reference, type, note }) => ({ type, reference, note, default: isDefault ? 1 : 0 })),
    });
  });
}

export function quote(workshop: Workshop, requestBody: RequestBody, now = fakeNow()): Promise<FakeResponse> {
  return catchFailure(() => {
    const environment = requireEnvironment(workshop, requestBody);
    const { country, state } = readCountry(requestBody);
    const items = readItems(requestBody.items);
    const currency = requestBody.currency === undefined ? 'EUR' : readText(requestBody, 'currency');
    const rate = rates[currency];
    if (rate === undefined) throw refuse('currency_unknown', `currency ${currency} is not supported`);
    const convertCurrency = (amount: number) => Math.round(amount * rate);
    const price = convertCurrency(items.reduce((sum, item) => sum + item.count * computeUnitPrice(item), 0));
    const computeVat = (amount: number) => Math.round((amount * vatRate(country)) / 100);
    const expiresAt = new Date(now + quoteTtlMs).toISOString();
    const quotedLevels = levels.map((level) => ({ ...level, quote: randomBytes(32).toString('hex'), price: convertCurrency(level.price) }));
    const itemsByReference = Object.fromEntries(items.map(({ reference, ...item }) => [reference, item]));
    workshop.addQuotes(
      quotedLevels.map((level): IssuedQuote => {
        const subtotal = price + convertCurrency(fee) + level.price;
        const total = { currency, price: subtotal + computeVat(price) + computeVat(level.price) };
        return { quote: level.quote, environment, country, state, items: itemsByReference, service: level.service, ...total, expiresAt };
      }),
    );
    return json(200, {
      subtotals: { currency, items: formatAmount(price), fee: formatAmount(convertCurrency(fee)), app_fee: formatAmount(0) },
      price: formatAmount(price),
      vat: formatAmount(computeVat(price)),
      vat_rate: vatRate(country),
      currency,
      expire_date: expiresAt.replace('Z', '000Z'),
      shipments: [
        {
          total_weight: String(items.reduce((sum, { count }) => sum + count * 5, 0)),
          items: items.map(({ reference }) => ({ reference })),
          quotes: quotedLevels.map((level) => ({
            quote: level.quote,
            service: level.service,
            shipping_level: level.shipping_level,
            shipping_option: level.service,
            price: formatAmount(level.price),
            vat: formatAmount(computeVat(level.price)),
            currency,
          })),
        },
      ],
      invoice_currency: currency,
      invoice_exchange_rate: '1.0000',
      production_sla_days: 2,
    });
  });
}

export function add(workshop: Workshop, requestBody: RequestBody, now = fakeNow()): Promise<FakeResponse> {
  return catchFailure(async () => {
    const environment = requireEnvironment(workshop, requestBody);
    const reference = readText(requestBody, 'reference');
    const email = readText(requestBody, 'email');
    const address = readAddress(requestBody.addresses);
    const items = readItems(requestBody.items);
    refuseDuplicate(workshop, reference);
    const orderItems: AcceptedOrder['items'] = [];
    const quotes = new Set<IssuedQuote>();
    for (const [index, item] of items.entries()) {
      const raw = (requestBody.items as RequestBody[])[index] ?? {};
      const prefix = `item ${item.reference}: `;
      const acceptedQuote = requireQuote(workshop, environment, item, readText(raw, 'quote', prefix), address, now);
      quotes.add(acceptedQuote);
      const file = readFile(raw.files, prefix);
      await refuseWrongFile(file, prefix);
      orderItems.push({ ...item, quote: acceptedQuote.quote, ...file });
    }
    // Checks the reference again because a concurrent call may have used it during the download.
    refuseDuplicate(workshop, reference);
    const [first] = quotes;
    workshop.addOrder({
      order: `${Date.now()}${Math.floor(Math.random() * 900 + 100)}`,
      reference,
      environment,
      email,
      address,
      items: orderItems,
      price: [...quotes].reduce((sum, acceptedQuote) => sum + acceptedQuote.price, 0),
      currency: first?.currency ?? 'USD',
      takenAt: new Date(now).toISOString(),
      signals: [],
    });
    return json(201, { order: reference });
  });
}

export function orderInfo(workshop: Workshop, requestBody: RequestBody): Promise<FakeResponse> {
  return catchFailure(() => {
    const environment = requireEnvironment(workshop, requestBody);
    const reference = readText(requestBody, 'reference');
    const order = workshop.findOrder(reference);
    if (!order || order.environment !== environment) throw new Refusal(410, 'order_unknown', `Unknown order ${reference}`);
    return json(200, { reference, state: '1', state_code: 'order_state_new', order_date: order.takenAt });
  });
}

function requireEnvironment(workshop: Workshop, { apikey }: RequestBody): Environment {
  const environment = workshop.findEnvironment(apikey);
  if (!environment) throw new Refusal(403, 'authentication_failed', 'Unknown API key');
  return environment;
}

function computeUnitPrice({ product, options }: Item): number {
  const catalogueEntry = products[product];
  const extra = catalogueEntry?.options.filter(({ reference, isDefault }) => !isDefault && options.includes(reference)) ?? [];
  return (catalogueEntry?.price ?? 0) + extra.reduce((sum, { price }) => sum + price, 0);
}

function refuseDuplicate(workshop: Workshop, reference: string): void {
  if (workshop.findOrder(reference)) throw refuse('reference_exists', `The order reference ${reference} is already in use`);
}

function requireQuote(
  workshop: Workshop,
  environment: Environment,
  item: Item,
  name: string,
  address: Record<string, string>,
  now: number,
): IssuedQuote {
  const quote = workshop.findQuote(name);
  if (!quote || quote.environment !== environment) throw refuse('quote_unknown', `Unknown quote for item ${item.reference}`);
  if (Date.parse(quote.expiresAt) <= now) throw refuse('quote_expired', 'The quote has expired');
  const { reference, ...details } = item;
  const isSame = JSON.stringify(quote.items[reference]) === JSON.stringify(details);
  if (!isSame || quote.country !== address.country || quote.state !== (address.state ?? '')) {
    throw refuse('quote_mismatch', 'The quote is for a different order');
  }
  return quote;
}

/** Downloads the print file and compares its hash, as Cloudprinter does. Skips .test hosts, which do not exist. */
async function refuseWrongFile({ url, md5sum }: { url: string; md5sum: string }, prefix: string): Promise<void> {
  if (new URL(url).hostname.endsWith('.test')) return;
  const response = await fetch(url, { signal: AbortSignal.timeout(fileTimeoutMs) }).catch(() => undefined);
  const bytes = response?.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
  if (!bytes)
    throw refuse(
      'file_download_failed',
      `${prefix}the file could not be downloaded (${response ? `status ${response.status}` : 'no response'})`,
    );
  if (createHash('md5').update(bytes).digest('hex') !== md5sum)
    throw refuse('file_md5_mismatch', `${prefix}the file does not match its md5sum`);
  if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-') throw refuse('file_format_invalid', `${prefix}the file is not a PDF`);
}

const formatAmount = (amount: number) => (amount / 10_000).toFixed(4);
