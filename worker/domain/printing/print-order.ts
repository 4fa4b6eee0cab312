/** See "Claims, printing, email and messages" in docs/product-rules.md. */
import { countryCode } from '#schema/country.ts';
import { getParcelState, isPhoneNumber, splitName } from '#schema/orders/delivery.ts';
import type { ShippingAddress } from '#schema/orders/shipping-address.ts';
import type { CardSize, PrintEnvironment, PrintStatus } from '#schema/printing/print.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';
import type { PrintCost } from './print-cost.ts';

export const printResponseTimeoutSeconds = 60;

export interface QuotedService {
  quoteId: string;
  service: string;
  shippingLevel: string;
  cost: PrintCost;
  currency: string;
  expiresAt: Seconds;
  /** The printer's quote for each parcel, and the items in the parcel. If `items` is empty, the parcel contains all items. */
  parcels: { quote: string; items: string[] }[];
}

export interface StoredQuote {
  services: QuotedService[];
  /** The quoted product and options (as the printer's codes) and the destination. */
  product: string;
  options: string[];
  country: string;
  state: string | null;
  designMd5: string | null;
}

export interface PrintChoices {
  environment: PrintEnvironment;
  cardSize: CardSize;
  quantity: number;
  designUrl: string | null;
}

export interface PrintDraft extends PrintChoices {
  status: PrintStatus;
  quoteId: string | null;
  quote: StoredQuote | null;
  isUnanswered: boolean;
}

export type AcceptRefusal = 'print_quote_unknown' | 'print_quote_differs' | 'print_quote_expired';

export interface AcceptedQuote {
  quote: StoredQuote;
  service: QuotedService;
}

/** Accepts an expired quote if the order was already submitted with it; the printer then decides whether to honor it. */
export function acceptQuote(
  draft: PrintDraft | undefined,
  choices: PrintChoices,
  { country, state }: Pick<Destination, 'country' | 'state'>,
  quoteId: string,
  now: Seconds,
): Result<AcceptedQuote, AcceptRefusal> {
  const quote = draft?.quote;
  const service = quote?.services.find((candidate) => candidate.quoteId === quoteId);
  if (!draft || !quote || !service) return err('print_quote_unknown');
  const isSame =
    ((quote.country === country && quote.state === state) || draft.status !== 'draft' || draft.isUnanswered) &&
    draft.environment === choices.environment &&
    draft.cardSize === choices.cardSize &&
    draft.quantity === choices.quantity &&
    draft.designUrl === choices.designUrl &&
    // An order that was submitted with one quote cannot be resubmitted with a different one.
    (draft.quoteId === quoteId || (draft.status === 'draft' && !draft.isUnanswered));
  if (!isSame) return err('print_quote_differs');
  if (service.expiresAt <= now && draft.status === 'draft' && !draft.isUnanswered) return err('print_quote_expired');
  return ok({ quote, service });
}

export function getItemQuote({ parcels }: QuotedService, itemReference: string): string {
  return (parcels.find(({ items }) => items.includes(itemReference)) ?? parcels[0])?.quote ?? '';
}

export interface PrintableOrder {
  kind: 'membership' | 'cache_cards';
  status: 'open' | 'paid' | 'cancelled' | 'refunded' | 'disputed';
  delivery: 'ship' | 'self_print' | null;
  shippingAddress: ShippingAddress | null;
  isLeaving: boolean;
}

export type PrintRefusal = 'member_leaving' | 'order_not_printable' | 'order_not_paid' | 'order_not_shipped' | AddressRefusal;

export function decidePrinting(order: PrintableOrder): Result<Destination, PrintRefusal> {
  if (order.kind !== 'cache_cards') return err('order_not_printable');
  if (order.status !== 'paid') return err('order_not_paid');
  if (order.delivery !== 'ship' || !order.shippingAddress) return err('order_not_shipped');
  if (order.isLeaving) return err('member_leaving');
  return destination(order.shippingAddress);
}

export interface Destination {
  firstName: string;
  lastName: string;
  address: Pick<ShippingAddress, 'line1' | 'line2' | 'city' | 'zip'>;
  /** ISO 3166-1 alpha-2 country code. */
  country: string;
  /** Two-letter state or province code; null if the country does not require one. */
  state: string | null;
  phone: string;
}

export type AddressRefusal = 'print_country_unknown' | 'print_state_unknown' | 'print_name_incomplete' | 'print_phone_missing';

export function destination({ name, line1, line2, city, zip, ...fields }: ShippingAddress): Result<Destination, AddressRefusal> {
  const country = countryCode(fields.country);
  if (country === undefined) return err('print_country_unknown');
  const state = getParcelState(fields.country, fields.state);
  if (state === undefined) return err('print_state_unknown');
  const { first, last } = splitName(name);
  if (last === '') return err('print_name_incomplete');
  // Addresses saved by earlier versions may lack a phone number.
  const { phone = null } = fields;
  if (phone === null || !isPhoneNumber(phone)) return err('print_phone_missing');
  return ok({ firstName: first, lastName: last, address: { line1, line2, city, zip }, country, state, phone });
}
