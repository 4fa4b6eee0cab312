import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { User } from '#schema/accounts/user.ts';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import { type Traveler, TravelerForm } from '#schema/stays/stay.ts';
import { ProofOfIdentity } from '#web/features/accounts/account/ProofOfIdentity.tsx';
import { CertificateFacts } from '#web/features/certificates/CertificateFacts.tsx';
import { CertificateState } from '#web/features/certificates/CertificateState.tsx';
import { findOption, getStanding } from '#web/features/certificates/certificate-labels.ts';
import { activateCertificate, pdfPath } from '#web/features/certificates/certificates-api.ts';
import { StayPicture } from '#web/features/certificates/StayPicture.tsx';
import { ReturnDialog } from '#web/features/certificates/trip/ReturnDialog.tsx';
import { TravelerFields } from '#web/features/certificates/trip/TravelerFields.tsx';
import { TripCard } from '#web/features/certificates/trip/TripCard.tsx';
import { returnForTraveler } from '#web/features/certificates/trip/trip-api.ts';
import { OwedTokens } from '#web/features/tokens/OwedTokens.tsx';
import { identityProof } from '#web/lib/api/identity-proof.ts';
import { ApiError, errorText, fieldErrors } from '#web/lib/api-error.ts';
import { paths } from '#web/lib/paths.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';
import { useNow } from '#web/lib/react/use-now.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormSubmit } from '#web/ui/forms/form-inputs.tsx';
import { SessionFileLink } from '#web/ui/SessionFileLink.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

interface ActivationProps {
  certificate: VacationCertificate;
  all: readonly VacationCertificate[];
  user: User;
}

export function Activation({ certificate, all, user }: ActivationProps) {
  const now = useNow(1_000);
  // The error message is stored outside the form, which disappears once the certificate can no longer be activated.
  const [problem, setProblem] = useState<string>();
  const standing = getStanding(certificate, now);
  const canActivate = standing === 'active' && user.owedTokens === 0;
  const { name } = findOption(certificate.type);
  if (standing === 'activated' && certificate.stay) {
    return (
      <>
        <Heading>{t`Your ${name}`}</Heading>
        <TripCard certificate={certificate} stay={certificate.stay} now={now} />
      </>
    );
  }
  return (
    <section className={`sheet certificate trip certificate-${standing}`}>
      <StayPicture type={certificate.type} />
      <div className="stack certificate-text">
        <Heading>{standing === 'active' ? t`Activate your ${name}` : t`Your ${name}`}</Heading>
        <CertificateState certificate={certificate} all={all} now={now} />
        {(standing === 'active' || standing === 'reviewed') && <OwedTokens user={user} />}
        {problem && (
          <Alert tone="error" title={t`Couldn’t activate the certificate`}>
            {problem}
          </Alert>
        )}
        {canActivate && <ActivationForm certificate={certificate} user={user} onProblem={setProblem} />}
        <CertificateFacts certificate={certificate} />
        <SessionFileLink
          href={pdfPath(certificate)}
          download={`vacation-certificate-${certificate.number}.pdf`}
          className="certificate-file"
        >
          {t`Download PDF`}
        </SessionFileLink>
      </div>
    </section>
  );
}

function Heading({ children }: { children: ReactNode }) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

interface ActivationFormProps {
  certificate: VacationCertificate;
  user: User;
  /** Called with form-level errors, and with undefined when the form is resubmitted. */
  onProblem: (text: string | undefined) => void;
}

function ActivationForm({ certificate, user, onProblem }: ActivationFormProps) {
  const form = useRef<HTMLDivElement>(null);
  /** Traveler who was rejected because they already have a stay within the year. */
  const [refused, setRefused] = useState<Traveler>();
  const [isReturning, setReturning] = useState(false);

  function nameAnother() {
    setRefused(undefined);
    const input = form.current?.querySelector<HTMLInputElement>('input[name="traveler.fullName"]');
    input?.focus();
    input?.select();
  }

  function reportProblem(text: string) {
    onProblem(text);
    showToast({ title: t`Couldn’t activate the certificate`, description: text, tone: 'error' });
  }

  return (
    <div ref={form} className="stack">
      <Form
        label={t`Traveler`}
        draft={`traveler-${certificate.number}`}
        className="stack"
        schema={TravelerForm}
        defaults={{ traveler: { fullName: '', birthDate: '', email: user.email, phone: '' }, currentPassword: '' }}
        send={async ({ traveler, currentPassword }) => {
          setRefused(undefined);
          onProblem(undefined);
          try {
            await activateCertificate(certificate.number, { traveler, ...identityProof(currentPassword) });
            showToast({ title: t`Certificate activated`, description: t`Now tell us where you’d like to go.`, tone: 'success' });
          } catch (error) {
            if (hasOtherStay(error)) setRefused(traveler);
            throw error;
          }
        }}
        failed={(error) => {
          const isKnown = hasOtherStay(error) || Object.keys(fieldErrors(error)).length > 0;
          if (!isKnown) reportProblem(errorText(error, t`Please try again.`));
          return null;
        }}
      >
        <div className="stack gap-1">
          <h2>{t`Who is traveling?`}</h2>
          <p>{t`Name the person who checks in; others can come along. The certificate then becomes personal: it can’t be passed on to someone else.`}</p>
        </div>
        <TravelerFields />
        <ProofOfIdentity user={user} subject="traveler" />
        {refused && (
          <div role="alert" className="stack gap-3">
            <Alert tone="warning" title={t`${refused.fullName} already has a stay within 12 months`}>
              <Trans>
                Each person can have one stay every 12 months, no matter who redeemed it. Your certificate and tokens are safe. Is this a
                different person with the same name and birthday? <Link href={paths.contact}>Contact us</Link>.
              </Trans>
            </Alert>
            <div className="cluster">
              <button type="button" onClick={nameAnother}>{t`Use another traveler`}</button>
              <button type="button" className="secondary" onClick={() => setReturning(true)}>
                {t`Return the certificate and get ${plural(certificate.tokensRedeemed, { one: '# token', other: '# tokens' })} back`}
              </button>
            </div>
          </div>
        )}
        {!refused && <FormSubmit className="treasure" pendingLabel={t`Activating…`}>{t`Activate certificate`}</FormSubmit>}
      </Form>
      {isReturning && refused && (
        <ReturnDialog
          certificate={certificate}
          send={(currentPassword) => returnForTraveler(certificate, refused, currentPassword)}
          onClose={() => setReturning(false)}
        />
      )}
    </div>
  );
}

function hasOtherStay(error: unknown): boolean {
  return error instanceof ApiError && error.body?.code === 'traveler_has_stay';
}
