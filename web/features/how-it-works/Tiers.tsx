import { Link } from 'wouter';
import { membershipPriceCents, type Tier } from '#schema/rules.ts';
import type { User } from '#schema/user.ts';
import { upgradePath } from '#web/components/membership/upgrade-path.ts';
import { drawnText } from '#web/lib/drawn-text.tsx';
import { paths } from '#web/paths.ts';

export const tierTable = drawnText('tiers', 'tiers-box', () =>
  import('#web/features/how-it-works/TierTable.tsx').then((file) => file.TierTable),
);

/** The memberships compared, with the way to each that is above one's own. */
export function Tiers({ user }: { user: User | null | undefined }) {
  const forVisitors = user === null ? 'guest-only' : 'until-known';
  return (
    <section className="public-section" aria-labelledby="tiers-title">
      <h2 id="tiers-title">Memberships compared</h2>
      <p className="lead">Finding cards is free for good. Pay when you want to leave a trail of your own; the price is for a whole year.</p>
      <tierTable.Component />
      <div className="tier-actions">
        {!user && (
          <>
            <SignUp className={`${forVisitors} button`}>Join For Free</SignUp>
            <SignUp className={`${forVisitors} button secondary`}>Sign Up for Basic</SignUp>
            <SignUp className={`${forVisitors} button secondary`}>Sign Up for Premium</SignUp>
          </>
        )}
        {user && <Upgrades current={user.role} />}
      </div>
    </section>
  );
}

function SignUp({ className, children }: { className: string; children: string }) {
  return (
    <Link href={paths.auth} state={{ tab: 'register' }} className={className}>
      {children}
    </Link>
  );
}

/** From one's own membership up. */
function Upgrades({ current }: { current: Tier }) {
  return (['basic', 'premium'] as const)
    .filter((tier) => membershipPriceCents[tier] > membershipPriceCents[current])
    .map((tier) => (
      <Link key={tier} href={upgradePath(tier)} className={tier === 'premium' ? 'button treasure' : 'button'}>
        Upgrade to {tier === 'basic' ? 'Basic' : 'Premium'}
      </Link>
    ));
}
