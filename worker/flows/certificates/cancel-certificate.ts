/** Cancelling a certificate: its tokens go back, once. Product rules: Certificates; who may is for the caller to decide. */
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { optionOf } from '#worker/domain/certificates/certificate.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { CertificateRow } from '#worker/store/certificates/certificates.ts';
import type { TravelDeps } from './book-stay.ts';

export type CancelRefusal = 'not_cancellable' | 'provider_must_confirm' | 'changed_meanwhile';

/**
 * Cancels an active certificate, or an activated one after the travel provider has given its stay back; where stays are
 * booked by hand, only one that waits for that. `actor` (null where no administrator did it) and
 * `reason` are kept and the member is told.
 */
export async function cancelCertificate(
  { store, travel }: TravelDeps,
  certificate: Pick<CertificateRow, 'id' | 'number' | 'type' | 'status' | 'bookingStatus' | 'travelPlugId'> & { version?: number },
  by: { actor: Actor | null; reason: string },
  now: number,
): Promise<Result<'cancelled', CancelRefusal>> {
  const { id, number, type, status, bookingStatus, travelPlugId, version } = certificate;
  if (status !== 'active' && status !== 'activated') return err('not_cancellable');
  if (status === 'activated') {
    const isFree = travel ? await travel.cancel({ number, reference: travelPlugId }) : bookingStatus !== 'booked';
    if (!isFree) return err('provider_must_confirm');
  }
  const done = await store.certificateMaintenance.cancel(
    { certificateId: id, from: status, ...(version !== undefined && { version }), name: optionOf(type).name, ...by },
    now,
  );
  return done ? ok('cancelled') : err('changed_meanwhile');
}
