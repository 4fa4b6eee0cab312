/** A certificate that a dialog works on, and what to do when somebody else was quicker. */
import { useState } from 'react';
import type { AdminCertificate } from '#schema/admin/certificates.ts';
import { readCertificate } from '#web/features/admin/certificates/certificates-api.ts';
import { wasChangedMeanwhile } from '#web/features/admin/changed-meanwhile.ts';
import { errorText } from '#web/lib/api.ts';

/**
 * The certificate as it was last read, and `explain`: what to tell of a failed change. One that somebody else has changed is
 * read again, so that the dialog shows it as it is now and the next try can succeed.
 */
export function useLatest(given: AdminCertificate) {
  const [certificate, setCertificate] = useState(given);

  async function explain(error: unknown): Promise<string> {
    if (!wasChangedMeanwhile(error)) return errorText(error, 'Nothing was changed. Please try again.');
    try {
      const latest = await readCertificate(certificate);
      if (latest) setCertificate(latest);
      return 'Somebody else has changed this certificate in the meantime. You see it as it is now: look again, then decide.';
    } catch {
      return errorText(error, 'Nothing was changed. Please try again.');
    }
  }

  return { certificate, explain };
}
