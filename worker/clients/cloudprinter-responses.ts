/** Parses responses from Cloudprinter CORE. Unknown fields are allowed. */
import * as v from 'valibot';
import { parseInstant } from '#worker/domain/instant.ts';
import { parseAmount, printCost, printCurrency } from '#worker/domain/printing/print-cost.ts';
import type { QuotedService } from '#worker/domain/printing/print-order.ts';
import type { PrintProduct } from '#worker/domain/printing/print-product.ts';
import { CardPrinterError } from './card-printer.ts';

export const printerName = 'Cloudprinter';

/** Cloudprinter sends amounts as strings with four decimals. Numbers are also accepted. */
const amount = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((value) => parseAmount(String(value))),
  v.number(),
);
const currency = v.pipe(v.string(), v.toUpperCase());
const code = v.pipe(v.string(), v.minLength(1));

export const QuoteResponse = v.object({
  /** Price of the cards only. Shipping is listed per shipment, with its own VAT. */
  price: amount,
  vat: v.optional(amount, '0'),
  currency,
  subtotals: v.optional(v.object({ items: amount, fee: v.optional(amount, '0'), app_fee: v.optional(amount, '0') })),
  expire_date: v.string(),
  shipments: v.pipe(
    v.array(
      v.object({
        items: v.optional(v.array(v.object({ reference: v.string() })), []),
        quotes: v.array(
          v.object({
            quote: code,
            service: v.optional(v.string()),
            shipping_level: v.string(),
            price: amount,
            vat: v.optional(amount, '0'),
            currency: v.optional(currency),
          }),
        ),
      }),
    ),
    v.minLength(1),
  ),
});
type QuoteResponse = v.InferOutput<typeof QuoteResponse>;

export const OrderResponse = v.object({ order: v.union([v.string(), v.number()]) });

export const KnownOrderResponse = v.object({ reference: v.union([v.string(), v.number()]) });

const numberOrText = v.union([v.string(), v.number(), v.boolean()]);
export const ProductResponse = v.looseObject({
  options: v.optional(
    v.array(v.object({ reference: code, type: v.optional(v.string(), ''), default: v.optional(v.nullable(numberOrText)) })),
    [],
  ),
  specs: v.optional(v.array(v.looseObject({ value: v.optional(v.nullable(numberOrText)) })), []),
});
type ProductResponse = v.InferOutput<typeof ProductResponse>;

/** Returns one shipping service per shipping level. If the quote has several parcels, a level must be available for all of them. */
export function listServices(response: QuoteResponse): QuotedService[] {
  const { shipments, expire_date } = response;
  const currencies = [response.currency, ...shipments.flatMap(({ quotes }) => quotes.map((quote) => quote.currency ?? response.currency))];
  const unexpectedCurrency = currencies.find((one) => one !== printCurrency);
  if (unexpectedCurrency !== undefined) throw new CardPrinterError(describeCurrencyError(unexpectedCurrency), true);
  const expiresAt = parseInstant(expire_date);
  if (expiresAt === undefined) throw createUnexpectedResponseError();
  const levels = new Set(shipments[0]?.quotes.map((quote) => quote.shipping_level));
  return [...levels]
    .flatMap((level): QuotedService[] => {
      const parcels = shipments.flatMap(({ items, quotes }) => {
        const [cheapest] = quotes.filter((quote) => quote.shipping_level === level).sort((a, b) => a.price + a.vat - b.price - b.vat);
        return cheapest ? [{ ...cheapest, items: items.map((item) => item.reference) }] : [];
      });
      const [first] = parcels;
      if (!first || parcels.length < shipments.length) return [];
      return [
        {
          quoteId: parcels.map(({ quote }) => quote).join('+'),
          service: first.service ?? level,
          shippingLevel: level,
          cost: computeCost(response, parcels),
          currency: printCurrency,
          expiresAt,
          parcels: parcels.map(({ quote, items }) => ({ quote, items })),
        },
      ];
    })
    .sort((a, b) => a.cost.total - b.cost.total);
}

function computeCost({ price, vat, subtotals }: QuoteResponse, parcels: { price: number; vat: number }[]) {
  return printCost({ price, vat, parcels, subtotals: subtotals && { items: subtotals.items, fees: subtotals.fee + subtotals.app_fee } });
}

export function toPrintProduct(reference: string, response: ProductResponse): PrintProduct {
  return {
    reference,
    minimumCount:
      readMinimum(response) ?? Math.max(1, ...response.specs.map((spec) => readMinimum({ [formatProductName(spec)]: spec.value }) ?? 1)),
    options: response.options.map(({ reference, type, default: isDefault }) => ({
      reference,
      family: type,
      isDefault: ['1', 'true'].includes(String(isDefault)),
    })),
  };
}

const minimumNamePattern = /^min(imum)?[ _-]?(order[ _-]?)?(count|quantity|copies)$/i;

/**
 * Returns the minimum order quantity from an undocumented field, or undefined if the field is missing. In that case, the printer itself
 * rejects quotes below its minimum.
 */
function readMinimum(product: Record<string, unknown>): number | undefined {
  const entry = Object.entries(product).find(([name, value]) => minimumNamePattern.test(name) && /^\d{1,6}$/.test(String(value)));
  return entry && Math.max(1, Number(entry[1]));
}

function formatProductName(spec: Record<string, unknown>): string {
  return [spec.reference, spec.note].map(String).find((name) => minimumNamePattern.test(name)) ?? '';
}

function describeCurrencyError(currency: string): string {
  return `${printerName} quoted in ${currency.slice(0, 3)} instead of ${printCurrency}, so no cost is shown. Please ask ${printerName} to quote this account in US dollars.`;
}

export function createUnexpectedResponseError(): CardPrinterError {
  return new CardPrinterError(`${printerName} sent an unexpected response. Please try again later.`, false);
}
