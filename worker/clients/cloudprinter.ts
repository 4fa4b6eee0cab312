/** Cloudprinter CORE, by its HTTP interface; in development the local fake by another base address. */
import * as v from 'valibot';
import { parseInstant } from '#worker/domain/instant.ts';
import type { QuotedService } from '#worker/domain/print-order.ts';
import { type CardPrinter, CardPrinterError, type OrderToPrint } from './card-printer.ts';

/** How the service is called in messages. */
export const printerName = 'Cloudprinter';

const quoteTimeoutMs = 15_000;
/** Longer: they may look at each file before they answer. */
const orderTimeoutMs = 30_000;

const amount = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(Number),
  v.check((value) => Number.isFinite(value) && value >= 0 && value < 1_000_000),
);
const QuoteAnswer = v.object({
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
  expire_date: v.string(),
  shipments: v.pipe(
    v.array(
      v.object({
        items: v.optional(v.array(v.object({ reference: v.string() })), []),
        quotes: v.array(
          v.object({
            quote: v.pipe(v.string(), v.minLength(1)),
            service: v.optional(v.string()),
            shipping_level: v.string(),
            price: amount,
          }),
        ),
      }),
    ),
    v.minLength(1),
  ),
});
type QuoteAnswer = v.InferOutput<typeof QuoteAnswer>;
const OrderAnswer = v.object({ order: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.minLength(1)) });

export function cloudprinter(apiKey: string, base: string): CardPrinter {
  return {
    async quote({ product, items, country }) {
      const body = { country, items: items.map(({ reference, count }) => ({ reference, product, count: String(count), options: [] })) };
      const services = servicesOf(await ask(base, '/orders/quote', { apikey: apiKey, ...body }, QuoteAnswer, quoteTimeoutMs));
      if (services.length === 0) throw new CardPrinterError(`${printerName} offers no way to send this order.`, true);
      return services;
    },

    async order(order) {
      return (await ask(base, '/orders/add', { apikey: apiKey, ...orderBody(order) }, OrderAnswer, orderTimeoutMs)).order;
    },
  };
}

function orderBody({ reference, email, address, country, product, items, quoteOf, fileOf }: OrderToPrint) {
  const [firstname, ...others] = address.name.split(' ');
  return {
    reference,
    email,
    addresses: [
      {
        type: 'delivery',
        firstname,
        lastname: others.join(' '),
        street1: address.line1,
        ...(address.line2 !== null && { street2: address.line2 }),
        zip: address.zip,
        city: address.city,
        ...(address.state !== null && { state: address.state }),
        country,
        email,
      },
    ],
    items: items.map((item) => ({
      reference: item.reference,
      product,
      count: String(item.count),
      quote: quoteOf(item.reference),
      files: [{ type: 'product', ...fileOf(item.reference) }],
    })),
  };
}

/** One a shipping level; where an order goes in several parcels, only levels that all of them can have. */
function servicesOf({ shipments, currency, expire_date }: QuoteAnswer): QuotedService[] {
  const expiresAt = parseInstant(expire_date);
  if (expiresAt === undefined) throw garbled();
  const [first] = shipments;
  const levels = [...new Set(first?.quotes.map((quote) => quote.shipping_level))];
  return levels
    .flatMap((level): QuotedService[] => {
      const chosen = shipments.map(({ items, quotes }) => ({
        quote: quotes.filter((quote) => quote.shipping_level === level).sort((a, b) => a.price - b.price)[0],
        items: items.map((item) => item.reference),
      }));
      if (chosen.some(({ quote }) => quote === undefined)) return [];
      return [
        {
          quoteId: chosen.map(({ quote }) => quote?.quote).join('+'),
          service: chosen[0]?.quote?.service ?? level,
          shippingLevel: level,
          priceCents: Math.round(chosen.reduce((sum, { quote }) => sum + (quote?.price ?? 0) * 100, 0)),
          currency: currency.toUpperCase(),
          expiresAt,
          parcels: chosen.map(({ quote, items }) => ({ quote: quote?.quote ?? '', items })),
        },
      ];
    })
    .sort((a, b) => a.priceCents - b.priceCents);
}

async function ask<Schema extends v.GenericSchema>(
  base: string,
  path: string,
  body: object,
  schema: Schema,
  timeoutMs: number,
): Promise<v.InferOutput<Schema>> {
  const { status, text } = await send(`${base}${path}`, body, timeoutMs);
  const answer = parseJson(text);
  if (status >= 400 && status < 500) throw new CardPrinterError(`${printerName} refused: ${reasonIn(answer) ?? `status ${status}`}`, true);
  if (status !== 200 && status !== 201) {
    throw new CardPrinterError(`${printerName} has a problem of its own (status ${status}). Please try again later.`, false);
  }
  const result = v.safeParse(schema, answer);
  if (!result.success) throw garbled();
  return result.output;
}

/** The timeout covers the body too: an answer that never ends is no answer. */
async function send(url: string, body: object, timeoutMs: number): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: answer.status, text: await answer.text() };
  } catch (cause) {
    const isLate = cause instanceof Error && cause.name === 'TimeoutError';
    const what = isLate ? `did not answer within ${timeoutMs / 1_000} seconds` : 'cannot be reached right now';
    throw new CardPrinterError(`${printerName} ${what}. Please try again.`, false, { cause });
  }
}

function garbled(): CardPrinterError {
  return new CardPrinterError(`${printerName} answered something that we do not understand. Please try again later.`, false);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Their words on why, whichever of their shapes an error has: `{error}`, `{error: {info}}`, `{message}`, `{errors: […]}`. */
function reasonIn(answer: unknown, depth = 0): string | undefined {
  if (typeof answer === 'string') return answer.trim().slice(0, 300) || undefined;
  if (typeof answer !== 'object' || answer === null || depth > 3) return undefined;
  if (Array.isArray(answer)) {
    const reasons = answer.map((entry) => reasonIn(entry, depth + 1)).filter((reason) => reason !== undefined);
    return reasons.length > 0 ? reasons.slice(0, 5).join('; ') : undefined;
  }
  const named = answer as Record<string, unknown>;
  for (const name of ['info', 'message', 'error', 'errors', 'description']) {
    const reason = reasonIn(named[name], depth + 1);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
