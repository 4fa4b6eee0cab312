/** Product rules: Claims, printing, email and messages. */
import type { Destination, QuotedService } from '#worker/domain/printing/print-order.ts';
import type { PrintProduct } from '#worker/domain/printing/print-product.ts';

export interface ItemToPrint {
  reference: string;
  count: number;
}

export interface FileToPrint {
  url: string;
  /** Of the exact bytes at `url`, in hexadecimal. */
  md5sum: string;
}

export interface PrintJob {
  product: string;
  /** The printer's codes of paper, finish and the like. */
  options: string[];
  items: ItemToPrint[];
  to: Pick<Destination, 'country' | 'state'>;
}

export interface OrderToPrint extends PrintJob {
  /** Ours. The printer's own number arrives with its signals. */
  reference: string;
  email: string;
  to: Destination;
  /** Item reference to its accepted quote. */
  quoteOf: (itemReference: string) => string;
  fileOf: (itemReference: string) => FileToPrint;
}

export interface CardPrinter {
  product(code: string): Promise<PrintProduct>;
  /** Print and shipping options, cheapest first; at least one. */
  quote(job: PrintJob): Promise<QuotedService[]>;
  /** Places the order. A second order with the same reference may be printed too: ask `knows` before retrying. */
  order(order: OrderToPrint): Promise<void>;
  knows(reference: string): Promise<boolean>;
}

/** Unreachable, refused, or an unexpected response. `message` is for administrators. */
export class CardPrinterError extends Error {
  override name = 'CardPrinterError';
  /** Whether it refused for certain; otherwise the order may have been placed. */
  readonly isRefusal: boolean;
  /** HTTP status of a refusal. */
  readonly status: number | undefined;

  constructor(message: string, isRefusal: boolean, { status, ...options }: ErrorOptions & { status?: number } = {}) {
    super(message, options);
    this.isRefusal = isRefusal;
    this.status = status;
  }
}
