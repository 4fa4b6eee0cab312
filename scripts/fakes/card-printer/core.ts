/** The calls of CORE: what an order costs, and taking it. Shapes and refusals as there. */
import { createHash, randomBytes } from 'node:crypto';
import type { Environment, GivenQuote, TakenOrder, Workshop } from '#scripts/fakes/card-printer/state.ts';
import { type Answer, json } from '#scripts/fakes/core/answers.ts';
import { fakeNow } from '#scripts/fakes/core/clock.ts';

type Posted = Record<string, unknown>;
type Item = { reference: string; product: string; count: number };

const quoteHoldsMs = 48 * 3_600_000;
const fileWithinMs = 20_000;
/** Of the cards that it prints, by product: hundredths of a dollar for one. */
const products: Record<string, number> = {
  card_flat_105x74_mm_double_sided_fc_tnr: 38,
  card_flat_148x105_mm_double_sided_fc_tnr: 61,
};
const levels = [
  { shipping_level: 'cp_saver', service: 'Postal service, untracked', cents: 495 },
  { shipping_level: 'cp_ground', service: 'Ground, tracked', cents: 895 },
  { shipping_level: 'cp_fast', service: 'Express', cents: 2_150 },
];

const refusal = (status: number, info: string): Answer => json(status, { error: { type: 'invalid_request', info } });
const dollars = (cents: number) => (cents / 100).toFixed(4);

/** POST /orders/quote. */
export function quote(workshop: Workshop, posted: Posted, now = fakeNow()): Answer {
  const environment = workshop.environmentOf(posted.apikey);
  if (!environment) return refusal(401, 'Unknown API key');
  if (typeof posted.country !== 'string' || !/^[A-Z]{2}$/.test(posted.country)) return refusal(400, 'country must be an ISO 3166 code');
  const items = readItems(posted.items);
  if (typeof items === 'string') return refusal(400, items);
  const printing = items.reduce((sum, { product, count }) => sum + (products[product] ?? 0) * count, 0);
  const expiresAt = new Date(now + quoteHoldsMs).toISOString();
  const given = levels.map(({ service, cents }): GivenQuote => {
    const known = Object.fromEntries(items.map(({ reference, product, count }) => [reference, { product, count }]));
    const named = { quote: randomBytes(16).toString('hex'), environment, country: posted.country as string, items: known };
    return { ...named, service, price: printing + cents, expiresAt };
  });
  workshop.give(given);
  const [cheapest] = given;
  return json(200, {
    price: dollars(cheapest?.price ?? 0),
    vat: dollars(0),
    currency: 'USD',
    expire_date: expiresAt.replace(/\.\d+Z$/, '+00:00'),
    shipments: [
      {
        total_weight: String(items.reduce((sum, { count }) => sum + count * 5, 0)),
        items: items.map(({ reference }) => ({ reference })),
        quotes: given.map(({ quote, service, price }, index) => ({
          quote,
          service,
          shipping_level: levels[index]?.shipping_level,
          shipping_option: service,
          price: dollars(price),
          vat: dollars(0),
          currency: 'USD',
        })),
      },
    ],
  });
}

