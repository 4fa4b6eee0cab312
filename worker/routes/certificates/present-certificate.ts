import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import { getStatusAt } from '#worker/domain/certificates/certificate.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import type { Config } from '#worker/env.ts';
import { presentStay } from '#worker/routes/stays/present-stay.ts';
import type { CertificateRow } from '#worker/store/certificates/certificates.ts';
import type { OfferRow, StayRow } from '#worker/store/stays/stays.ts';

interface StayRows {
  /** The certificate's stay; undefined until the certificate is activated. */
  stay: StayRow | undefined;
  offer: OfferRow | undefined;
}

export async function presentCertificate(
  certificate: CertificateRow,
  { stay, offer }: StayRows,
  { config, now }: { config: Pick<Config, 'travelerKeys'>; now: number },
): Promise<VacationCertificate> {
  const { holderName, refusedPerson, ...present } = certificate;
  return {
    ...present,
    stay: stay ? await presentStay(stay, offer, certificate.number, config.travelerKeys) : null,
    status: getStatusAt(certificate, now),
    createdAt: toIso(certificate.createdAt),
    activateBy: toIso(certificate.activateBy),
    validUntil: toIso(certificate.validUntil),
    activatedAt: toIsoOrNull(certificate.activatedAt),
    cancelledAt: toIsoOrNull(certificate.cancelledAt),
  };
}
