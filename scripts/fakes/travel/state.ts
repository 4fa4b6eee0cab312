import { readState, writeState } from '#scripts/fakes/core/state-file.ts';

export interface Booking {
  /** Certificate number, which makes bookings idempotent. */
  number: string;
  type: string;
  holderName: string;
  /** ISO 8601 timestamp. */
  validUntil: string;
  reference: string;
  status: 'booked' | 'released';
}

interface State {
  bookings: Booking[];
  /** Amount added to the first cost of each stay, to test changed costs. US cents. */
  extraCents: number;
}

export class Desk {
  readonly #stateFile: string | undefined;
  readonly #state: State;

  constructor(stateFile?: string) {
    this.#stateFile = stateFile;
    this.#state = readState(stateFile) ?? { bookings: [], extraCents: 0 };
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

  find(number: string): Booking | undefined {
    return this.#state.bookings.find((booking) => booking.number === number);
  }

  /** Books once per certificate; a repeated call returns the existing booking. */
  book(stay: Omit<Booking, 'reference' | 'status'>): Booking {
    const existing = this.find(stay.number);
    if (existing?.status === 'booked') return existing;
    const booking: Booking = { ...stay, reference: `LOCAL-${stay.number}`, status: 'booked' };
    this.#state.bookings = [booking, ...this.#state.bookings.filter(({ number }) => number !== stay.number)];
    this.#save();
    return booking;
  }

  release(number: string): void {
    const booking = this.find(number);
    if (booking) booking.status = 'released';
    this.#save();
  }

  #save(): void {
    writeState(this.#stateFile, this.#state);
  }
}
