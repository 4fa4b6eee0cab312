import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { User } from '#schema/accounts/user.ts';
import { InvitationLink } from '#web/features/referrals/InvitationLink.tsx';
import { RewardTable } from '#web/features/referrals/RewardTable.tsx';
import { number } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';

export function ReferralsTab({ user }: { user: User }) {
  return (
    <section className="stack" aria-labelledby="referrals-title">
      <div className="spread">
        <h2 id="referrals-title">{t`Referrals`}</h2>
        <Link href={paths.referrals} className="standalone-link">{t`See who’s joined`}</Link>
      </div>
      <p className="muted">
        <Trans>
          Friends join for free. You’re rewarded when they upgrade to Basic or Premium. Treasure Keys so far:{' '}
          <strong>{number(user.treasureKeys)}</strong>.
        </Trans>
      </p>
      <InvitationLink referralCode={user.referralCode} />
      <h3 id="rewards-title">{t`Your reward per friend`}</h3>
      <RewardTable tier={user.role} labelledBy="rewards-title" />
    </section>
  );
}
