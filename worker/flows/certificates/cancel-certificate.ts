/** Cancels a certificate and refunds its tokens once. The caller checks permission. Product rules: Certificates. */

import type { StayStage } from '#schema/stays/stay.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { getOption } from '#worker/domain/certificates/certificate.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import { askProvider } from '#worker/flows/stays/ask-provider.ts';
import type { TravelDeps } from '#worker/flows/stays/travel-deps.ts';
import { describeError, logWarning } from '#worker/log.ts';
import type { CertificateRow } from '#worker/store/certificates/certificates.ts';

interface CancelableCertificate extends Pick<CertificateRow, 'id' | 'number' | 'type' | 'status' | 'travelPlugId'> {
  stage: StayStage | null;
  /** Whether the stay took place, according to the member: 1 for yes, 0 for no. */
  tookPlace: 0 | 1 | null;
  /** When the hotel's no-show report was recorded, in Unix seconds; null if there is no report. */
  noShowAt: number | null;
}

export type CancelRefusal =
  | 'not_cancellable'
  | 'stay_took_place'
  | 'provider_must_confirm'
  | 'travel_provider_unavailable'
  | 'changed_meanwhile';

/**
 * Cancels an active certificate, or an activated one once its stay is released. The travel provider must confirm the release. For a stay
 * booked by an administrator, or one that the provider lists neither as booked nor as past, the caller confirms it with `isReleased`. Records
 * `actor` (null if not an administrator) and `reason`, and notifies the member.
 */
export async function cancelCertificate(
  deps: TravelDeps,
  certificate: CancelableCertificate & { version?: number },
  by: { actor: Actor | null; reason: string; isReleased?: boolean },
  now: number,
): Promise<Result<'cancelled', CancelRefusal>> {
  const { id, type, status, stage, tookPlace, version } = certificate;
  if (status !== 'active' && status !== 'activated') return err('not_cancellable');
  // A past stay can be canceled only if the member reported that it did not take place.
  if (stage === 'stayed' && tookPlace !== 0) return err('stay_took_place');
  const refusal = status === 'activated' ? await releaseStay(deps, certificate, by.isReleased ?? false) : null;
  if (refusal) return err(refusal);
  const isCancelled = await deps.store.certificateMaintenance.cancel(
    {
      certificateId: id,
      from: status,
      ...(version !== undefined && { version }),
      name: getOption(type).name,
      actor: by.actor,
      reason: by.reason,
    },
    now,
  );
  return isCancelled ? ok('cancelled') : err('changed_meanwhile');
}

/** Releases the stay. Returns the reason if it cannot be released, or null once it is. */
async function releaseStay(
  { store, travel }: TravelDeps,
  { id, number, stage, noShowAt, travelPlugId }: CancelableCertificate,
  isReleased: boolean,
): Promise<'provider_must_confirm' | 'travel_provider_unavailable' | null> {
  // Asks the provider even if the stay is not marked as booked. If the response to a booking was lost, the booking may exist although the
  // offer is only marked as accepted.
  const isProviders = await store.stays.hasProvidersOffer(id);
  if (!isProviders || !travel) return isReleased || (stage !== 'booked' && noShowAt === null) ? null : 'provider_must_confirm';
  try {
    const isOver = await askProvider(store, id, async () => {
      if (await travel.cancel({ number, reference: travelPlugId })) return true;
      return isReleased && !['booked', 'stayed'].includes(await travel.status(number));
    });
    return isOver ? null : 'provider_must_confirm';
  } catch (error) {
    logWarning('stay_not_released', { certificateId: id, error: describeError(error) });
    return 'travel_provider_unavailable';
  }
}
