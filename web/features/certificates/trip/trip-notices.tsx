import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import { TripSteps } from '#web/features/certificates/trip/TripSteps.tsx';
import { getDeadline, getTripStep } from '#web/features/certificates/trip/trip-step.ts';
import { paths } from '#web/lib/paths.ts';
import { CompassIcon } from '#web/ui/icons/shell-icons.tsx';
import type { Notice } from '#web/ui/Notices.tsx';

/** Lists the deadlines and trips of the member's certificates, each with a link to the page for the next step. `now` is in milliseconds. */
export function listTripNotices(certificates: readonly VacationCertificate[], now: number): Notice[] {
  return certificates.flatMap((certificate) => {
    const deadline = getDeadline(certificate, now);
    if (!deadline) return [];
    const { number, status, review, stay } = certificate;
    const step = stay && getTripStep(stay).kind;
    return [
      {
        ...deadline,
        id: number,
        href: status === 'active' && review !== 'waiting' ? paths.activateCertificate(number) : `${paths.certificates}#${number}`,
        icon: <CompassIcon />,
        more: step && step !== 'stayed' && <TripSteps kind={step} />,
      },
    ];
  });
}
