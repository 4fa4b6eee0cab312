/** Booking an activated certificate's stay: tried at its activation, and by the job as long as it waits. */
import type { TravelProvider } from '#worker/clients/travel-provider.ts';
import type { CertificateRow } from '#worker/store/certificates.ts';
import type { Store } from '#worker/store/store.ts';

export interface TravelDeps {
  store: Store;
  /** Null where stays are booked by hand. */
  travel: TravelProvider | null;
}

export interface BookingDeps extends TravelDeps {
  newMessageId: () => string;
  /** UTC unix seconds. */
  now: number;
}

/** The certificate after the attempt. A provider that cannot be reached leaves it waiting; that is logged, never thrown. */
export async function bookStay({ store, travel, newMessageId, now }: BookingDeps, certificate: CertificateRow): Promise<CertificateRow> {
  if (!travel) return certificate;
  const { id, number, type, holderName, validUntil } = certificate;
  try {
    const booking = await travel.book({ certificateId: id, number, type, holderName: holderName ?? number, validUntil });
    return (await store.certificateMaintenance.keepBooking(id, booking, newMessageId(), now)) ?? certificate;
  } catch (error) {
    console.error(
      JSON.stringify({ task: 'book-stay', certificate: number, error: error instanceof Error ? error.message : String(error) }),
    );
    return certificate;
  }
}
