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
        <h2 id="referrals-title">Referrals</h2>
        <Link href={paths.referrals} className="standalone-link">
          See who has joined
        </Link>
      </div>
      <p className="muted">
        Send friends your link. When one of them first becomes a Basic or Premium member, you are rewarded. Treasure Keys so far:{' '}
        <strong>{number(user.treasureKeys)}</strong>.
      </p>
      <InvitationLink referralCode={user.referralCode} />
      <h3 id="rewards-title">What each paying friend brings you</h3>
      <RewardTable tier={user.role} labelledBy="rewards-title" />
    </section>
  );
}
