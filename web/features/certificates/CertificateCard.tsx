import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import { CertificateFacts } from '#web/features/certificates/CertificateFacts.tsx';
import { CertificateState } from '#web/features/certificates/CertificateState.tsx';
import { findOption, getStanding } from '#web/features/certificates/certificate-labels.ts';
import { pdfPath } from '#web/features/certificates/certificates-api.ts';
import { StayPicture } from '#web/features/certificates/StayPicture.tsx';
import { paths } from '#web/lib/paths.ts';
import { SessionFileLink } from '#web/ui/SessionFileLink.tsx';

interface CertificateCardProps {
  certificate: VacationCertificate;
  all: readonly VacationCertificate[];
  now: number;
}

export function CertificateCard({ certificate, all, now }: CertificateCardProps) {
  const { type, number } = certificate;
  const standing = getStanding(certificate, now);
  return (
    <li className={`sheet certificate certificate-${standing}`}>
      <StayPicture type={type} />
      <div className="stack certificate-text">
        <h2>{findOption(type).name}</h2>
        <CertificateState certificate={certificate} all={all} now={now} />
        <CertificateFacts certificate={certificate} />
        <div className="cluster">
          {standing === 'active' && (
            <Link href={paths.activateCertificate(number)} className="button treasure" aria-label={t`Activate certificate ${number}`}>
              {t`Activate`}
            </Link>
          )}
          <SessionFileLink
            href={pdfPath(certificate)}
            download={`vacation-certificate-${number}.pdf`}
            className="button secondary"
            aria-label={t`Download PDF of certificate ${number}`}
          >
            {t`Download PDF`}
          </SessionFileLink>
        </div>
      </div>
    </li>
  );
}
