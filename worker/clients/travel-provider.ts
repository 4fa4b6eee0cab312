/** The travel provider, which books stays. Its reference is our `travelPlugId`. */
import type { CertificateType } from '#worker/domain/certificates/certificate.ts';

export interface StayToBook {
  /** Idempotency key for booking and cancelling. The row id is not used, because it may be reused after a database restore. */
  number: string;
  type: CertificateType;
  holderName: string;
  validUntil: number;
}

/** `failed` means that the provider permanently rejected the booking. Other failures throw and are retried. */
export type Booking = { status: 'booked'; reference: string } | { status: 'failed' };

export interface TravelProvider {
  book(stay: StayToBook): Promise<Booking>;
  /** Resolves to true if the stay was released, in which case its certificate may be cancelled. */
  cancel(stay: Pick<StayToBook, 'number'> & { reference: string | null }): Promise<boolean>;
}

/** Returns the provider. Development issues its own references. Production has no provider yet, so administrators book manually. */
export function travelProvider(environment: 'development' | 'production'): TravelProvider | null {
  return environment === 'development' ? localTravelProvider : null;
}

/** Returns the same reference for the same certificate every time. */
const localTravelProvider: TravelProvider = {
  book: async ({ number }) => ({ status: 'booked', reference: `LOCAL-${number}` }),
  cancel: async () => true,
};
