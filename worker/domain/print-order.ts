/** Ordering cards at the printer: what may be ordered, and at which accepted cost. Product rules: Ownership claims, printing, mail and contact. */
import type { ShippingAddress } from '#schema/order.ts';
import type { CardSize, PrintEnvironment, PrintStatus } from '#schema/print.ts';
import { countryCode } from './country.ts';
import { err, ok, type Result } from './result.ts';
import type { Seconds } from './time.ts';

/** After that long nobody waits for the printer's answer any more, however it was asked. */
export const printAnswerWithinSeconds = 60;

/** One way to print and send an order, as the printer offers it. */
export interface QuotedService {
  /** Names the offer, all of its parcels together. */
  quoteId: string;
  service: string;
  shippingLevel: string;
  /** Hundredths of the currency, printing and sending together. */
  priceCents: number;
  currency: string;
  expiresAt: Seconds;
  /** The printer's own quote of each parcel, and which items it holds; no items means all. */
  parcels: { quote: string; items: string[] }[];
}

/** What is kept of a quote, until it is ordered and after. */
export interface KeptQuote {
  services: QuotedService[];
  /** Of a design that is not ours, as it was when its cost was asked. */
  designMd5: string | null;
}

/** What is to be printed, as it is asked for. */
export interface PrintWish {
  environment: PrintEnvironment;
  cardSize: CardSize;
  quantity: number;
  designUrl: string | null;
}

/** A print order that is not ordered yet. */
export interface PrintDraft extends PrintWish {
  status: PrintStatus;
  quoteId: string | null;
  quote: KeptQuote | null;
  /** Asked for already, with an answer that never came. */
  isUnanswered: boolean;
}

export type AcceptRefusal = 'print_quote_unknown' | 'print_quote_differs' | 'print_quote_expired';

/** The offer that is accepted. One that was asked for already stays what it was, expired or not: the printer knows. */
export function acceptQuote(
  draft: PrintDraft | undefined,
  wish: PrintWish,
  quoteId: string,
  now: Seconds,
): Result<QuotedService, AcceptRefusal> {
  const service = draft?.quote?.services.find((offered) => offered.quoteId === quoteId);
  if (!draft || !service) return err('print_quote_unknown');
  const isSame =
    draft.environment === wish.environment &&
    draft.cardSize === wish.cardSize &&
    draft.quantity === wish.quantity &&
    draft.designUrl === wish.designUrl &&
    // What was asked for by one quote is not ordered by another.
    (draft.quoteId === quoteId || (draft.status === 'draft' && !draft.isUnanswered));
  if (!isSame) return err('print_quote_differs');
  if (service.expiresAt <= now && draft.status === 'draft' && !draft.isUnanswered) return err('print_quote_expired');
  return ok(service);
}

/** The printer's quote that an item was accepted by. */
export function quoteOfItem({ parcels }: QuotedService, itemReference: string): string {
  return (parcels.find(({ items }) => items.includes(itemReference)) ?? parcels[0])?.quote ?? '';
}

/** A member's order, as far as printing it is concerned. */
export interface PrintableOrder {
  kind: 'membership' | 'cache_cards';
  status: 'open' | 'paid' | 'cancelled' | 'refunded' | 'disputed';
  delivery: 'ship' | 'self_print' | null;
  shippingAddress: ShippingAddress | null;
}

export type PrintRefusal =
  | 'order_not_printable'
  | 'order_not_paid'
  | 'order_not_shipped'
  | { reason: 'print_country_unknown'; country: string };

/** Where a member's order is to be sent. */
export function decidePrinting(order: PrintableOrder): Result<Destination, PrintRefusal> {
  if (order.kind !== 'cache_cards') return err('order_not_printable');
  if (order.status !== 'paid') return err('order_not_paid');
  if (order.delivery !== 'ship' || !order.shippingAddress) return err('order_not_shipped');
  return destination(order.shippingAddress);
}

export interface Destination {
  address: ShippingAddress;
  /** ISO 3166, two letters. */
  country: string;
}

export function destination(address: ShippingAddress): Result<Destination, { reason: 'print_country_unknown'; country: string }> {
  const country = countryCode(address.country);
  return country === undefined ? err({ reason: 'print_country_unknown', country: address.country }) : ok({ address, country });
}
