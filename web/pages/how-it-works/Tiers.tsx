import { Link } from 'wouter';
import type { User } from '#schema/accounts/user.ts';
import { membershipPriceCents, type Tier } from '#schema/rules.ts';
import { RegisterLink } from '#web/features/accounts/joining/RegisterLink.tsx';
import { upgradePath } from '#web/features/memberships/upgrade-path.ts';
import { staticHtml } from '#web/lib/react/static-html.tsx';

export const tierTable = staticHtml('tiers', 'tiers-box', () =>
  import('#web/pages/how-it-works/TierTable.tsx').then((file) => file.TierTable),
);

export function Tiers({ user }: { user: User | null | undefined }) {
  return (
    <section className="stack gap-5 public-section" aria-labelledby="tiers-title">
      <h2 id="tiers-title">Compare memberships</h2>
      <p className="lead">Finding cards is free. Pay only if you want to place your own.</p>
      <tierTable.Component />
      <div className="tier-actions">
        {!user && (
          <>
            <RegisterLink user={user}>Join For Free</RegisterLink>
            <RegisterLink user={user} isSecondary>
              Sign Up for Basic
            </RegisterLink>
            <RegisterLink user={user} isSecondary>
              Sign Up for Premium
            </RegisterLink>
          </>
        )}
        {user && <Upgrades current={user.role} />}
      </div>
    </section>
  );
}

/** Lists only plans above the member's own. */
function Upgrades({ current }: { current: Tier }) {
  return (['basic', 'premium'] as const)
    .filter((tier) => membershipPriceCents[tier] > membershipPriceCents[current])
    .map((tier) => (
      <Link key={tier} href={upgradePath(tier)} className={tier === 'premium' ? 'button treasure' : 'button'}>
        Upgrade to {tier === 'basic' ? 'Basic' : 'Premium'}
      </Link>
    ));
}
