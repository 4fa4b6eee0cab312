import { t } from '@lingui/core/macro';
import { Link, useParams } from 'wouter';
import '#web/features/certificates/certificates-page.css';
import { useUser } from '#web/features/accounts/session/session.ts';
import { Activation } from '#web/features/certificates/Activation.tsx';
import { useCertificates } from '#web/features/certificates/certificates-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { paths } from '#web/lib/paths.ts';
import { BackIcon } from '#web/ui/icons/icons.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';

/** Activates a certificate when the button is pressed. Opening the page changes nothing. */
export function ActivatePage() {
  const { number = '' } = useParams<{ number: string }>();
  const { user } = useUser();
  const { data, error, mutate } = useCertificates();
  if (!user) return null;
  const certificate = data?.find((candidate) => candidate.number === number.toUpperCase());
  return (
    <div className="stack gap-5 certificates-page activate-page">
      <Link href={paths.certificates} className="standalone-link back-to-dashboard">
        <BackIcon />
        {t`Vacation Certificates`}
      </Link>
      {data && certificate && <Activation certificate={certificate} all={data} user={user} />}
      {data && !certificate && <WrongAccount email={user.email} />}
      {!data && error !== undefined && (
        <ErrorState
          heading="h1"
          title={t`Couldn’t load your certificate`}
          message={errorText(error, t`Please try again.`)}
          onRetry={() => void mutate()}
        />
      )}
      {!data && error === undefined && <Spinner label={t`Loading your certificate…`} />}
    </div>
  );
}

function WrongAccount({ email }: { email: string }) {
  return (
    <div className="state">
      <h1>{t`Certificate not found`}</h1>
      <p>{t`You’re signed in as ${email}, but this certificate belongs to another account. Sign in with the account it was sent to.`}</p>
      <Link href={paths.certificates} className="button secondary">{t`See your certificates`}</Link>
    </div>
  );
}
