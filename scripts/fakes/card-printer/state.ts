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
  items: Record<string, { product: string; count: number; options: string[] }>;
  service: string;
  /** Price in ten-thousandths of the currency unit. */
  price: number;
  currency: string;
  /** ISO 8601 timestamp. */
  expiresAt: string;
}

export interface AcceptedOrder {
  /** The printer's own order number; `reference` is the client's order number. */
  order: string;
  reference: string;
  environment: Environment;
  email: string;
  address: Record<string, string>;
  items: { reference: string; product: string; count: number; options: string[]; quote: string; url: string; md5sum: string }[];
  price: number;
  currency: string;
  /** ISO 8601 timestamp. */
  takenAt: string;
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

  findEnvironment(apikey: unknown): Environment | undefined {
    if (apikey === this.keys.production) return 'production';
    return apikey === this.keys.sandbox ? 'sandbox' : undefined;
  }

  get orders(): readonly AcceptedOrder[] {
    return this.#state.orders;
  }

  findOrder(reference: unknown): AcceptedOrder | undefined {
    return this.#state.orders.find((order) => order.reference === reference);
  }

  findQuote(quote: unknown): IssuedQuote | undefined {
    return this.#state.quotes.find((issuedQuote) => issuedQuote.quote === quote);
  }

  addQuotes(quotes: IssuedQuote[]): void {
    this.#state.quotes = [...quotes, ...this.#state.quotes].slice(0, maxStored);
    this.save();
  }

  addOrder(order: AcceptedOrder): void {
    this.#state.orders = [order, ...this.#state.orders].slice(0, maxStored);
    this.save();
  }

  expireQuotes(): object {
    for (const quote of this.#state.quotes) quote.expiresAt = new Date(0).toISOString();
    this.save();
    return { expired: this.#state.quotes.length };
  }

  save(): void {
    writeState(this.#stateFile, this.#state);
  }
}
