/** Books a stay when its certificate is activated. The job retries failed bookings. */
import type { TravelProvider } from '#worker/clients/travel-provider.ts';
import { describeError, logWarning } from '#worker/log.ts';
import type { CertificateRow } from '#worker/store/certificates/certificates.ts';
import type { Store } from '#worker/store/store.ts';

export interface TravelDeps {
  store: Store;
  travel: TravelProvider | null;
}

export interface BookingDeps extends TravelDeps {
  /** Current time in Unix seconds (UTC). */
  now: number;
}

/** Returns the certificate after the attempt. Rejects if the provider is unreachable; the booking then stays pending. */
export async function bookStay({ store, travel, now }: BookingDeps, certificate: CertificateRow): Promise<CertificateRow> {
  if (!travel) return certificate;
  const { id, number, type, holderName, validUntil } = certificate;
  const booking = await travel.book({ number, type, holderName: holderName ?? number, validUntil });
  return (await store.certificateMaintenance.saveBooking(id, booking, now)) ?? certificate;
}

export async function bookStayNow(deps: BookingDeps, certificate: CertificateRow): Promise<CertificateRow> {
  try {
    return await bookStay(deps, certificate);
  } catch (error) {
    logWarning('booking_left_to_the_job', { certificateId: certificate.id, error: describeError(error) });
    return certificate;
  }
}
