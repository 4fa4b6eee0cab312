import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import { findOption, reviewText } from '#web/features/certificates/certificate-labels.ts';
import { pdfPath } from '#web/features/certificates/certificates-api.ts';
import { StayPicture } from '#web/features/certificates/StayPicture.tsx';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { paths } from '#web/lib/paths.ts';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';
import { SessionFileLink } from '#web/ui/SessionFileLink.tsx';

interface RedeemDoneProps {
  certificate: VacationCertificate;
  all: readonly VacationCertificate[];
  onClose: () => void;
}

export function RedeemDone({ certificate, all, onClose }: RedeemDoneProps) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  const { type, number, activateBy, review } = certificate;
  return (
    <div className="stack redeem-done">
      <StayPicture type={type} />
      <h3 ref={heading} tabIndex={-1}>{t`Your ${findOption(type).name} is waiting`}</h3>
      <p>
        <Trans>
          We’ve emailed you certificate <strong>{number}</strong>.
        </Trans>{' '}
        {review === 'waiting' ? (
          reviewText(certificate, all)
        ) : (
          <Trans>
            Activate it by <time dateTime={activateBy}>{calendarDay(activateBy)}</time>.
          </Trans>
        )}
      </p>
      <div className="redeem-links">
        <Link href={paths.activateCertificate(number)} className="button treasure">
          {review === 'waiting' ? t`See your certificate` : t`Activate your certificate`}
        </Link>
        <SessionFileLink href={pdfPath(certificate)} target="_blank" rel="noopener" className="button secondary">
          {t`Open the PDF`}
        </SessionFileLink>
        <button type="button" className="secondary" onClick={onClose}>{t`Done`}</button>
      </div>
    </div>
  );
}
