import { secondsPerDay } from '#schema/rules.ts';
import { readState, writeState } from '#scripts/fakes/core/state-file.ts';
import type { BookingStatus, Quote } from '#worker/clients/travel-provider.ts';

/** Days before the arrival until which a stay can be canceled free of charge. */
export const freeCancellationDays = 14;

const today = () => new Date().toISOString().slice(0, 10);

export interface Booking {
  /** Certificate number, which serves as the idempotency key for bookings. */
  number: string;
  quoteId: string;
  travelerName: string;
  reference: string;
  status: 'booked' | 'canceled' | 'canceled_free' | 'no_show';
}

export interface StoredQuote {
  number: string;
  /** The original request, used to distinguish a retry from a request with different preferences. */
  request: string;
  quote: Quote;
  hasRaisedPrice: boolean;
}

/** Response modes for quotes and bookings. `twice` creates a new quote for each request, even a repeated one. */
export const modes = ['offer', 'none', 'pending', 'price_changed', 'unavailable', 'twice'] as const;

interface State {
  bookings: Booking[];
  quotes: StoredQuote[];
  mode: (typeof modes)[number];
  /** US cents added to the maximum of each stay's first cost, to test price changes. */
  extraCents: number;
}

export class Desk {
  readonly #stateFile: string | undefined;
  readonly #state: State;

  constructor(stateFile?: string) {
    this.#stateFile = stateFile;
    this.#state = { bookings: [], quotes: [], mode: 'offer', extraCents: 0, ...readState<Partial<State>>(stateFile) };
  }

  get bookings(): readonly Booking[] {
    return this.#state.bookings;
  }

  get extraCents(): number {
    return this.#state.extraCents;
  }

  set extraCents(cents: number) {
    this.#state.extraCents = cents;
    this.#save();
  }

  get mode(): State['mode'] {
    return this.#state.mode;
  }

  set mode(mode: State['mode']) {
    this.#state.mode = mode;
    this.#save();
  }

  quotesOf(number: string): StoredQuote[] {
    return this.#state.quotes.filter((stored) => stored.number === number);
  }

  addQuote(stored: StoredQuote): Quote {
    this.#state.quotes.push(stored);
    this.#save();
    return stored.quote;
  }

  find(number: string): Booking | undefined {
    return this.#state.bookings.find((booking) => booking.number === number);
  }

  /** Creates one booking per certificate. A repeated call returns the existing booking, unless it was canceled. */
  book({ number, quoteId, travelerName }: Pick<Booking, 'number' | 'quoteId' | 'travelerName'>): Booking {
    const existing = this.find(number);
    if (existing?.status === 'booked') return existing;
    const count = Number(/-(\d+)$/.exec(existing?.reference.slice(`LOCAL-${number}`.length) ?? '')?.[1] ?? 1) + 1;
    const reference = existing ? `LOCAL-${number}-${count}` : `LOCAL-${number}`;
    const booking: Booking = { number, quoteId, travelerName, reference, status: 'booked' };
    this.#state.bookings = [booking, ...this.#state.bookings.filter((other) => other !== existing)];
    this.#save();
    return booking;
  }

  setStatus(number: string, status: Booking['status']): Booking | undefined {
    const booking = this.find(number);
    if (booking) booking.status = status;
    this.#save();
    return booking;
  }

  /** Cancels a booking until `freeCancellationDays` before the arrival. Returns whether nothing is booked, or owed, any more. */
  release(number: string): boolean {
    const booking = this.find(number);
    const stay = this.quotesOf(number).find(({ quote }) => quote.quoteId === booking?.quoteId);
    const lastDay = stay && new Date(Date.parse(stay.quote.arrival) - freeCancellationDays * secondsPerDay * 1_000).toISOString();
    if (booking?.status === 'booked' && (!lastDay || today() <= lastDay.slice(0, 10))) this.setStatus(number, 'canceled_free');
    return booking === undefined || booking.status === 'canceled_free';
  }

  statusOf(number: string): BookingStatus {
    const booking = this.find(number);
    if (booking?.status !== 'booked') return booking?.status ?? 'unknown';
    const stay = this.quotesOf(number).find(({ quote }) => quote.quoteId === booking.quoteId);
    return stay && stay.quote.departure < today() ? 'stayed' : 'booked';
  }

  #save(): void {
    writeState(this.#stateFile, this.#state);
  }
}
