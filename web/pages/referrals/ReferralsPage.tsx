import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import '#web/features/referrals/referrals-page.css';
import { useUser } from '#web/features/accounts/session/session.ts';
import { EarningsSection } from '#web/features/referrals/EarningsSection.tsx';
import { InvitationLink } from '#web/features/referrals/InvitationLink.tsx';
import { InvitationQr } from '#web/features/referrals/InvitationQr.tsx';
import { PeopleSection } from '#web/features/referrals/PeopleSection.tsx';
import { RewardSection } from '#web/features/referrals/RewardSection.tsx';
import { useEarningsAnchor } from '#web/features/referrals/use-earnings-anchor.ts';
import { paths } from '#web/lib/paths.ts';
import { BackIcon } from '#web/ui/icons/icons.tsx';

export function ReferralsPage() {
  const { user } = useUser();
  const earningsHeading = useEarningsAnchor();
  if (!user) return null;

  return (
    <div className="stack gap-6 referrals-page">
      <header>
        <Link href={paths.dashboard()} className="standalone-link back-to-dashboard in-bar">
          <BackIcon />
          {t`Dashboard`}
        </Link>
        <h1>{t`Referrals`}</h1>
        <p className="muted">
          {user.role === 'free'
            ? t`Friends join for free. You get a Treasure Key for each friend who upgrades.`
            : t`Friends join for free. You earn when they upgrade.`}
        </p>
      </header>
      <InvitationLink referralCode={user.referralCode}>
        <InvitationQr />
      </InvitationLink>
      <div className={user.role === 'free' ? 'referrals-grid is-free' : 'referrals-grid'}>
        <PeopleSection />
        <EarningsSection user={user} heading={earningsHeading} />
        <RewardSection tier={user.role} />
      </div>
    </div>
  );
}
