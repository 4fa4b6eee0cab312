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

/** Opening it changes nothing: activation needs a press. */
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
        Vacation Certificates
      </Link>
      {data && certificate && <Activation certificate={certificate} all={data} user={user} />}
      {data && !certificate && <NotYours email={user.email} />}
      {!data && error !== undefined && (
        <ErrorState
          heading="h1"
          title="Your certificate could not be loaded"
          message={errorText(error, 'Please try again.')}
          onRetry={() => void mutate()}
        />
      )}
      {!data && error === undefined && <Spinner label="Looking for your certificate…" />}
    </div>
  );
}

function NotYours({ email }: { email: string }) {
  return (
    <div className="state">
      <h1>Certificate not found</h1>
      <p>
        You are signed in as {email}, and this certificate does not belong to that account. Only the member who redeemed it can activate it:
        sign in with the account it was sent to.
      </p>
      <Link href={paths.certificates} className="button secondary">
        See your certificates
      </Link>
    </div>
  );
}
