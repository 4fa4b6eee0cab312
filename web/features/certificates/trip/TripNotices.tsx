import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { Link } from 'wouter';
import '#web/features/certificates/trip/trip-notices.css';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import { useAppBadge } from '#web/features/certificates/trip/app-badge.ts';
import { countTripSteps, getDeadline, tripStepCount } from '#web/features/certificates/trip/trip-step.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/react/use-now.ts';

interface TripNoticesProps {
  certificates: readonly VacationCertificate[];
  /** Called after each render, when the height of the notices may have changed. */
  onRender: () => void;
}

/** Lists the deadlines and trips of the member's certificates, each with a link to the page for the next step. */
export function TripNotices({ certificates, onRender }: TripNoticesProps) {
  const now = useNow(60_000);
  useEffect(onRender);
  useAppBadge(certificates, now);
  const notices = certificates.flatMap((certificate) => {
    const deadline = getDeadline(certificate, now);
    return deadline ? [{ certificate, ...deadline }] : [];
  });
  if (notices.length === 0) return null;
  return (
    <ul className="plain-list trip-notices" aria-label={t`Your trips`}>
      {notices.map(({ certificate, kind, title, text }) => (
        <li key={certificate.number}>
          <Link
            href={
              certificate.status === 'active' && certificate.review !== 'waiting'
                ? paths.activateCertificate(certificate.number)
                : `${paths.certificates}#${certificate.number}`
            }
            className={`trip-notice trip-notice-${kind}`}
          >
            <span>
              <strong>{title}</strong> <span>{text}</span>
              <TripSteps done={countTripSteps(certificate)} />
            </span>
            <span className="trip-notice-arrow" aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The way from redeeming tokens to the stay, as a row of stops. */
function TripSteps({ done }: { done: number }) {
  return (
    <span className="trip-steps">
      <span className="visually-hidden">{t`Step ${done} of ${tripStepCount}`}</span>
      {Array.from({ length: tripStepCount }, (_, index) => index + 1).map((step) => (
        <i key={step} className={step <= done ? 'is-done' : undefined} aria-hidden="true" />
      ))}
    </span>
  );
}
