import { useEffect } from 'react';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import { getDeadline } from '#web/features/certificates/trip/trip-step.ts';
import { isViewing } from '#web/lib/viewing.ts';

/** Shows a badge on the app icon with the number of certificates that need the member's action, if supported. `now` is in milliseconds. */
export function useAppBadge(certificates: readonly VacationCertificate[] | undefined, now: number): void {
  const isLoaded = certificates !== undefined;
  const waiting = certificates?.filter((certificate) => getDeadline(certificate, now)?.kind === 'act').length ?? 0;
  useEffect(() => {
    // Ignores the rejection in browsers that have `setAppBadge` but no home screen.
    if (isLoaded && 'setAppBadge' in navigator && !isViewing()) navigator.setAppBadge(waiting).catch(() => undefined);
  }, [isLoaded, waiting]);
}