/** POST /orders/add. A reference that is known answers the order it had made. */
export async function add(workshop: Workshop, posted: Posted, now = fakeNow()): Promise<Answer> {
  const environment = workshop.environmentOf(posted.apikey);
  if (!environment) return refusal(401, 'Unknown API key');
  const { reference, email } = posted;
  if (typeof reference !== 'string' || reference === '') return refusal(400, 'reference is required');
  const known = () => workshop.orderBy(reference);
  if (known()) return taken(known());
  if (typeof email !== 'string' || !email.includes('@')) return refusal(400, 'email is required');
  const address = readAddress(posted.addresses);
  if (typeof address === 'string') return refusal(400, address);
  const items = readItems(posted.items);
  if (typeof items === 'string') return refusal(400, items);
  const ordered: TakenOrder['items'] = [];
  const quotes = new Set<GivenQuote>();
  for (const [index, item] of items.entries()) {
    const raw = (posted.items as Posted[])[index] ?? {};
    const accepted = acceptedQuote(workshop, environment, item, raw.quote, address.country, now);
    if (typeof accepted === 'string') return refusal(409, accepted);
    quotes.add(accepted);
    const file = readFile(raw.files);
    if (typeof file === 'string') return refusal(400, `Item ${item.reference}: ${file}`);
    const wrong = await wrongFile(file);
    if (wrong) return refusal(400, `Item ${item.reference}: ${wrong}`);
    ordered.push({ ...item, quote: accepted.quote, ...file });
  }
  // Two calls at once have both come so far: the first one's order is the order.
  if (known()) return taken(known());
  const price = [...quotes].reduce((sum, accepted) => sum + accepted.price, 0);
  const order = `${Date.now()}${Math.floor(Math.random() * 900 + 100)}`;
  workshop.take({
    order,
    reference,
    environment,
    email,
    address,
    items: ordered,
    price,
    takenAt: new Date(now).toISOString(),
    signals: [],
  });
  return taken(known());
}

function taken(order: TakenOrder | undefined): Answer {
  return json(201, { order: order?.order });
}

function acceptedQuote(workshop: Workshop, environment: Environment, item: Item, name: unknown, country: string | undefined, now: number) {
  const given = workshop.quoteBy(name);
  if (!given || given.environment !== environment) return `Unknown quote for item ${item.reference}`;
  if (Date.parse(given.expiresAt) <= now) return 'The quote has expired';
  const quoted = given.items[item.reference];
  if (!quoted || quoted.product !== item.product || quoted.count !== item.count || given.country !== country)
    return 'The quote was given for something else';
  return given;
}

function readItems(posted: unknown): Item[] | string {
  if (!Array.isArray(posted) || posted.length === 0) return 'items are required';
  const items: Item[] = [];
  for (const { reference, product, count } of posted as Posted[]) {
    if (typeof reference !== 'string' || reference === '') return 'Each item needs a reference';
    if (items.some((item) => item.reference === reference)) return `Two items are called ${reference}`;
    if (typeof product !== 'string' || !Object.hasOwn(products, product)) return `Unknown product ${String(product)}`;
    if (!Number.isInteger(Number(count)) || Number(count) < 1 || Number(count) > 10_000) return `Item ${reference}: count is not valid`;
    items.push({ reference, product, count: Number(count) });
  }
  return items;
}

function readAddress(posted: unknown): Record<string, string> | string {
  const address = (Array.isArray(posted) ? posted[0] : undefined) as Posted | undefined;
  if (!address) return 'addresses are required';
  const missing = ['firstname', 'street1', 'zip', 'city', 'country'].find(
    (name) => typeof address[name] !== 'string' || address[name] === '',
  );
  if (missing) return `The address needs ${missing}`;
  return Object.fromEntries(Object.entries(address).map(([name, value]) => [name, String(value)]));
}

function readFile(posted: unknown): { url: string; md5sum: string } | string {
  const file = (Array.isArray(posted) ? posted[0] : undefined) as Posted | undefined;
  if (!file || typeof file.url !== 'string' || !URL.canParse(file.url)) return 'a file with a url is required';
  if (typeof file.md5sum !== 'string' || !/^[0-9a-f]{32}$/.test(file.md5sum)) return 'md5sum is not valid';
  return { url: file.url, md5sum: file.md5sum };
}

/** Fetches what is to be printed and compares, as the real one does; what is under .test is on no network. */
async function wrongFile({ url, md5sum }: { url: string; md5sum: string }): Promise<string | undefined> {
  if (new URL(url).hostname.endsWith('.test')) return undefined;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(fileWithinMs) });
    if (!answer.ok) return `the file could not be downloaded (status ${answer.status})`;
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (createHash('md5').update(bytes).digest('hex') !== md5sum) return 'the file does not match its md5sum';
    return bytes.subarray(0, 5).toString('latin1') === '%PDF-' ? undefined : 'the file is no PDF';
  } catch {
    return 'the file could not be downloaded';
  }
}
