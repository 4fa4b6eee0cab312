/** Prices and places print orders for several orders. Each order keeps its own print order because statuses, codes and refunds are per order. */
import type { BulkResponse } from '#schema/admin/bulk.ts';
import { countryCode } from '#schema/country.ts';
import type { AdminOrder, AdminOrderPage } from '#schema/orders/admin-orders.ts';
import type { PrintOrder, PrintQuote } from '#schema/printing/admin-printing.ts';
import { type CardSize, cardSizes } from '#schema/printing/print.ts';
import { getNetPaid } from '#web/features/orders/admin/order-labels.ts';
import { readOrder, requestPrint, requestSendAgain } from '#web/features/orders/admin/orders-api.ts';
import { ApiError } from '#web/lib/api-error.ts';

export type PrintChoices = { kind: 'first'; cardSize: CardSize } | { kind: 'again'; reason: string; newCodes: boolean };

export interface QuotedOrder {
  order: AdminOrderPage;
  cardSize: CardSize;
  /** The cheapest quote. */
  quote: PrintQuote;
}

/** Maximum number of orders sent to the printer at the same time. */
export const printChunkOrders = 4;

export function isToPrint({ kind, status, delivery, printStatus }: AdminOrder): boolean {
  return kind === 'cache_cards' && status === 'paid' && delivery === 'ship' && (printStatus === null || printStatus === 'draft');
}

/** Whether the order's cards were shipped, so that they can be sent again if the parcel was lost. */
export function isShipped({ status, delivery, printStatus }: AdminOrder): boolean {
  return status === 'paid' && delivery === 'ship' && printStatus === 'shipped';
}

/** Requests a quote. The printer receives nothing yet. */
export async function quoteOrder(orderId: number, choices: PrintChoices): Promise<QuotedOrder> {
  const order = await readOrder(orderId);
  const {
    quotes: [quote],
  } = await requestOrder(order, choices);
  if (!quote) throw new Error('The printer offered no shipping service');
  const cardSize = choices.kind === 'first' ? choices.cardSize : findResendable(order)?.cardSize;
  return { order, quote, cardSize: cardSize ?? cardSizes[0] };
}

/** Places the order with its quote. A repeated call never prints the cards twice. */
export async function placeQuotedOrder({ order, quote }: QuotedOrder, choices: PrintChoices): Promise<void> {
  await requestOrder(order, choices, quote.quoteId);
}

function requestOrder({ id, resendablePrintId }: AdminOrderPage, choices: PrintChoices, confirmedQuoteId?: string) {
  const confirmation = confirmedQuoteId === undefined ? {} : { confirmedQuoteId };
  if (choices.kind === 'first') return requestPrint(id, { cardSize: choices.cardSize, environment: 'production', ...confirmation });
  const { reason, newCodes } = choices;
  // The server rejects 0, which no print order has, and explains why.
  return requestSendAgain(id, { printOrderId: resendablePrintId ?? 0, newCodes, reason, ...confirmation });
}

/**
 * Runs the work for all orders at the same time. Errors from the server reject only their order. Throws if there was no response, once the
 * work for all orders has ended.
 */
export async function forEachOrder<Order extends { id: number }>(
  orders: readonly Order[],
  work: (order: Order) => Promise<unknown>,
): Promise<BulkResponse> {
  const outcomes = await Promise.allSettled(orders.map(work));
  const results = orders.map(({ id }, index) => {
    const outcome = outcomes[index];
    if (outcome?.status !== 'rejected') return { id, isDone: true, reason: null };
    if (!(outcome.reason instanceof ApiError)) throw outcome.reason;
    return { id, isDone: false, reason: outcome.reason.body?.message ?? 'The server failed.' };
  });
  return { results };
}

export interface CostLine {
  key: string;
  /** ISO code of the country, or the text of an unknown one. */
  country: string;
  cardSize: CardSize;
  orders: QuotedOrder[];
  cards: number;
  cents: number;
  /** What the members paid, less refunds and the cost of earlier prints. */
  paidCents: number;
}

/** Sums up quotes by country and card size, the most expensive first. */
export function groupByCountry(quotedOrders: readonly QuotedOrder[]): CostLine[] {
  return groupOrders(quotedOrders, (quotedOrder) => `${getCountry(quotedOrder)} ${quotedOrder.cardSize}`);
}

/** Sums up quotes by member and address, the most expensive first. */
export function groupByAddress(quotedOrders: readonly QuotedOrder[]): CostLine[] {
  return groupOrders(quotedOrders, ({ order: { member, shippingAddress } }) => JSON.stringify([member.id, shippingAddress]));
}

function groupOrders(quotedOrders: readonly QuotedOrder[], getKey: (quotedOrder: QuotedOrder) => string): CostLine[] {
  const lines = new Map<string, CostLine>();
  for (const quotedOrder of quotedOrders) {
    const { order, quote, cardSize } = quotedOrder;
    const key = getKey(quotedOrder);
    const line = lines.get(key) ?? { key, country: getCountry(quotedOrder), cardSize, orders: [], cards: 0, cents: 0, paidCents: 0 };
    line.orders.push(quotedOrder);
    line.cards += order.cards.length;
    line.cents += quote.price;
    line.paidCents += getNetPaid(order) - (order.printCost ?? 0);
    lines.set(key, line);
  }
  return [...lines.values()].sort((one, other) => other.cents - one.cents);
}

function getCountry({ order: { shippingAddress } }: QuotedOrder): string {
  const country = shippingAddress?.country ?? '';
  return countryCode(country) ?? country;
}

function findResendable({ prints, resendablePrintId }: AdminOrderPage): PrintOrder | undefined {
  return prints.find(({ id }) => id === resendablePrintId);
}
