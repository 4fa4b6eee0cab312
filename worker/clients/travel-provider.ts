/** The travel provider, which books stays. Its reference is our `travelPlugId`. */
import type { CertificateType } from '#worker/domain/certificates/certificate.ts';

export interface StayToBook {
  /** Idempotency key for booking and cancelling. Not the row id, which may be reused after a restore. */
  number: string;
  type: CertificateType;
  holderName: string;
  validUntil: number;
}

/** A final refusal. Other failures throw and are retried. */
export type Booking = { status: 'booked'; reference: string } | { status: 'failed' };

export interface TravelProvider {
  book(stay: StayToBook): Promise<Booking>;
  /** Resolves to whether the stay is released, so that its certificate may be cancelled. */
  cancel(stay: Pick<StayToBook, 'number'> & { reference: string | null }): Promise<boolean>;
}

/** Development issues its own references. Production has no provider yet, so administrators book by hand. */
export function travelProvider(environment: 'development' | 'production'): TravelProvider | null {
  return environment === 'development' ? localTravelProvider : null;
}

/** The same certificate always gets the same reference. */
const localTravelProvider: TravelProvider = {
  book: async ({ number }) => ({ status: 'booked', reference: `LOCAL-${number}` }),
  cancel: async () => true,
};
