import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { Link } from 'wouter';
import '#web/features/certificates/certificates-page.css';
import { redemptionPausedUntil, type VacationCertificate } from '#schema/certificates/certificate.ts';
import { isEnoughForStay, optionsByCost, redeemableTokens, vacationProgress } from '#schema/certificates/vacation-progress.ts';
import { cheapestCertificateTokens } from '#schema/rules.ts';
import vacationArt from '#web/art/steps/step-vacation.svg';
import { useUser } from '#web/features/accounts/session/session.ts';
import { CertificateCard } from '#web/features/certificates/CertificateCard.tsx';
import { useCertificates } from '#web/features/certificates/certificates-api.ts';
import { RedemptionPause } from '#web/features/certificates/RedemptionPause.tsx';
import { RequestedPdf } from '#web/features/certificates/RequestedPdf.tsx';
import { useAppBadge } from '#web/features/certificates/trip/app-badge.ts';
import { TripCard } from '#web/features/certificates/trip/TripCard.tsx';
import { getDeadline, isUnderWay } from '#web/features/certificates/trip/trip-step.ts';
import { formatHeldTokens } from '#web/features/tokens/held-tokens.ts';
import { OwedTokens } from '#web/features/tokens/OwedTokens.tsx';
import { paths } from '#web/lib/paths.ts';
import { page } from '#web/lib/react/page.tsx';
import { useNow } from '#web/lib/react/use-now.ts';
import { i18n } from '#web/lib/words/words.ts';
import { BackIcon } from '#web/ui/icons/icons.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';
import { Opening } from '#web/ui/states/Opening.tsx';

const RedeemDialog = page(
  () => import('#web/features/certificates/RedeemDialog.tsx').then((file) => file.RedeemDialog),
  <Opening />,
).Component;

export function CertificatesPage() {
  const { user } = useUser();
  const query = useCertificates();
  const [isRedeeming, setIsRedeeming] = useState(false);
  const now = useNow(30_000);
  if (!user) return null;
  const { data } = query;
  const pausedUntil = data ? redemptionPausedUntil(data, now) : null;
  const redeemable = redeemableTokens(user);
  const canAfford = isEnoughForStay(redeemable);

  // Shows the next certificate above the list only if no certificate waits for something, and the member can redeem now or has none in use.
  const isNextFirst =
    !data?.some((certificate) => getDeadline(certificate, now)) &&
    ((canAfford && pausedUntil === null) || !data?.some((certificate) => isUnderWay(certificate, now)));
  const next = data && (
    <div className="sheet spread next-certificate">
      {pausedUntil ? (
        <RedemptionPause until={pausedUntil.toISOString()} tokensNeeded={vacationProgress(redeemable).tokensNeeded} />
      ) : (
        <div className="stack gap-2 next-certificate-progress">
          <p>{nextText(redeemable)}</p>
          {!canAfford && (
            <Progress value={vacationProgress(redeemable).percent} max={100} label={t`Progress to the first vacation certificate`} />
          )}
        </div>
      )}
      {!canAfford && pausedUntil === null && <Link href={paths.findCards} className="button">{t`Find cards`}</Link>}
      <button type="button" className="treasure" disabled={!canAfford || pausedUntil !== null} onClick={() => setIsRedeeming(true)}>
        {t`Redeem Tokens`}
      </button>
    </div>
  );

  return (
    <div className="stack gap-5 certificates-page">
      <header>
        <Link href={paths.dashboard()} className="standalone-link back-to-dashboard in-bar">
          <BackIcon />
          {t`Dashboard`}
        </Link>
        <h1>{t`Vacation Certificates`}</h1>
        <p className="muted">{t`You have ${formatHeldTokens(user)}.`}</p>
      </header>
      {data && <RequestedPdf certificates={data} email={user.email} />}
      <OwedTokens user={user} />
      {isNextFirst && next}
      <Loaded query={query} subject={t`Your certificates`} heading="h2" blocks={['5rem', '12rem']}>
        {(certificates) => <List certificates={certificates} now={now} />}
      </Loaded>
      {!isNextFirst && next}
      {isRedeeming && <RedeemDialog open user={user} onClose={() => setIsRedeeming(false)} />}
    </div>
  );
}

function nextText(balance: number): string {
  const missingTokens = cheapestCertificateTokens - balance;
  if (missingTokens > 0) return t`You need ${plural(missingTokens, { one: '# more token', other: '# more tokens' })} for a certificate.`;
  const best = optionsByCost.findLast(({ tokenCost }) => tokenCost <= balance);
  return best ? t`You have enough tokens for a ${i18n._(best.name)}.` : '';
}

function List({ certificates, now }: { certificates: VacationCertificate[]; now: number }) {
  useAppBadge(certificates, now);
  if (certificates.length === 0) {
    return (
      <EmptyState title={t`No certificates yet`} heading="h2" art={<img src={vacationArt} alt="" width={240} height={180} />}>
        <p>{t`Find Cache Cards to collect Treasure Tokens, then redeem them here for a stay.`}</p>
        <Link href={paths.dashboard('certificates')} className="button secondary">{t`See the stays`}</Link>
      </EmptyState>
    );
  }
  const waits = (certificate: VacationCertificate) => Number(getDeadline(certificate, now) !== undefined);
  return (
    <ul className="stack gap-5 plain-list certificates" aria-label={t`Your certificates`}>
      {[...certificates]
        .sort((one, other) => waits(other) - waits(one))
        .map((certificate) =>
          certificate.status === 'activated' && certificate.stay ? (
            <li key={certificate.number}>
              <TripCard certificate={certificate} stay={certificate.stay} now={now} />
            </li>
          ) : (
            <CertificateCard key={certificate.number} certificate={certificate} all={certificates} now={now} />
          ),
        )}
    </ul>
  );
}
