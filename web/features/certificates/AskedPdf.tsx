import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import { openPdf } from '#web/features/certificates/certificates-api.ts';
import { Alert } from '#web/ui/states/Alert.tsx';

/** `?pdf=NUMBER`: whoever was asked to sign in for a certificate's PDF gets it now; of another account's, it is said so. */
export function AskedPdf({ certificates, email }: { certificates: VacationCertificate[]; email: string }) {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('pdf')?.toUpperCase();
  const certificate = certificates.find(({ number }) => number === asked);

  useEffect(() => {
    if (!certificate) return;
    // First out of the address, so that the way back from the PDF ends here.
    setSearch({}, { replace: true });
    openPdf(certificate);
  }, [certificate, setSearch]);

  if (asked === undefined || certificate) return null;
  return (
    <Alert tone="warning" title="This certificate is not in your account">
      You are signed in as {email}, and certificate {asked} does not belong to that account. Sign in with the account it was sent to.
    </Alert>
  );
}
