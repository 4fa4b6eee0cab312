/** Booking an activated certificate's stay: tried at its activation, and by the job as long as it waits. */
import type { TravelProvider } from '#worker/clients/travel-provider.ts';
import { describeError, logWarning } from '#worker/log.ts';
import type { CertificateRow } from '#worker/store/certificates/certificates.ts';
import type { Store } from '#worker/store/store.ts';

export interface TravelDeps {
  store: Store;
  /** Null where stays are booked by hand. */
  travel: TravelProvider | null;
}

export interface BookingDeps extends TravelDeps {
  /** UTC unix seconds. */
  now: number;
}

/** The certificate after the attempt; rejects where the provider could not be asked, so that it still waits. */
export async function bookStay({ store, travel, now }: BookingDeps, certificate: CertificateRow): Promise<CertificateRow> {
  if (!travel) return certificate;
  const { id, number, type, holderName, validUntil } = certificate;
  const booking = await travel.book({ number, type, holderName: holderName ?? number, validUntil });
  return (await store.certificateMaintenance.saveBooking(id, booking, now)) ?? certificate;
}

/** The same for whoever can wait: what fails is logged, and left to the job. */
export async function bookStayNow(deps: BookingDeps, certificate: CertificateRow): Promise<CertificateRow> {
  try {
    return await bookStay(deps, certificate);
  } catch (error) {
    logWarning('booking_left_to_the_job', { certificateId: certificate.id, error: describeError(error) });
    return certificate;
  }
}
