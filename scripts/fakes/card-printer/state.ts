/** What the printer knows: quotes it gave and orders it took, in memory and in one file beside the local database. */
import { readState, writeState } from '#scripts/fakes/core/state-file.ts';

export interface Keys {
  production: string;
  sandbox: string;
  webhook: string;
}
export type Environment = 'production' | 'sandbox';

export interface IssuedQuote {
  quote: string;
  environment: Environment;
  country: string;
  state: string;
  /** Item's reference -> what it is. */
  items: Record<string, { product: string; count: number; options: string[] }>;
  service: string;
  /** All that it costs, in ten-thousandths. */
  price: number;
  currency: string;
  /** ISO. */
  expiresAt: string;
}

export interface AcceptedOrder {
  /** The printer's number; `reference` is the client's. */
  order: string;
  reference: string;
  environment: Environment;
  email: string;
  address: Record<string, string>;
  items: { reference: string; product: string; count: number; options: string[]; quote: string; url: string; md5sum: string }[];
  /** As of its quotes. */
  price: number;
  currency: string;
  /** ISO. */
  takenAt: string;
  /** Types of the signals that were sent, oldest first. */
  signals: string[];
}

interface State {
  quotes: IssuedQuote[];
  orders: AcceptedOrder[];
}

const maxStored = 500;

export class Workshop {
  readonly keys: Keys;
  readonly #stateFile: string | undefined;
  readonly #state: State;

  constructor(keys: Keys, stateFile?: string) {
    this.keys = keys;
    this.#stateFile = stateFile;
    this.#state = readState(stateFile) ?? { quotes: [], orders: [] };
  }

  environmentOf(apikey: unknown): Environment | undefined {
    if (apikey === this.keys.production) return 'production';
    return apikey === this.keys.sandbox ? 'sandbox' : undefined;
  }

  get orders(): readonly AcceptedOrder[] {
    return this.#state.orders;
  }

  orderBy(reference: unknown): AcceptedOrder | undefined {
    return this.#state.orders.find((order) => order.reference === reference);
  }

  quoteBy(quote: unknown): IssuedQuote | undefined {
    return this.#state.quotes.find((issued) => issued.quote === quote);
  }

  addQuotes(quotes: IssuedQuote[]): void {
    this.#state.quotes = [...quotes, ...this.#state.quotes].slice(0, maxStored);
    this.save();
  }

  addOrder(order: AcceptedOrder): void {
    this.#state.orders = [order, ...this.#state.orders].slice(0, maxStored);
    this.save();
  }

  /** As if so much time had passed that none of them holds. */
  expireQuotes(): object {
    for (const quote of this.#state.quotes) quote.expiresAt = new Date(0).toISOString();
    this.save();
    return { expired: this.#state.quotes.length };
  }

  save(): void {
    writeState(this.#stateFile, this.#state);
  }
}
