import { useState } from 'react';
import type { User } from '#schema/accounts/user.ts';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import { CertificateFacts } from '#web/features/certificates/CertificateFacts.tsx';
import { CertificateState } from '#web/features/certificates/CertificateState.tsx';
import { findOption, getStanding } from '#web/features/certificates/certificate-labels.ts';
import { activateCertificate, pdfPath } from '#web/features/certificates/certificates-api.ts';
import { StayPicture } from '#web/features/certificates/StayPicture.tsx';
import { OwedTokens } from '#web/features/tokens/OwedTokens.tsx';
import { errorText } from '#web/lib/api-error.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';
import { useNow } from '#web/lib/react/use-now.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { SessionFileLink } from '#web/ui/SessionFileLink.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

interface ActivationProps {
  certificate: VacationCertificate;
  all: readonly VacationCertificate[];
  user: User;
}

export function Activation({ certificate, all, user }: ActivationProps) {
  const now = useNow(1_000);
  const [problem, setProblem] = useState<string>();
  const heading = useFocusOnMount<HTMLHeadingElement>();
  const standing = getStanding(certificate, now);
  const canActivate = standing === 'active' && user.owedTokens === 0;
  const { name } = findOption(certificate.type);

  async function activate() {
    setProblem(undefined);
    try {
      await activateCertificate(certificate.number);
      showToast({ title: 'Certificate activated', description: 'We’ll email you once your stay is booked.', tone: 'success' });
      heading.current?.focus();
    } catch (error) {
      setProblem(errorText(error, 'Please try again.'));
    }
  }

  return (
    <section className={`sheet certificate certificate-${standing}`} aria-labelledby="activation-title">
      <StayPicture type={certificate.type} />
      <div className="stack certificate-text">
        <h1 id="activation-title" ref={heading} tabIndex={-1}>
          {standing === 'active' ? `Activate your ${name}` : `Your ${name}`}
        </h1>
        <CertificateState certificate={certificate} all={all} now={now} />
        <CertificateFacts certificate={certificate} />
        {(standing === 'active' || standing === 'reviewed') && <OwedTokens user={user} />}
        {problem && (
          <Alert tone="error" title="The certificate was not activated">
            {problem}
          </Alert>
        )}
        <div className="cluster">
          {canActivate && (
            <ActionButton className="treasure" action={activate} pendingLabel="Activating…">
              Activate certificate
            </ActionButton>
          )}
          <SessionFileLink
            href={pdfPath(certificate)}
            download={`vacation-certificate-${certificate.number}.pdf`}
            className="button secondary"
          >
            Download PDF
          </SessionFileLink>
        </div>
        {canActivate && <p className="muted small">Our travel partner then arranges your stay. This can’t be undone.</p>}
      </div>
    </section>
  );
}
