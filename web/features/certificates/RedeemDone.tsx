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
      <h3 ref={heading} tabIndex={-1}>
        Your {findOption(type).name} is waiting
      </h3>
      <p>
        We’ve emailed you certificate <strong>{number}</strong>.{' '}
        {review === 'waiting' ? (
          reviewText(certificate, all)
        ) : (
          <>
            Activate it by <time dateTime={activateBy}>{calendarDay(activateBy)}</time>.
          </>
        )}
      </p>
      <div className="redeem-links">
        <Link href={paths.activateCertificate(number)} className="button treasure">
          {review === 'waiting' ? 'See your certificate' : 'Activate your certificate'}
        </Link>
        <SessionFileLink href={pdfPath(certificate)} target="_blank" rel="noopener" className="button secondary">
          Open the PDF
        </SessionFileLink>
        <button type="button" className="secondary" onClick={onClose}>
          Done
        </button>
      </div>
    </div>
  );
}
