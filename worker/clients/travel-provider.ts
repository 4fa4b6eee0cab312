/** The travel provider who books stays. Its reference is our `travelPlugId`. */
import type { CertificateType } from '#worker/domain/certificates/certificate.ts';

export interface StayToBook {
  /** The idempotency key: each certificate is booked and cancelled once. Not the row id, which may be reused after a restore. */
  number: string;
  type: CertificateType;
  holderName: string;
  validUntil: number;
}

/** Refused for good; other failures throw and are retried. */
export type Booking = { status: 'booked'; reference: string } | { status: 'failed' };

export interface TravelProvider {
  book(stay: StayToBook): Promise<Booking>;
  /** Whether the stay is released, so that its certificate may be cancelled. */
  cancel(stay: Pick<StayToBook, 'number'> & { reference: string | null }): Promise<boolean>;
}

/** Development books with itself. Production has no provider yet: administrators book by hand. */
export function travelProvider(environment: 'development' | 'production'): TravelProvider | null {
  return environment === 'development' ? localTravelProvider : null;
}

/** The same certificate always gets the same reference. */
const localTravelProvider: TravelProvider = {
  book: async ({ number }) => ({ status: 'booked', reference: `LOCAL-${number}` }),
  cancel: async () => true,
};
