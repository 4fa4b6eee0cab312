/** Product rules: Claims, printing, email and messages. */
import type { Destination, QuotedService } from '#worker/domain/printing/print-order.ts';
import type { PrintProduct } from '#worker/domain/printing/print-product.ts';

export interface ItemToPrint {
  reference: string;
  count: number;
}

export interface FileToPrint {
  url: string;
  /** Hexadecimal hash of the exact bytes at `url`. */
  md5sum: string;
}

export interface PrintJob {
  product: string;
  /** The printer's codes for paper, finish and so on. */
  options: string[];
  items: ItemToPrint[];
  to: Pick<Destination, 'country' | 'state'>;
}

export interface OrderToPrint extends PrintJob {
  /** Our reference; the printer's own number arrives with its signals. */
  reference: string;
  email: string;
  to: Destination;
  /** Item reference to its accepted quote. */
  getQuote: (itemReference: string) => string;
  getFile: (itemReference: string) => FileToPrint;
}

export interface CardPrinter {
  product(code: string): Promise<PrintProduct>;
  /** Print and shipping options, cheapest first; at least one. */
  quote(job: PrintJob): Promise<QuotedService[]>;
  /** Not idempotent: an order repeated with the same reference may be printed twice, so ask `knows` before retrying. */
  order(order: OrderToPrint): Promise<void>;
  hasOrder(reference: string): Promise<boolean>;
}

/** Unreachable, refused, or an unexpected response. `message` is for administrators. */
export class CardPrinterError extends Error {
  override name = 'CardPrinterError';
  /** True if the printer definitely refused; otherwise the order may have been placed. */
  readonly isRefusal: boolean;
  /** HTTP status of a refusal. */
  readonly status: number | undefined;

  constructor(message: string, isRefusal: boolean, { status, ...options }: ErrorOptions & { status?: number } = {}) {
    super(message, options);
    this.isRefusal = isRefusal;
    this.status = status;
  }
}
