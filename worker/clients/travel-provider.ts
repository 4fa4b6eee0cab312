/** The travel provider who books the stays, behind an interface of our own. Its reference is our `travelPlugId`. */
import type { CertificateType } from '#worker/domain/certificates/certificate.ts';

export interface StayToBook {
  /**
   * The idempotency key: however often the same certificate is booked or cancelled, it happens once. Not the row's id, which
   * another certificate may get after a restore.
   */
  number: string;
  type: CertificateType;
  holderName: string;
  validUntil: number;
}

/** Refused for good; what throws anything else is tried again later. */
export type Booking = { status: 'booked'; reference: string } | { status: 'failed' };

export interface TravelProvider {
  book(stay: StayToBook): Promise<Booking>;
  /** Whether the stay is given back, so that its certificate may be cancelled. */
  cancel(stay: Pick<StayToBook, 'number'> & { reference: string | null }): Promise<boolean>;
}

/** Development books with itself. Production has no provider yet: stays wait for an administrator who books them by hand. */
export function travelProvider(environment: 'development' | 'production'): TravelProvider | null {
  return environment === 'development' ? localTravelProvider : null;
}

/** The same certificate always gets the same reference. */
const localTravelProvider: TravelProvider = {
  book: async ({ number }) => ({ status: 'booked', reference: `LOCAL-${number}` }),
  cancel: async () => true,
};
