/** The printer of cards as the product knows it: what it costs, and ordering it. Product rules: Claims, printing, email and messages. */
import type { Destination, QuotedService } from '#worker/domain/printing/print-order.ts';
import type { PrintProduct } from '#worker/domain/printing/print-product.ts';

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
  /** The printer's codes of paper, finish and the like. */
  options: string[];
  items: ItemToPrint[];
  to: Pick<Destination, 'country' | 'state'>;
}

export interface OrderToPrint extends PrintJob {
  /** Ours. The printer's own number of the order comes with its signals. */
  reference: string;
  /** Whom the printer writes to. */
  email: string;
  to: Destination;
  /** Item's reference -> the quote that was accepted for it. */
  quoteOf: (itemReference: string) => string;
  fileOf: (itemReference: string) => FileToPrint;
}

export interface CardPrinter {
  /** What can be had of a product, by the printer's code of it. */
  product(code: string): Promise<PrintProduct>;
  /** Ways to print and send it, cheapest first; at least one. */
  quote(job: PrintJob): Promise<QuotedService[]>;
  /** Takes the order. Whether a second one of the same reference would be printed too is not known: ask `knows` before trying again. */
  order(order: OrderToPrint): Promise<void>;
  /** Whether it has an order of ours by that reference. */
  knows(reference: string): Promise<boolean>;
}

/** The printer could not be asked, refused, or answered what nobody understands. `message` is for administrators. */
export class CardPrinterError extends Error {
  override name = 'CardPrinterError';
  /** Whether it refused for certain: otherwise the order may have been taken all the same. */
  readonly isRefusal: boolean;
  /** Of HTTP, where it refused. */
  readonly status: number | undefined;

  constructor(message: string, isRefusal: boolean, { status, ...options }: ErrorOptions & { status?: number } = {}) {
    super(message, options);
    this.isRefusal = isRefusal;
    this.status = status;
  }
}
