/** The printer of cards as the product knows it: what it costs, and ordering it. Product rules: Ownership claims, printing, mail and contact. */
import type { ShippingAddress } from '#schema/order.ts';
import type { QuotedService } from '#worker/domain/print-order.ts';

/** What is to be printed: one item a design. */
export interface ItemToPrint {
  /** Ours, unique within the order. */
  reference: string;
  count: number;
}

export interface FileToPrint {
  /** Where the printer fetches the PDF. */
  url: string;
  /** Of the very bytes that it will fetch there, in hexadecimal. */
  md5sum: string;
}

export interface PrintJob {
  /** The printer's code of what it makes. */
  product: string;
  items: ItemToPrint[];
  /** ISO 3166, two letters. */
  country: string;
}

export interface OrderToPrint extends PrintJob {
  /** Repeating it orders nothing new. */
  reference: string;
  /** Whom the printer writes to. */
  email: string;
  address: ShippingAddress;
  /** Item's reference -> the quote that was accepted for it. */
  quoteOf: (itemReference: string) => string;
  fileOf: (itemReference: string) => FileToPrint;
}

export interface CardPrinter {
  /** Ways to print and send it, cheapest first; at least one. */
  quote(job: PrintJob): Promise<QuotedService[]>;
  /** The printer's name for the order. */
  order(order: OrderToPrint): Promise<string>;
}

/** The printer could not be asked, refused, or answered what nobody understands. `message` is for administrators. */
export class CardPrinterError extends Error {
  override name = 'CardPrinterError';
  /** Whether it refused for certain: otherwise the order may have been taken all the same. */
  readonly isRefusal: boolean;

  constructor(message: string, isRefusal: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isRefusal = isRefusal;
  }
}
