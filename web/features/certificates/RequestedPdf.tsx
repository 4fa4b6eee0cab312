import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import { openPdf } from '#web/features/certificates/certificates-api.ts';
import { Alert } from '#web/ui/states/Alert.tsx';

/** Opens the PDF named in the URL (`?pdf=NUMBER`) after a sign-in, or warns that it belongs to another account. */
export function RequestedPdf({ certificates, email }: { certificates: VacationCertificate[]; email: string }) {
  const [search, setSearch] = useSearchParams();
  const requestedNumber = search.get('pdf')?.toUpperCase();
  const certificate = certificates.find(({ number }) => number === requestedNumber);

  useEffect(() => {
    if (!certificate) return;
    // Removes the parameter first so that going back from the PDF does not open it again.
    setSearch({}, { replace: true });
    openPdf(certificate);
  }, [certificate, setSearch]);

  if (requestedNumber === undefined || certificate) return null;
  return (
    <Alert tone="warning" title={t`This certificate isn’t in your account`}>
      {t`You’re signed in as ${email}. To open certificate ${requestedNumber}, sign in with the account it was sent to.`}
    </Alert>
  );
}
