import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import '#web/features/certificates/certificates-page.css';
import { redemptionPausedUntil, type VacationCertificate } from '#schema/certificate.ts';
import { certificateActivationDays, cheapestCertificateTokens } from '#schema/rules.ts';
import { redeemableTokens } from '#schema/vacation-progress.ts';
import vacationArt from '#web/art/step-vacation.svg';
import { useCertificates } from '#web/components/certificates/certificates-api.ts';
import { EmptyState } from '#web/components/EmptyState.tsx';
import { ErrorState } from '#web/components/ErrorState.tsx';
import { BackIcon } from '#web/components/icons.tsx';
import { Skeleton } from '#web/components/Skeleton.tsx';
import { heldWords } from '#web/components/tokens/held-words.ts';
import { OwedTokens } from '#web/components/tokens/OwedTokens.tsx';
import { AskedPdf } from '#web/features/certificates/AskedPdf.tsx';
import { CertificateCard } from '#web/features/certificates/CertificateCard.tsx';
import { errorText } from '#web/lib/api.ts';
import { date, plural } from '#web/lib/format.ts';
import { useUser } from '#web/lib/session.ts';
import { useNow } from '#web/lib/use-now.ts';
import { paths } from '#web/paths.ts';

const RedeemDialog = lazy(() => import('#web/components/certificates/RedeemDialog.tsx').then((file) => ({ default: file.RedeemDialog })));

/** The member's certificates, and the way to the next one. */
export function CertificatesPage() {
  const { user } = useUser();
  const { data, error, mutate } = useCertificates();
  const [isRedeeming, setIsRedeeming] = useState(false);
  const now = useNow(30_000);
  if (!user) return null;
  const pausedUntil = data ? redemptionPausedUntil(data, now) : null;
  const redeemable = redeemableTokens(user);
  const canAfford = redeemable >= cheapestCertificateTokens;

  return (
    <div className="certificates-page">
      <header>
        <Link href={paths.dashboard()} className="standalone-link back-to-dashboard">
          <BackIcon />
          Dashboard
        </Link>
        <h1>Vacation Certificates</h1>
        <p className="muted">
          You have {heldWords(user)}. A certificate is activated within {certificateActivationDays} days and is valid for one year; one can
          be had every 12 months.
        </p>
      </header>
      {data && <AskedPdf certificates={data} email={user.email} />}
      <OwedTokens user={user} />
      {data && (
        <div className="sheet next-certificate">
          <p>{nextText(pausedUntil, redeemable)}</p>
          <button type="button" className="treasure" disabled={!canAfford || pausedUntil !== null} onClick={() => setIsRedeeming(true)}>
            Redeem Tokens
          </button>
        </div>
      )}
      <List certificates={data} error={error} onRetry={() => void mutate()} now={now} />
      <Suspense>{isRedeeming && <RedeemDialog open user={user} onClose={() => setIsRedeeming(false)} />}</Suspense>
    </div>
  );
}

function nextText(pausedUntil: Date | null, balance: number): string {
  if (pausedUntil) return `Your next certificate is possible from ${date(pausedUntil.toISOString())} on.`;
  const missing = cheapestCertificateTokens - balance;
  return missing > 0
    ? `${plural(missing, 'more token')}, and the first certificate is yours.`
    : 'Your tokens are enough for a certificate.';
}

interface ListProps {
  certificates: VacationCertificate[] | undefined;
  error: unknown;
  onRetry: () => void;
  now: number;
}

function List({ certificates, error, onRetry, now }: ListProps) {
  if (certificates && certificates.length === 0) {
    return (
      <EmptyState title="No certificate yet" heading="h2" art={<img src={vacationArt} alt="" width={240} height={180} />}>
        <p>Collect Treasure Tokens by finding Cache Cards, and trade them here for a stay.</p>
        <Link href={paths.dashboard('certificates')} className="button secondary">
          See the stays
        </Link>
      </EmptyState>
    );
  }
  if (certificates) {
    return (
      <ul className="certificates" aria-label="Your certificates">
        {certificates.map((certificate) => (
          <CertificateCard key={certificate.number} certificate={certificate} now={now} />
        ))}
      </ul>
    );
  }
  if (error) {
    return (
      <ErrorState
        heading="h2"
        title="Your certificates could not be loaded"
        message={errorText(error, 'Please try again.')}
        onRetry={onRetry}
      />
    );
  }
  return (
    <div className="stack" role="status">
      <span className="visually-hidden">Loading your certificates…</span>
      <Skeleton height="5rem" />
      <Skeleton height="12rem" />
    </div>
  );
}
