/** Ordering cards at the printer: what may be ordered, and at which accepted cost. Product rules: Claims, printing, email and messages. */
import { countryCode } from '#schema/country.ts';
import { isPhoneNumber, nameParts, stateOnParcel } from '#schema/orders/delivery.ts';
import type { ShippingAddress } from '#schema/orders/shipping-address.ts';
import type { CardSize, PrintEnvironment, PrintStatus } from '#schema/printing/print.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';
import type { PrintCost } from './print-cost.ts';

/** After that long nobody waits for the printer's answer any more, however it was asked. */
export const printAnswerWithinSeconds = 60;

/** One way to print and send an order, as the printer offers it. */
export interface QuotedService {
  /** Names the offer, all of its parcels together. */
  quoteId: string;
  service: string;
  shippingLevel: string;
  cost: PrintCost;
  currency: string;
  expiresAt: Seconds;
  /** The printer's own quote of each parcel, and which items it holds; no items means all. */
  parcels: { quote: string; items: string[] }[];
}

/** The stored part of a quote. */
export interface StoredQuote {
  services: QuotedService[];
  /** What it was asked for, to be ordered alike: the printer's codes of product and options, and where it goes. */
  product: string;
  options: string[];
  country: string;
  state: string | null;
  /** Of a design that is not ours, as it was when its cost was asked. */
  designMd5: string | null;
}

/** What to print. */
export interface PrintChoices {
  environment: PrintEnvironment;
  cardSize: CardSize;
  quantity: number;
  designUrl: string | null;
}

/** A quoted print order, not ordered yet. */
export interface PrintDraft extends PrintChoices {
  status: PrintStatus;
  quoteId: string | null;
  quote: StoredQuote | null;
  /** Asked for already, with an answer that never came. */
  isUnanswered: boolean;
}

export type AcceptRefusal = 'print_quote_unknown' | 'print_quote_differs' | 'print_quote_expired';

export interface AcceptedQuote {
  quote: StoredQuote;
  service: QuotedService;
}

/** The offer that is accepted. One that was asked for already stays what it was, expired or not: the printer knows. */
export function acceptQuote(
  draft: PrintDraft | undefined,
  choices: PrintChoices,
  { country, state }: Pick<Destination, 'country' | 'state'>,
  quoteId: string,
  now: Seconds,
): Result<AcceptedQuote, AcceptRefusal> {
  const quote = draft?.quote;
  const service = quote?.services.find((offered) => offered.quoteId === quoteId);
  if (!draft || !quote || !service) return err('print_quote_unknown');
  const isSame =
    ((quote.country === country && quote.state === state) || draft.status !== 'draft' || draft.isUnanswered) &&
    draft.environment === choices.environment &&
    draft.cardSize === choices.cardSize &&
    draft.quantity === choices.quantity &&
    draft.designUrl === choices.designUrl &&
    // What was asked for by one quote is not ordered by another.
    (draft.quoteId === quoteId || (draft.status === 'draft' && !draft.isUnanswered));
  if (!isSame) return err('print_quote_differs');
  if (service.expiresAt <= now && draft.status === 'draft' && !draft.isUnanswered) return err('print_quote_expired');
  return ok({ quote, service });
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

export type PrintRefusal = 'order_not_printable' | 'order_not_paid' | 'order_not_shipped' | AddressRefusal;

/** Where a member's order is to be sent. */
export function decidePrinting(order: PrintableOrder): Result<Destination, PrintRefusal> {
  if (order.kind !== 'cache_cards') return err('order_not_printable');
  if (order.status !== 'paid') return err('order_not_paid');
  if (order.delivery !== 'ship' || !order.shippingAddress) return err('order_not_shipped');
  return destination(order.shippingAddress);
}

/** Whom and where a parcel goes to, with all that the printer asks for. */
export interface Destination {
  firstName: string;
  lastName: string;
  address: Pick<ShippingAddress, 'line1' | 'line2' | 'city' | 'zip'>;
  /** ISO 3166, two letters. */
  country: string;
  /** Two letters where the country needs one. */
  state: string | null;
  phone: string;
}

export type AddressRefusal = 'print_country_unknown' | 'print_state_unknown' | 'print_name_incomplete' | 'print_phone_missing';

export function destination({ name, line1, line2, city, zip, ...fields }: ShippingAddress): Result<Destination, AddressRefusal> {
  const country = countryCode(fields.country);
  if (country === undefined) return err('print_country_unknown');
  const state = stateOnParcel(fields.country, fields.state);
  if (state === undefined) return err('print_state_unknown');
  const { first, last } = nameParts(name);
  if (last === '') return err('print_name_incomplete');
  // Older addresses have no phone.
  const { phone = null } = fields;
  if (phone === null || !isPhoneNumber(phone)) return err('print_phone_missing');
  return ok({ firstName: first, lastName: last, address: { line1, line2, city, zip }, country, state, phone });
}
