/** Interface of the card printer. Product rules: Claims, printing, email and messages. */
import type { Destination, QuotedService } from '#worker/domain/printing/print-order.ts';
import type { PrintProduct } from '#worker/domain/printing/print-product.ts';

export interface ItemToPrint {
  reference: string;
  count: number;
}

export interface FileToPrint {
  url: string;
  /** Hexadecimal MD5 hash of the exact bytes at `url`. */
  md5sum: string;
}

export interface PrintJob {
  product: string;
  /** The printer's option codes, for example for paper and finish. */
  options: string[];
  items: ItemToPrint[];
  to: Pick<Destination, 'country' | 'state'>;
}

export interface OrderToPrint extends PrintJob {
  /** Our reference for the order. The printer's own order number arrives with its webhooks. */
  reference: string;
  email: string;
  to: Destination;
  getQuote: (itemReference: string) => string;
  getFile: (itemReference: string) => FileToPrint;
}

export interface CardPrinter {
  product(code: string): Promise<PrintProduct>;
  /** Returns print and shipping options, cheapest first; never empty. */
  quote(job: PrintJob): Promise<QuotedService[]>;
  /**
   * Places an order. Not idempotent: repeating it with the same reference may print the order twice, so call `hasOrder` before retrying.
   */
  order(order: OrderToPrint): Promise<void>;
  hasOrder(reference: string): Promise<boolean>;
}

/** Thrown if the printer is unreachable, rejects the request, or sends an unexpected response. `message` is for administrators. */
export class CardPrinterError extends Error {
  override name = 'CardPrinterError';
  /** True if the printer definitely rejected the order. False if it may have accepted the order. */
  readonly isRefusal: boolean;
  readonly status: number | undefined;

  constructor(message: string, isRefusal: boolean, { status, ...options }: ErrorOptions & { status?: number } = {}) {
    super(message, options);
    this.isRefusal = isRefusal;
    this.status = status;
  }
}
